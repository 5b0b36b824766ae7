import { z } from 'zod';

export const SCHEMA_BASE = 'https://sharpebench.dev/schema/v1/';

/** A JSON schema as it is published under `schema/` and at `SCHEMA_BASE`. */
export interface PublishedSchema {
  readonly name: string;
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
}

type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>;

/** What the JSON value must be that `type` reads, as draft 2020-12; its dialect and address stand first. */
export function schemaDocument(
  file: string,
  type: z.ZodType,
  override: Override = () => {},
): Record<string, unknown> {
  const { $schema, ...body } = z.toJSONSchema(type, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    override,
  }) as Record<string, unknown>;
  return { $schema, $id: `${SCHEMA_BASE}${file}`, ...body };
}
