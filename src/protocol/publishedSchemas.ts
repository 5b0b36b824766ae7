import type { z } from 'zod';
import { OPERATIONS, operationKeys } from './operations.ts';
import { type PublishedSchema, schemaDocument } from './schemaDocument.ts';
import { decisionSchema, observationSchema, tokenCount } from './schemas.ts';

/** Stands for the largest u64 until the text is made: as a double it would be off by one. */
const U64_MAX_MARK = '@u64-max@';

/** The schemas of the wire (page 1.7), made from the zod types. */
export function publishedSchemas(): readonly PublishedSchema[] {
  return [
    publishSchema('decision', decisionSchema, addOperations),
    publishSchema('observation', observationSchema),
  ];
}

/** The schema of a type in which `tokenCount` stands for an unsigned 64-bit integer. */
export function publishSchema(
  name: string,
  type: z.ZodType,
  finish: (schema: Record<string, unknown>) => void = () => {},
): PublishedSchema {
  const file = `${name}.schema.json`;
  const schema = schemaDocument(file, type, ({ zodSchema, jsonSchema }) => {
    if (zodSchema === tokenCount) {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { type: 'integer', minimum: 0, maximum: U64_MAX_MARK });
    }
    if (typeof jsonSchema.default === 'bigint') jsonSchema.default = 0;
  });
  finish(schema);
  const text = JSON.stringify(schema, plainBigint, 2).replaceAll(`"${U64_MAX_MARK}"`, '18446744073709551615');
  return { name, file, text: `${text}\n` };
}

/** The operations stand at their two places and nowhere else (page 1.5). */
function addOperations(schema: Record<string, unknown>): void {
  for (const operation of OPERATIONS) {
    const path = operation.schemaPointer.split('/').slice(1);
    const place = path.reduce((node, key) => node[key] as Record<string, unknown>, schema);
    Object.assign(place, operationKeys(operation));
  }
}

function plainBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
