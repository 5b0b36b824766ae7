import { z } from 'zod';
import { parseU64 } from '../../kernel/u64.ts';
import { CASE_VERSION } from './caseContract.ts';

/**
 * The document of a case contract, from which its schema is published and files are
 * read. Every object is closed. What a schema cannot say (plans that hold, instruments
 * that there are, each once, and their bounds) `readCase` says.
 */

const name = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);

const seed = z
  .union([z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), z.string().regex(/^[0-9]{1,20}$/)])
  .refine((value) => parseU64(String(value)) !== null, { message: 'an unsigned 64-bit integer' });

const plan = z.strictObject({
  name: name.describe('What reports call it.'),
  file: z.string().min(1).optional().describe('Path of the plan, from the folder of this document.'),
  plan: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The plan itself (fault-plan.schema.json), instead of a file.'),
});

const roster = z.strictObject({
  data: z
    .string()
    .min(1)
    .optional()
    .describe('CSV file, sample or generator; left out, that of sharpebench.json, else the built-in market.'),
  costs: z
    .string()
    .min(1)
    .optional()
    .describe('Cost profile or JSON file; left out, that of sharpebench.json, else typical.'),
  windows: z
    .array(z.string().regex(/^[0-9]+:[0-9]+$/))
    .min(1)
    .optional()
    .describe('Windows as bars A:B, B excluded; left out, the two default windows of the data.'),
  seeds: z.array(seed).min(1).describe('Seeds of execution; beyond 9007199254740991 as text.'),
  decide_timeout_ms: z.int().min(1).max(3_600_000).optional(),
  retries: z.int().min(0).max(100).default(2).describe('Extra attempts after a runtime failure.'),
  plans: z
    .array(plan)
    .max(16)
    .default([])
    .describe('Fault plans; the whole roster runs once more under each.'),
});

const instrument = z.strictObject({
  id: name,
  required: z.boolean().describe('Without its result there is no grade.'),
  binding: z.boolean().describe('Its failure fails the grade.'),
  bounds: z
    .record(z.string(), z.number())
    .default({})
    .describe('What it is held against; left out, the defaults of the kit.'),
});

const outcomes = z.strictObject({
  results: z
    .array(z.enum(['passed', 'failed']))
    .min(1)
    .default(['passed', 'failed'])
    .describe('Results that a comparison takes; all others are reported apart.'),
  advisory_may_be_missing: z
    .boolean()
    .default(true)
    .describe('Whether a grade stands without an instrument that is not required.'),
});

export const caseSchema = z
  .strictObject({
    $schema: z.string().optional(),
    schema_version: z.literal(CASE_VERSION),
    name,
    roster,
    instruments: z.array(instrument).min(1).max(64),
    valid_outcomes: outcomes.default({ results: ['passed', 'failed'], advisory_may_be_missing: true }),
  })
  .meta({
    title: 'Case contract',
    description: 'What sbdev check runs, asks and accepts.',
  });

export type GivenCase = z.output<typeof caseSchema>;

/** Keys of each object of the document, by the pointer of the object; `*` stands for an index. */
export const caseKeys: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(caseSchema.shape),
  '/roster': Object.keys(roster.shape),
  '/roster/plans/*': Object.keys(plan.shape),
  '/instruments/*': Object.keys(instrument.shape),
  '/valid_outcomes': Object.keys(outcomes.shape),
};
