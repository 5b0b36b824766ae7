import { publishedSchemas as wireSchemas } from '../protocol/publishedSchemas.ts';
import { type PublishedSchema, schemaDocument } from '../protocol/schemaDocument.ts';
import { agentConfigSchema } from './configSchema.ts';

/** Every schema that the kit publishes: those of the wire, and that of `sharpebench.json`. */
export function publishedSchemas(): readonly PublishedSchema[] {
  return [...wireSchemas(), configSchema()];
}

function configSchema(): PublishedSchema {
  const file = 'sharpebench.schema.json';
  const text = JSON.stringify(schemaDocument(file, agentConfigSchema), null, 2);
  return { name: 'sharpebench', file, text: `${text}\n` };
}
