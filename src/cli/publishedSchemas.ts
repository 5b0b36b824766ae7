import { z } from 'zod';
import { trajectorySchema } from '../determinism/trajectory/schema.ts';
import { planSchema, planSeed } from '../faults/planSchema.ts';
import { caseSchema } from '../grading/case/caseSchema.ts';
import { checkReport } from '../grading/checkReportSchema.ts';
import { formSchemas } from '../harness/forms/schemas.ts';
import { publishSchema, publishedSchemas as wireSchemas } from '../protocol/publishedSchemas.ts';
import { type PublishedSchema, SCHEMA_BASE, schemaDocument } from '../protocol/schemaDocument.ts';
import { agentConfigSchema } from './configSchema.ts';

/** Every schema that the kit publishes: of the wire, and of the files that it reads and writes. */
export function publishedSchemas(): readonly PublishedSchema[] {
  return [
    ...wireSchemas(),
    publishSchema('trajectory', trajectorySchema),
    configSchema(),
    planDocumentSchema(),
    harnessSchema(),
    checkReportSchema(),
    caseDocumentSchema(),
  ];
}

function configSchema(): PublishedSchema {
  const file = 'sharpebench.schema.json';
  const text = JSON.stringify(schemaDocument(file, agentConfigSchema), null, 2);
  return { name: 'sharpebench', file, text: `${text}\n` };
}

/** Stands for the largest u64 until the text is made: as a double it would be off by one. */
const U64_MAX_MARK = '@u64-max@';

function planDocumentSchema(): PublishedSchema {
  const file = 'fault-plan.schema.json';
  const schema = schemaDocument(file, planSchema, ({ zodSchema, jsonSchema }) => {
    if (zodSchema !== planSeed) return;
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: 'integer', minimum: 0, maximum: U64_MAX_MARK });
  });
  const text = JSON.stringify(schema, null, 2).replace(`"${U64_MAX_MARK}"`, '18446744073709551615');
  return { name: 'fault-plan', file, text: `${text}\n` };
}

function caseDocumentSchema(): PublishedSchema {
  const file = 'case.schema.json';
  return { name: 'case', file, text: `${JSON.stringify(schemaDocument(file, caseSchema), null, 2)}\n` };
}

/** Integers and doubles of a record are read losslessly, so the types take bigints; in JSON they are numbers. */
function checkReportSchema(): PublishedSchema {
  const file = 'check-report.schema.json';
  const schema = schemaDocument(file, checkReport, ({ zodSchema, jsonSchema }) => {
    if (!(zodSchema instanceof z.ZodUnion)) return;
    const [first, second] = zodSchema.options;
    if (first instanceof z.ZodBigInt) {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { type: 'integer', minimum: 0, maximum: U64_MAX_MARK });
    } else if (first instanceof z.ZodNumber && second instanceof z.ZodPipe) {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { type: 'number' });
    }
  });
  const text = JSON.stringify(schema, null, 2).replaceAll(`"${U64_MAX_MARK}"`, '18446744073709551615');
  return { name: 'check-report', file, text: `${text}\n` };
}

/** The closed forms of a record (page 7), each by its name under `$defs`, where they name each other. */
function harnessSchema(): PublishedSchema {
  const file = 'harness.schema.json';
  const forms = z.registry<{ id: string }>();
  for (const [id, form] of Object.entries(formSchemas)) forms.add(form, { id });
  const { schemas } = z.toJSONSchema(forms, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/$defs/${id}`,
  });
  const definitions = Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...form }]) => [
    id,
    form,
  ]);
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${SCHEMA_BASE}${file}`,
    $defs: Object.fromEntries(definitions),
  };
  return { name: 'harness', file, text: `${JSON.stringify(document, null, 2)}\n` };
}
