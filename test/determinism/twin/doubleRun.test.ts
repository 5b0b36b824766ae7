import { describe, expect, test, vi } from 'vitest';
import type { Agent, AgentExit, Answer } from '../../../src/agents/agent.ts';
import { DoubleRun, type DoubleRunRequest } from '../../../src/determinism/twin/doubleRun.ts';
import {
  type Factor,
  processFactors,
  type Surroundings,
  still,
  varied,
} from '../../../src/determinism/twin/factors.ts';
import { nothingWritten } from '../../../src/determinism/twin/writtenFiles.ts';
import { diagnostic } from '../../../src/kernel/diagnostic.ts';
import { CannotRunError } from '../../../src/kernel/errors.ts';
import { observedSymbols } from '../../../src/protocol/observedSymbols.ts';

const exit: AgentExit = { code: 0, signal: null, stderrTail: '', stderrBytes: 0, findings: [] };
const STEPS = 4;

type Weight = (step: number, surroundings: Surroundings, run: number) => number | 'fails' | 'hangs';

/** Counts what was started and not closed. */
class Machine {
  open = 0;
  started = 0;
  /** Runs that began while another one was open. */
  readonly crowded = new Set<number>();

  start(surroundings: Surroundings, weight: Weight): Agent {
    const run = this.started++;
    if (this.open > 0) this.crowded.add(run);
    this.open += 1;
    let closed: Promise<AgentExit> | null = null;
    let settle = (_answer: Answer): void => {};
    const gone = (code: string): Answer => ({
      kind: 'fault',
      fault: 'transport',
      final: true,
      diagnostic: diagnostic(code, 'error', {}),
      elapsedMs: 0,
      bytes: null,
    });
    return {
      decide: ({ step }) => {
        if (closed !== null) return Promise.resolve(gone('agent-closed'));
        const value = weight(step, surroundings, run);
        if (value === 'hangs')
          return new Promise((resolve) => {
            settle = resolve;
          });
        if (value === 'fails') return Promise.resolve(gone('agent-exited'));
        const text = `{"orders":[{"symbol":"AAPL","action":"buy","target_weight":${value}}]}`;
        return Promise.resolve({ kind: 'line', bytes: Buffer.from(text), elapsedMs: 0 });
      },
      settleRefusal: async () => [],
      close: () => {
        closed ??= Promise.resolve().then(() => {
          this.open -= 1;
          settle(gone('agent-closed'));
          return exit;
        });
        return closed;
      },
    };
  }
}

const factorsHere = processFactors({ locale: null, zones: ['W', 'E'], hasCopy: false });
const hashSeed = factorsHere.filter(({ id }) => id === 'hash-seed');
const timeAlone = factorsHere.filter(({ id }) => id === 'time');

function doubleRunOf(machine: Machine, weight: Weight, more: Partial<DoubleRunRequest> = {}): DoubleRun {
  return new DoubleRun({
    start: async (surroundings) => machine.start(surroundings, weight),
    factors: hashSeed,
    observed: observedSymbols(['AAPL']),
    budgetMs: 1_000,
    interrupt: new AbortController().signal,
    clock: () => performance.now(),
    watchFolder: async () => async () => nothingWritten,
    hints: async () => [{ file: 'agent.py', line: 1, column: 1, code: 'hash-value', text: '' }],
    explains: true,
    asksLater: true,
    ...more,
  });
}

async function drive(agent: Agent): Promise<AgentExit> {
  for (let step = 0; step < STEPS; step += 1) {
    const line = Buffer.from(`{"date":"2024-01-0${step + 1}"}`);
    await agent.decide({ step, line: () => line, observation: () => JSON.parse(line.toString()) }, 1_000);
  }
  return agent.close();
}

const never = new AbortController().signal;
const seedOf = ({ env }: Surroundings): number => Number(env.PYTHONHASHSEED);

describe('a double run', () => {
  test('of a constant agent is equal, without a cause or a hint', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, () => 0.5);
    const { findings } = await drive(await run.start(never));
    expect(findings).toStrictEqual([]);
    expect(run.report()).toMatchObject({
      status: 'equal',
      steps_compared: STEPS,
      steps_asked_again_later: STEPS,
      varied: ['hash seed'],
      divergence: null,
      cause: null,
      hints: [],
    });
    expect(machine.open).toBe(0);
  });

  test('names the factor that makes it differ every time', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (step, around) => (step === 2 ? seedOf(around) / 10_000 : 0.5));
    const { findings } = await drive(await run.start(never));
    expect(findings).toStrictEqual([]);
    expect(run.report()).toMatchObject({
      status: 'different',
      divergence: { step: 2, last_equal_step: 1, a: '0.0', b: '0.4242' },
      cause: { kind: 'factor', factors: ['hash-seed'] },
      hints: [{ code: 'hash-value' }],
    });
    expect(machine.open).toBe(0);
  });

  test('sees in the agent that is asked later what the twin does not show', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (step, around) => (step === 1 && seedOf(around) === 1 ? 0.1 : 0.5));
    const { findings } = await drive(await run.start(never));
    expect(findings).toMatchObject([{ code: 'non-deterministic', place: { step: 1 } }]);
    expect(run.report()).toMatchObject({ status: 'different', cause: { factors: ['hash-seed'] } });
  });

  test('names the company where two at once always differ, and two in turn never', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (_step, _around, at) => (machine.crowded.has(at) ? 0.2 : 0.1));
    await drive(await run.start(never));
    expect(run.report()).toMatchObject({
      status: 'different',
      divergence: { step: 0 },
      cause: { kind: 'factor', factors: ['parallelism'] },
    });
    expect(machine.open).toBe(0);
  });

  test('names the company that the agent asked later does not have', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (step) => (step === 1 ? 0.1 * machine.open : 0.5));
    await drive(await run.start(never));
    expect(run.report()).toMatchObject({
      status: 'different',
      divergence: { step: 1 },
      cause: { kind: 'factor', factors: ['parallelism'] },
    });
    expect(machine.open).toBe(0);
  });

  test('takes no company for the cause of chance', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (_step, _around, at) => (at + 1) / 100);
    await drive(await run.start(never));
    expect(run.report().cause).toMatchObject({ kind: 'ambient', factors: [] });
  });

  test('takes no factor for the cause that shows once and not again', async () => {
    const machine = new Machine();
    // Runs 0 and 1 are A and B; the fourth pair is the first one under the factor.
    const run = doubleRunOf(machine, (_step, around, at) => (seedOf(around) === 4242 && at <= 9 ? 0.1 : 0.5));
    await drive(await run.start(never));
    expect(run.report().cause).toMatchObject({ kind: 'ambient', factors: [] });
  });

  test('takes no pair for chance that was on both sides of a second', async () => {
    let now = 1_700_000_000_999;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    const machine = new Machine();
    // The second of A and B, of the first pair, and of the first one that begins with a second.
    const late = new Set([1, 3, 5]);
    const second = (_step: number, around: Surroundings, at: number): number => {
      if (late.delete(at)) now += 1_000;
      return (Math.floor((now + around.startsAfterMs) / 1_000) % 10) / 10;
    };
    const run = doubleRunOf(machine, second, { factors: timeAlone });
    await drive(await run.start(never));
    clock.mockRestore();
    expect(late.size).toBe(0);
    expect(run.report().cause).toMatchObject({ kind: 'factor', factors: ['time'] });
  });

  test('of an agent that differs once is a rare branch, not a factor', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (_step, _around, at) => (at === 1 ? 0.1 : 0.5));
    await drive(await run.start(never));
    expect(run.report().cause).toMatchObject({
      kind: 'unknown',
      text: expect.stringContaining('a rare branch'),
    });
  });

  test('whose second agent fails by chance is no verdict, and a warning', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (step, _around, at) => (at === 1 && step === 2 ? 'fails' : 0.5));
    const { findings } = await drive(await run.start(never));
    expect(findings).toMatchObject([{ code: 'twin-lost', severity: 'warning', place: { step: 2 } }]);
    expect(run.report()).toMatchObject({
      status: 'no_verdict',
      reason: 'run B: agent-exited',
      steps_compared: 2,
    });
    expect(machine.open).toBe(0);
  });

  test('whose second agent fails whenever a factor differs is an error', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (_step, around) => (seedOf(around) === 0 ? 0.5 : 'fails'));
    const { findings } = await drive(await run.start(never));
    expect(findings).toMatchObject([
      { code: 'twin-failed', severity: 'error', facts: { factors: ['hash-seed'] } },
    ]);
    expect(run.report()).toMatchObject({ status: 'no_verdict', steps_compared: 0, varied: [] });
  });

  test('whose second agent fails whenever another runs is an error', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (_step, _around, at) => (machine.crowded.has(at) ? 'fails' : 0.5));
    const { findings } = await drive(await run.start(never));
    expect(findings).toMatchObject([
      { code: 'twin-failed', severity: 'error', facts: { factors: ['parallelism'] } },
    ]);
    expect(machine.open).toBe(0);
  });

  test('whose second agent cannot start closes the first', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, () => 0.5, {
      start: async (surroundings) => {
        if (seedOf(surroundings) !== 0) throw new CannotRunError(diagnostic('spawn-failed', 'error', {}));
        return machine.start(surroundings, () => 0.5);
      },
    });
    await expect(run.start(never)).rejects.toThrow(CannotRunError);
    expect(machine.open).toBe(0);
    expect(run.report()).toMatchObject({ status: 'no_verdict', reason: null, varied: [] });
  });

  test('that cannot start its agent again says so in place of a cause', async () => {
    const machine = new Machine();
    const run = doubleRunOf(machine, (_step, around) => seedOf(around) / 10_000, {
      start: async (surroundings) => {
        if (machine.started >= 2) throw new CannotRunError(diagnostic('spawn-failed', 'error', {}));
        return machine.start(surroundings, (_step, around) => seedOf(around) / 10_000);
      },
    });
    await drive(await run.start(never));
    expect(run.report().cause!.text).toBe('not found: the agent could not be started again (spawn-failed)');
  });

  test('that is interrupted while an agent of the search hangs closes it and goes', async () => {
    const machine = new Machine();
    const interrupt = new AbortController();
    const weight: Weight = (_step, around, at) => {
      if (at < 2) return seedOf(around) / 10_000;
      queueMicrotask(() => interrupt.abort());
      return 'hangs';
    };
    const run = doubleRunOf(machine, weight, { interrupt: interrupt.signal });
    await drive(await run.start(never));
    expect(run.report().cause!.text).toBe('not looked for: the run was interrupted');
    expect(machine.open).toBe(0);
  });
});

test('surroundings differ from run A’s by what was asked for, and in nothing else', () => {
  const factors = processFactors({ locale: 'et_EE.utf8', zones: ['W', 'E'], hasCopy: true });
  expect(factors.map(({ id }: Factor) => id)).toStrictEqual([
    ...['hash-seed', 'time-zone', 'locale', 'pacing', 'folder', 'time', 'parallelism'],
  ]);
  expect(varied([])).toStrictEqual(still);
  expect(varied(factors.map(({ twin }) => twin))).toStrictEqual({
    env: {
      PYTHONHASHSEED: '4242',
      PERL_HASH_SEED: '4242',
      TZ: 'W',
      LC_ALL: 'et_EE.utf8',
      LANG: 'et_EE.utf8',
    },
    folder: 'pristine',
    pauseMsMax: 3,
    startsAfterMs: 0,
    hasCompany: true,
  });
  expect(varied(factors.map(({ later }) => later))).toStrictEqual({
    env: { PYTHONHASHSEED: '1', PERL_HASH_SEED: '1', TZ: 'E' },
    folder: 'own',
    pauseMsMax: 0,
    startsAfterMs: 1_100,
    hasCompany: false,
  });
});
