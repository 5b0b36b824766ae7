import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { parseFaultPlan } from '../../src/faults/parsePlan.ts';
import { planSha256, planText } from '../../src/faults/planDigest.ts';
import type { Diagnostic } from '../../src/kernel/diagnostic.ts';
import { UsageError } from '../../src/kernel/errors.ts';
import { encodeUtf8 } from '../../src/kernel/utf8.ts';
import { vectorJson } from '../support/vectors.ts';

const stale = { id: 'stale', cohort_ppm: 1_000_000, fault: { mode: 'projection_lag', max_lag_steps: 3 } };
const good = {
  schema_version: 'sharpebench.fault-plan.v1',
  seed: 7,
  declared_relaxations: ['read_your_writes'],
  faults: [stale],
};

function refusals(text: string): readonly Diagnostic[] {
  try {
    parseFaultPlan(encodeUtf8(text), 'plan.json');
  } catch (error) {
    if (error instanceof UsageError) return error.diagnostics;
    throw error;
  }
  return [];
}

const withFault = (more: object) => ({ ...good, faults: [{ ...stale, ...more }] });

describe('each refusal has its own code, its place, and names the fault', () => {
  test.each<[string, unknown, string, string]>([
    ['no object', [], 'plan-wrong-type', ''],
    ['another version', { ...good, schema_version: 'v2' }, 'plan-version', '/schema_version'],
    ['no seed', { ...good, seed: undefined }, 'plan-bad-seed', '/seed'],
    ['a negative seed', { ...good, seed: -1 }, 'plan-bad-seed', '/seed'],
    ['no faults', { ...good, faults: [] }, 'plan-fault-count', '/faults'],
    ['65 faults', { ...good, faults: Array(65).fill(stale) }, 'plan-fault-count', '/faults'],
    ['faults that are no array', { ...good, faults: {} }, 'plan-wrong-type', '/faults'],
    ['an empty id', withFault({ id: '' }), 'plan-bad-name', '/faults/0/id'],
    ['an id of 65', withFault({ id: 'a'.repeat(65) }), 'plan-bad-name', '/faults/0/id'],
    ['an id in capitals', withFault({ id: 'Stale' }), 'plan-bad-name', '/faults/0/id'],
    ['a group of null', withFault({ group: null }), 'plan-bad-name', '/faults/0/group'],
    ['a repeated id', { ...good, faults: [stale, stale] }, 'plan-repeated-id', '/faults/1/id'],
    ['a cohort of 0', withFault({ cohort_ppm: 0 }), 'plan-bad-cohort', '/faults/0/cohort_ppm'],
    [
      'a cohort of more than all',
      withFault({ cohort_ppm: 1_000_001 }),
      'plan-bad-cohort',
      '/faults/0/cohort_ppm',
    ],
    [
      'a bound of 0',
      withFault({ fault: { mode: 'projection_lag', max_lag_steps: 0 } }),
      'plan-bad-bound',
      '/faults/0/fault/max_lag_steps',
    ],
    [
      'a bound of 65',
      withFault({ fault: { mode: 'projection_lag', max_lag_steps: 65 } }),
      'plan-bad-bound',
      '/faults/0/fault/max_lag_steps',
    ],
    [
      'the bound of another mode',
      withFault({ fault: { mode: 'projection_lag', max_lag_steps: 3, max_span_steps: 3 } }),
      'plan-unknown-key',
      '/faults/0/fault/max_span_steps',
    ],
    ['an unknown mode', withFault({ fault: { mode: 'stale' } }), 'plan-unknown-mode', '/faults/0/fault/mode'],
    [
      'a mode that is never armable',
      withFault({ fault: { mode: 'limit_before_sort', page_size: 3 } }),
      'plan-not-armable',
      '/faults/0/fault/mode',
    ],
    ['an unknown key', { ...good, note: 'x' }, 'plan-unknown-key', '/note'],
    ['an unknown key of a fault', withFault({ cohort: 1 }), 'plan-unknown-key', '/faults/0/cohort'],
    [
      'a relaxation that is none',
      { ...good, declared_relaxations: ['read_your_write'] },
      'plan-unknown-relaxation',
      '/declared_relaxations/0',
    ],
    [
      'a missing relaxation',
      { ...good, declared_relaxations: [] },
      'plan-relaxations',
      '/declared_relaxations',
    ],
    [
      'a group of more than all cells',
      {
        ...good,
        faults: [
          { ...stale, group: 'g', cohort_ppm: 600_000 },
          { ...stale, id: 'two', group: 'g', cohort_ppm: 600_000 },
        ],
      },
      'plan-group-sum',
      '/faults',
    ],
  ])('%s', (_, plan, code, pointer) => {
    const found = refusals(JSON.stringify(plan));
    expect(found.map((each) => each.code)).toContain(code);
    const refusal = found.find((each) => each.code === code)!;
    expect(refusal.place).toStrictEqual({ file: 'plan.json', pointer });
    const { message } = wordsOf(refusal);
    expect(message).toContain('plan.json');
    if (/^plan-(bad-cohort|bad-bound|not-armable|unknown-mode)$/.test(code))
      expect(message).toContain('(fault stale)');
  });

  test('the mode without a paged read says why', () => {
    const [refusal] = refusals(
      JSON.stringify(withFault({ fault: { mode: 'limit_before_sort', page_size: 3 } })),
    );
    expect(wordsOf(refusal!).fix).toContain('the observation contract has no paged read');
  });

  test('relaxations that are missing and extra are both named', () => {
    const [refusal] = refusals(JSON.stringify({ ...good, declared_relaxations: ['submission_acceptance'] }));
    expect(wordsOf(refusal!).fix).toBe('missing: read_your_writes; extra: submission_acceptance');
  });

  test('all of them at once', () => {
    const bad = { ...good, seed: -1, schema_version: 'v2', faults: [{ ...stale, id: 'A', cohort_ppm: 0 }] };
    expect(refusals(JSON.stringify(bad)).map((each) => each.code)).toStrictEqual([
      'plan-version',
      'plan-bad-seed',
      'plan-bad-name',
      'plan-bad-cohort',
    ]);
  });

  test.each([
    ['a repeated key', '{"seed":1,"seed":1}', 'plan-repeated-key'],
    ['no JSON', '{"seed":1,}', 'plan-not-json'],
    ['nothing', '', 'plan-not-json'],
    [
      'a key of the prototype',
      JSON.stringify(good).replace('"seed"', '"__proto__":{},"seed"'),
      'plan-unknown-key',
    ],
    ['64 KiB and a byte', JSON.stringify(good).padEnd(65_537), 'plan-too-large'],
    ['a seed of 2^64', JSON.stringify(good).replace(':7,', ':18446744073709551616,'), 'plan-bad-seed'],
    ['a seed with a point', JSON.stringify(good).replace(':7,', ':7.0,'), 'plan-bad-seed'],
    ['a cohort with an exponent', JSON.stringify(good).replace('1000000', '1e6'), 'plan-bad-cohort'],
  ])('%s', (_, text, code) => {
    expect(refusals(text).map((each) => each.code)).toContain(code);
  });

  test.each(vectorJson<{ name: string; plan: unknown }[]>('fault-plans.refused.json'))(
    'the reference refuses it too, and it has words: $name',
    ({ plan }) => {
      const found = refusals(JSON.stringify(plan));
      expect(found.length).toBeGreaterThan(0);
      for (const each of found) expect(wordsOf(each).message).not.toContain('undefined');
    },
  );
});

describe('a plan is what it says, however it is laid out', () => {
  const text = JSON.stringify(good);

  test('64 KiB are read, and white space changes no digest', () => {
    const padded = parseFaultPlan(encodeUtf8(text.padEnd(65_536)), 'plan.json');
    expect(planSha256(padded)).toBe(planSha256(parseFaultPlan(encodeUtf8(text), 'plan.json')));
  });

  test('a seed beyond 2^53 is kept to its last digit', () => {
    const plan = parseFaultPlan(encodeUtf8(text.replace(':7,', ':18446744073709551615,')), 'plan.json');
    expect(plan.seed).toBe(18446744073709551615n);
    expect(planText(plan)).toContain('"seed":18446744073709551615,');
  });

  test('relaxations are a set, written once in the fixed order', () => {
    const two = {
      ...good,
      declared_relaxations: ['submission_acceptance', 'read_your_writes', 'submission_acceptance'],
      faults: [
        stale,
        { id: 'l', cohort_ppm: 1, fault: { mode: 'rate_limit', max_rejected_presentations: 1 } },
      ],
    };
    const plan = parseFaultPlan(encodeUtf8(JSON.stringify(two)), 'plan.json');
    expect(plan.declaredRelaxations).toStrictEqual(['read_your_writes', 'submission_acceptance']);
  });
});
