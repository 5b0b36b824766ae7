import { describe, expect, test } from 'vitest';
import { strictFindings } from '../../../src/determinism/trajectory/strict.ts';
import { strictRows } from '../../../src/determinism/trajectory/words/strictRows.ts';
import type { AgentTrajectory, RunTrajectory } from '../../../src/determinism/trajectory.ts';
import { referenceAgents } from '../../../src/engine/referenceAgents.ts';
import { captured, dataset, verifier } from './captured.ts';

const whole = captured(() => referenceAgents.momentum());

type Contract = NonNullable<AgentTrajectory['contract']>;
const contract = (change: Partial<Contract>): AgentTrajectory => ({
  ...whole,
  contract: { ...whole.contract!, ...change },
});
const runs = (change: (runs: RunTrajectory[]) => RunTrajectory[]): AgentTrajectory => ({
  ...whole,
  runs: change([...whole.runs]),
});
/** The second run's steps. */
const steps = (change: (steps: RunTrajectory['steps'][number][]) => RunTrajectory['steps'][number][]) =>
  runs(([first, second, ...rest]) => [first!, { ...second!, steps: change([...second!.steps]) }, ...rest]);

const MAX = '18446744073709551615';

type Tampered = readonly [
  how: string,
  trajectory: AgentTrajectory,
  code: string,
  pointer: string,
  found: string | null,
  expected: string,
];
const tampered: readonly Tampered[] = [
  ['no runs', runs(() => []), 'trajectory-no-runs', '/runs', '0 runs', 'at least one run'],
  [
    'a run without steps',
    steps(() => []),
    'trajectory-run-empty',
    '/runs/1/steps',
    '0 steps',
    'at least one step',
  ],
  [
    'no contract',
    { ...whole, contract: null },
    'trajectory-no-contract',
    '/contract',
    null,
    'the contract of the capture',
  ],
  [
    'an older schema',
    contract({ schema_version: 2 }),
    'trajectory-schema-version',
    '/contract/schema_version',
    '2',
    '3',
  ],
  [
    'other data',
    contract({ dataset_sha256: 'ab' }),
    'trajectory-dataset',
    '/contract/dataset_sha256',
    'ab',
    verifier.dataset_sha256,
  ],
  [
    'other costs',
    contract({ cost_model_sha256: 'cd' }),
    'trajectory-costs',
    '/contract/cost_model_sha256',
    'cd',
    verifier.cost_model_sha256,
  ],
  [
    'another engine',
    contract({ engine_version: '0.27.0' }),
    'trajectory-engine',
    '/contract/engine_version',
    '0.27.0',
    '0.28.0',
  ],
  [
    'no windows',
    contract({ windows: [] }),
    'trajectory-no-windows',
    '/contract/windows',
    '[]',
    'at least one',
  ],
  ['no seeds', contract({ seeds: [] }), 'trajectory-no-seeds', '/contract/seeds', '[]', 'at least one'],
  [
    'a window beyond the data',
    contract({ windows: [{ start: 20, end: 61 }] }),
    'trajectory-window-range',
    '/contract/windows/0',
    '[20,61)',
    '0 <= start < end <= 60',
  ],
  [
    'a window without bars',
    contract({ windows: [{ start: 20, end: 20 }] }),
    'trajectory-window-range',
    '/contract/windows/0',
    '[20,20)',
    '0 <= start < end <= 60',
  ],
  [
    'a repeated window',
    contract({ windows: [whole.contract!.windows[0]!, whole.contract!.windows[0]!] }),
    'trajectory-window-repeated',
    '/contract/windows/1',
    '[20,23)',
    'each window once',
  ],
  [
    'descending windows',
    contract({ windows: whole.contract!.windows.toReversed() }),
    'trajectory-window-order',
    '/contract/windows/1',
    '[20,23)',
    'a start after that of [23,27)',
  ],
  [
    'overlapping windows',
    contract({ windows: [{ start: 20, end: 24 }, whole.contract!.windows[1]!] }),
    'trajectory-window-overlap',
    '/contract/windows/1',
    '[23,27)',
    'a start at 24 or later',
  ],
  [
    'a repeated seed',
    contract({ seeds: [0n, 7n, 0n] }),
    'trajectory-seed-repeated',
    '/contract/seeds/2',
    '0',
    'each seed once',
  ],
  [
    'a run taken out of the middle',
    runs((all) => all.toSpliced(1, 1)),
    'trajectory-run-missing',
    '/runs/1',
    '[23,27) seed 0',
    `[20,23) seed ${MAX}`,
  ],
  [
    'the last run taken away',
    runs((all) => all.slice(0, -1)),
    'trajectory-run-missing',
    '/runs/3',
    null,
    `[23,27) seed ${MAX}`,
  ],
  [
    'two runs exchanged',
    runs(([a, b, ...rest]) => [b!, a!, ...rest]),
    'trajectory-run-order',
    '/runs/0',
    `[20,23) seed ${MAX}`,
    '[20,23) seed 0',
  ],
  [
    'a run twice, at the end',
    runs((all) => [...all, all[0]!]),
    'trajectory-run-extra',
    '/runs/4',
    '[20,23) seed 0',
    '4 runs',
  ],
  [
    'a run twice, in the middle',
    runs((all) => all.toSpliced(1, 0, all[0]!)),
    'trajectory-run-extra',
    '/runs/1',
    '[20,23) seed 0',
    `[20,23) seed ${MAX}`,
  ],
  [
    'a run of a seed that differs by one from 2^64 - 1',
    runs(([a, b, ...rest]) => [a!, { ...b!, seed: 18446744073709551614n }, ...rest]),
    'trajectory-run-extra',
    '/runs/1',
    '[20,23) seed 18446744073709551614',
    `[20,23) seed ${MAX}`,
  ],
  [
    'a step taken out of the middle',
    steps((all) => all.toSpliced(1, 1)),
    'trajectory-step-index',
    '/runs/1/steps/1/step',
    '2',
    '1',
  ],
  [
    'the last step taken away',
    steps((all) => all.slice(0, -1)),
    'trajectory-step-count',
    '/runs/1/steps',
    '2 steps',
    '3 steps',
  ],
  [
    'a step too many',
    steps((all) => [...all, { ...all[0]!, step: 3, observation_id: dataset.dates[23]! }]),
    'trajectory-step-count',
    '/runs/1/steps',
    '4 steps',
    '3 steps',
  ],
  [
    'a wrong step index',
    steps(([a, b, c]) => [a!, { ...b!, step: 7 }, c!]),
    'trajectory-step-index',
    '/runs/1/steps/1/step',
    '7',
    '1',
  ],
  [
    'another date',
    steps(([a, b, c]) => [a!, { ...b!, observation_id: '1999-12-31' }, c!]),
    'trajectory-observation',
    '/runs/1/steps/1/observation_id',
    '1999-12-31',
    dataset.dates[21]!,
  ],
];

describe('a tampered trajectory is refused by name', () => {
  test.each(tampered)('%s', (_, trajectory, code, pointer, found, expected) => {
    expect(strictFindings(trajectory, verifier)).toEqual([
      { code, severity: 'error', place: { pointer }, found, accepted: [expected], facts: {} },
    ]);
    const words = strictRows.find((row) => row.code === code)!.words;
    const { message } = words(strictFindings(trajectory, verifier)[0]!);
    expect(message).toContain(`expected ${expected}, found ${found ?? 'nothing'}`);
    expect(message).toContain(pointer);
  });
});

test('a whole trajectory has no findings', () => {
  expect(strictFindings(whole, verifier)).toEqual([]);
});

test('data and costs that both differ are both named', () => {
  const codes = strictFindings(contract({ dataset_sha256: 'x', cost_model_sha256: 'y' }), verifier).map(
    ({ code }) => code,
  );
  expect(codes).toEqual(['trajectory-dataset', 'trajectory-costs']);
});

test('what comes first in the order of the checks is told first', () => {
  const broken: AgentTrajectory = {
    ...whole,
    contract: { ...whole.contract!, engine_version: 'x' },
    runs: [],
  };
  expect(strictFindings(broken, verifier).map(({ code }) => code)).toEqual(['trajectory-no-runs']);
});

test('every strict check refuses one of the tampered copies', () => {
  expect(new Set(tampered.map(([, , code]) => code))).toEqual(new Set(strictRows.map(({ code }) => code)));
});
