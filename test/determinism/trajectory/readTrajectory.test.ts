import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prettyJson } from '../../../src/determinism/prettyJson.ts';
import { readTrajectory } from '../../../src/determinism/trajectory/readTrajectory.ts';
import {
  type AgentTrajectory,
  trajectoryPieces,
  trajectoryText,
} from '../../../src/determinism/trajectory.ts';
import { referenceAgents } from '../../../src/engine/referenceAgents.ts';
import { UsageError } from '../../../src/kernel/errors.ts';
import { captured, fileBytes } from './captured.ts';

const u64 = fc.bigInt({ min: 0n, max: 18446744073709551615n });
const count = fc.nat({ max: 1_000_000 });
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Any text of the wire: it is UTF-8, so without lone surrogates. */
const text = fc.string({ unit: 'binary' });

const order = fc.record(
  {
    symbol: text,
    action: fc.constantFrom('buy' as const, 'sell' as const, 'hold' as const, 'close' as const),
    target_weight: finite,
    confidence: finite,
    rationale: text,
  },
  { requiredKeys: ['symbol', 'action', 'target_weight', 'rationale'], noNullPrototype: true },
);
const cost = fc.record(
  { cost_usd: finite, tokens_in: u64, tokens_out: u64, reasoning_tokens: u64 },
  { noNullPrototype: true },
);
const decision = fc.record(
  { orders: fc.array(order, { maxLength: 3 }), reasoning: text, cost },
  { requiredKeys: ['orders', 'reasoning'], noNullPrototype: true },
);
const step = fc.record({ step: count, observation_id: text, decision }, { noNullPrototype: true });
const run = fc.record(
  { window_start: count, window_end: count, seed: u64, steps: fc.array(step, { maxLength: 3 }) },
  { noNullPrototype: true },
);
const contract = fc.record(
  {
    schema_version: count,
    dataset_sha256: text,
    cost_model_sha256: text,
    engine_version: text,
    windows: fc.array(fc.record({ start: count, end: count }, { noNullPrototype: true }), { maxLength: 3 }),
    seeds: fc.array(u64, { maxLength: 3 }),
    runner_artifact_sha256: fc.option(text),
  },
  { noNullPrototype: true },
);
const mandate = fc.oneof(
  fc.constant({ kind: 'absolute_return' as const }),
  fc.constant({ kind: 'outperform_buy_and_hold' as const }),
  text.map((benchmark_id) => ({ kind: 'relative_to' as const, benchmark_id })),
  finite.map((max_per_run_drawdown) => ({ kind: 'drawdown_capped' as const, max_per_run_drawdown })),
);
const anyTrajectory: fc.Arbitrary<AgentTrajectory> = fc.record(
  {
    agent_id: text,
    contract: fc.option(contract),
    in_sample_trials: fc.nat({ max: 0xffff_ffff }),
    declared_mandate: fc.option(mandate),
    runs: fc.array(run, { maxLength: 3 }),
  },
  { noNullPrototype: true },
);

describe('a trajectory file', () => {
  test('reads back as what was written, and is written again as the same bytes', () => {
    fc.assert(
      fc.property(anyTrajectory, (trajectory) => {
        const bytes = fileBytes(trajectory);
        const read = readTrajectory(bytes, 't.json');
        expect(read).toStrictEqual({ trajectory, notices: [] });
        expect(fileBytes(read.trajectory)).toEqual(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test('is the compact form laid out, whether it is written at once or run by run', () => {
    fc.assert(
      fc.property(anyTrajectory, (trajectory) => {
        expect([...trajectoryPieces(trajectory)].join('')).toBe(prettyJson(trajectoryText(trajectory)));
      }),
      { numRuns: 100 },
    );
  });

  test('keeps -0.0, an absent confidence, and every digit of a seed', () => {
    const file =
      '{"agent_id":"a","runs":[{"window_start":0,"window_end":1,"seed":18446744073709551615,"steps":[{"step":0,"observation_id":"d","decision":{"orders":[{"symbol":"S","action":"buy","target_weight":-0.0}]}}]}]}';
    const { trajectory } = readTrajectory(new TextEncoder().encode(file), 't.json');
    const [only] = trajectory.runs;
    expect(only?.seed).toBe(18446744073709551615n);
    const order = only?.steps[0]?.decision.orders[0];
    expect(Object.is(order?.target_weight, -0)).toBe(true);
    expect(order).not.toHaveProperty('confidence');
    expect(trajectoryText(trajectory)).toContain('"target_weight":-0.0,"rationale":""}');
  });

  test('of an older release: long_only_beta is read, and written as outperform_buy_and_hold', () => {
    const file = '{"agent_id":"a","declared_mandate":{"kind":"long_only_beta"},"runs":[]}';
    const { trajectory } = readTrajectory(new TextEncoder().encode(file), 't.json');
    expect(trajectoryText(trajectory)).toBe(
      '{"agent_id":"a","in_sample_trials":0,"declared_mandate":{"kind":"outperform_buy_and_hold"},"runs":[]}',
    );
  });

  test('is open outside its decisions: what is unknown is passed over, and told', () => {
    const file =
      '{"agent_id":"a","note":1,"__proto__":{"runs":3},"runs":[{"window_start":0,"window_end":1,"seed":0,"host":"x","steps":[{"step":0,"observation_id":"d","at":"noon","decision":{"orders":[]}}]}]}';
    const { trajectory, notices } = readTrajectory(new TextEncoder().encode(file), 't.json');
    expect(trajectory.runs).toHaveLength(1);
    expect(notices).toMatchObject([
      {
        code: 'trajectory-unknown-keys',
        severity: 'notice',
        facts: { count: 4, places: ['/note', '/__proto__', '/runs/0/host'] },
      },
    ]);
  });
});

const whole = new TextDecoder().decode(fileBytes(captured(() => referenceAgents.momentum())));

describe('what is no trajectory is refused with its place', () => {
  test.each<[string, string, string, Record<string, unknown>]>([
    ['an empty file', '', 'trajectory-not-json', { facts: { fault: 'empty-line', offset: 0 } }],
    [
      'a file that was cut off',
      whole.slice(0, 900),
      'trajectory-not-json',
      { facts: { fault: expect.any(String), offset: expect.any(Number) } },
    ],
    ['a BOM', `\ufeff${whole}`, 'trajectory-not-json', { facts: { fault: 'bom', offset: 0 } }],
    ['an array', '[]', 'trajectory-shape', { place: { file: 't.json', pointer: '' }, accepted: ['object'] }],
    [
      'no agent',
      '{"runs":[]}',
      'trajectory-shape',
      { place: { file: 't.json', pointer: '/agent_id' }, found: null },
    ],
    [
      'a member twice',
      '{"agent_id":"a","agent_id":"b","runs":[]}',
      'trajectory-shape',
      { place: { file: 't.json', pointer: '/agent_id' }, facts: { refused: 'duplicate-field' } },
    ],
    [
      'a seed that no u64 holds',
      whole.replace('"seed": 18446744073709551615', '"seed": 18446744073709551616'),
      'trajectory-shape',
      { place: { file: 't.json', pointer: '/runs/1/seed' }, found: '18446744073709551616' },
    ],
    [
      'more trials than a u32 holds',
      '{"agent_id":"a","in_sample_trials":4294967296,"runs":[]}',
      'trajectory-shape',
      { place: { file: 't.json', pointer: '/in_sample_trials' } },
    ],
    [
      'an unknown mandate',
      '{"agent_id":"a","declared_mandate":{"kind":"moon"},"runs":[]}',
      'trajectory-shape',
      { place: { file: 't.json', pointer: '/declared_mandate/kind' }, found: '"moon"' },
    ],
    [
      'a mandate without its number',
      '{"agent_id":"a","declared_mandate":{"kind":"drawdown_capped"},"runs":[]}',
      'trajectory-shape',
      { accepted: ['max_per_run_drawdown'], found: null },
    ],
    [
      'an unknown key in a decision',
      whole.replace('"reasoning":', '"thoughts": 1, "reasoning":'),
      'trajectory-shape',
      {
        place: { file: 't.json', pointer: '/runs/0/steps/0/decision/thoughts' },
        facts: { refused: 'unknown-field' },
      },
    ],
    [
      'a confidence of null',
      whole.replace(/"confidence": [0-9.]+/, '"confidence": null'),
      'trajectory-shape',
      { facts: { refused: 'null-refused' } },
    ],
    [
      'a weight beyond a double',
      whole.replace(/"target_weight": [0-9.]+/, '"target_weight": 1e400'),
      'trajectory-shape',
      { facts: { refused: 'number-out-of-range' } },
    ],
    [
      'a step without its decision',
      '{"agent_id":"a","runs":[{"window_start":0,"window_end":1,"seed":0,"steps":[{"step":0,"observation_id":"d"}]}]}',
      'trajectory-shape',
      { place: { file: 't.json', pointer: '/runs/0/steps/0/decision' }, found: null },
    ],
  ])('%s', (_, file, code, expected) => {
    let thrown: unknown = null;
    try {
      readTrajectory(new TextEncoder().encode(file), 't.json');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UsageError);
    expect((thrown as UsageError).diagnostics[0]).toMatchObject({ code, ...expected });
  });
});
