import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { publishedSchemas } from '../../src/cli/publishedSchemas.ts';
import { parseFaultPlan } from '../../src/faults/parsePlan.ts';
import { planSchema } from '../../src/faults/planSchema.ts';
import { encodeUtf8 } from '../../src/kernel/utf8.ts';
import { vectorJson, vectorText } from '../support/vectors.ts';

const { text } = publishedSchemas().find(({ name }) => name === 'fault-plan')!;
const valid = new Ajv2020({ allErrors: true, strict: true }).compile(JSON.parse(text));

/** What a JSON Schema validator, the zod type and the reader say of a document. */
function verdicts(document: string): readonly [boolean, boolean, boolean] {
  const value = JSON.parse(document);
  let isRead = true;
  try {
    parseFaultPlan(encodeUtf8(document), 'plan.json');
  } catch {
    isRead = false;
  }
  return [valid(value), planSchema.safeParse(value).success, isRead];
}

const stale = { id: 'stale', cohort_ppm: 1_000_000, fault: { mode: 'projection_lag', max_lag_steps: 3 } };
const good = {
  schema_version: 'sharpebench.fault-plan.v1',
  seed: 7,
  declared_relaxations: ['read_your_writes'],
  faults: [stale],
};

test('the largest seed stands in the schema with all its digits', () => {
  expect(text).toContain('"maximum": 18446744073709551615\n');
});

describe('a JSON Schema validator, the zod type and the reader agree', () => {
  const samples = new URL('../../examples/faults/', import.meta.url);
  test.each(readdirSync(samples).filter((name) => name.endsWith('.json')))(
    'examples/faults/%s is a plan',
    (name) => {
      const [ajv, zod, read] = verdicts(readFileSync(new URL(name, samples), 'utf8'));
      expect([ajv, read]).toStrictEqual([true, true]);
      // A seed beyond 2^53 that came through JSON.parse is no longer exact: zod says so.
      expect(zod).toBe(name !== 'everything.json');
    },
  );

  test('every plan of the vectors is one, its seed aside', () => {
    for (const line of vectorText('faults.jsonl').trimEnd().split('\n')) {
      const { plan } = JSON.parse(line) as { plan: object };
      expect(verdicts(JSON.stringify({ ...plan, seed: 1 }))).toStrictEqual([true, true, true]);
    }
  });

  test.each<[string, unknown]>([
    ['no object', []],
    ['another version', { ...good, schema_version: 'v2' }],
    ['a negative seed', { ...good, seed: -1 }],
    ['a seed as text', { ...good, seed: '7' }],
    ['no faults', { ...good, faults: [] }],
    [
      '65 faults',
      { ...good, faults: Array.from({ length: 65 }, (_, index) => ({ ...stale, id: `f${index}` })) },
    ],
    ['no declaration', { schema_version: good.schema_version, seed: 7, faults: [stale] }],
    ['a relaxation that is never declared', { ...good, declared_relaxations: ['complete_results'] }],
    ['an id in capitals', { ...good, faults: [{ ...stale, id: 'Stale' }] }],
    ['an id with a line end', { ...good, faults: [{ ...stale, id: 'stale\n' }] }],
    ['a group of null', { ...good, faults: [{ ...stale, group: null }] }],
    ['a cohort of 0', { ...good, faults: [{ ...stale, cohort_ppm: 0 }] }],
    ['half a cell', { ...good, faults: [{ ...stale, cohort_ppm: 0.5 }] }],
    [
      'a bound of 65',
      { ...good, faults: [{ ...stale, fault: { mode: 'projection_lag', max_lag_steps: 65 } }] },
    ],
    [
      'the bound of another mode',
      { ...good, faults: [{ ...stale, fault: { mode: 'amount_sign', max_lag_steps: 3 } }] },
    ],
    ['no bound', { ...good, faults: [{ ...stale, fault: { mode: 'amount_sign' } }] }],
    [
      'a mode that is never armable',
      { ...good, faults: [{ ...stale, fault: { mode: 'limit_before_sort', page_size: 1 } }] },
    ],
    ['an unknown key', { ...good, note: '' }],
    ['an unknown key of a fault', { ...good, faults: [{ ...stale, note: '' }] }],
  ])('%s is none', (_, plan) => {
    expect(verdicts(JSON.stringify(plan))).toStrictEqual([false, false, false]);
  });
});

describe('only the reader knows', () => {
  test.each<[string, string]>([
    ['that an id is given once', JSON.stringify({ ...good, faults: [stale, stale] })],
    [
      'what the cohorts of a group sum up to',
      JSON.stringify({
        ...good,
        faults: [
          { ...stale, group: 'g', cohort_ppm: 600_000 },
          { ...stale, id: 'b', group: 'g', cohort_ppm: 600_000 },
        ],
      }),
    ],
    ['which relaxations the faults use', JSON.stringify({ ...good, declared_relaxations: [] })],
    ['that a key stands twice', JSON.stringify(good).replace('"seed":7', '"seed":7,"seed":7')],
    ['that a number is written in digits', JSON.stringify(good).replace('"seed":7', '"seed":7.0')],
    ['how large the file is', JSON.stringify(good).padEnd(65_537)],
  ])('%s', (_, document) => {
    expect(verdicts(document)).toStrictEqual([true, true, false]);
  });

  test('that a seed of 2^64 is too large by one', () => {
    const [ajv, zod, read] = verdicts(
      JSON.stringify(good).replace('"seed":7', '"seed":18446744073709551616'),
    );
    expect([ajv, zod, read]).toStrictEqual([true, false, false]);
  });
});

test('what the reference refuses, the reader refuses, whatever a schema says', () => {
  for (const { name, plan } of vectorJson<{ name: string; plan: unknown }[]>('fault-plans.refused.json')) {
    expect(verdicts(JSON.stringify(plan))[2], name).toBe(false);
  }
});
