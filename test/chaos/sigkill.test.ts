import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SessionRecord } from '../../src/harness/records/sessionRecord.ts';
import { SplitMix64 } from '../../src/kernel/splitMix64.ts';
import { runSbdev } from '../cli/memoryIo.ts';
import {
  agentFixtures,
  plainEnv,
  processesWith,
  sbdev,
  startSbdev,
  temporaryFolder,
} from '../support/cli.ts';

/**
 * The kit is killed in the middle of a run; what it leaves behind has to be true (page 7,
 * invariant 8). `CHAOS=full` kills 50 times instead of 8; CHAOS_SEED repeats the moments
 * of an earlier run.
 */
const STEPS = 200;
/** What the agent answers, as a record keeps it. */
const ANSWER = { text: '{"orders":[]}', bytes: 13 };
const kills = process.env.CHAOS === 'full' ? 50 : 8;
const seed = BigInt(process.env.CHAOS_SEED ?? Date.now());
const random = new SplitMix64(seed);
const python = await hasPython();

const argumentsFor = (notes: string) => [
  'simulate',
  ...['--cmd', `python3 ${join(agentFixtures, 'witness.py')} ${notes}`],
  ...['--data', 'synthetic:3:240:1', '--window', `20:${20 + STEPS}`],
  ...['--no-double-run', '--quiet'],
];

describe.skipIf(!python)(`the kit, killed ${kills} times (CHAOS_SEED=${seed})`, () => {
  /** How long the journal of an undisturbed run is. */
  let wholeBytes = 0;
  const states: string[] = [];

  beforeAll(async () => {
    const cwd = temporaryFolder();
    const { code } = await sbdev(argumentsFor(join(cwd, 'notes')), { cwd });
    expect(code).toBe(0);
    wholeBytes = statSync(journalIn(cwd)!).size;
  });

  for (let kill = 1; kill <= kills; kill += 1) {
    test(`leaves a true record, time ${kill}`, async () => {
      // From the very start of the journal to its last byte.
      const moment = Math.floor(random.unit() * wholeBytes);
      const wait = random.unit() * 0.4;
      const cwd = temporaryFolder();
      const notes = join(cwd, 'notes');
      const { child, done } = startSbdev(argumentsFor(notes), { cwd, env: plainEnv() });
      await until(() => child.exitCode !== null || sizeOf(journalIn(cwd)) > moment);
      // Within a step, too: what counts is not only where lines end.
      for (const from = performance.now(); performance.now() - from < wait; );
      child.kill('SIGKILL');
      const { signal } = await done;
      const endedAt = performance.now();
      await until(() => processesWith(notes).length === 0 || performance.now() - endedAt > 5_000);
      expect(performance.now() - endedAt, 'ms that an agent outlived the kit').toBeLessThan(2_000);

      states.push(await holdsTrue(cwd, datesIn(notes), signal === 'SIGKILL'));
    });
  }

  test('met most runs while they were under way', () => {
    expect(states.filter((each) => each === 'killed').length).toBeGreaterThan(kills / 2);
  });
});

/** The record against what the agent itself saw. */
async function holdsTrue(cwd: string, seen: readonly string[], wasKilled: boolean): Promise<string> {
  const shown = await runSbdev(['runs', 'show', 'latest', '--verify', '--format', 'json'], { cwd });
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  const record = JSON.parse(shown.stdout) as SessionRecord & { state: string };
  const { turns, answers } = stepsIn(journalIn(cwd)!);
  // A turn may not be written yet, but then its answer is.
  const kept = Math.max(turns.length, (answers.at(-1)?.step ?? -1) + 1);
  expect(record.problem_count).toBe(0);
  expect(record.attempts[0] ?? { steps: 0, turns: 0, answers_ahead: 0 }).toMatchObject({
    steps: kept,
    turns: turns.length,
    answers_ahead: kept - turns.length,
  });
  // Each step once, in order, and only the one in flight may be missing.
  expect(turns.map((each) => each.date)).toEqual(seen.slice(0, turns.length));
  expect(seen.length - kept, 'steps that are not kept').toBeGreaterThanOrEqual(0);
  expect(seen.length - kept, 'steps that are not kept').toBeLessThanOrEqual(1);
  const keptSteps = new Set([...turns, ...answers].map((each) => each.step));
  expect([...keptSteps].sort((a, b) => a - b)).toEqual(Array.from({ length: kept }, (_, step) => step));
  expect(new Set(answers.map((each) => each.step)).size).toBe(answers.length);
  for (const { step, raw } of answers) expect(raw, `the answer of step ${step}`).toEqual(ANSWER);
  expect(turns.map((each) => each.step)).toEqual(turns.map((_, step) => step));
  expect(new Set(turns.map((each) => each.stop.decision_id)).size).toBe(turns.length);
  expect(turns.map((each) => each.stop.result.kind)).toEqual(
    turns.map((_, step) => (step === STEPS - 1 ? 'finish' : 'continue')),
  );
  if (record.status !== 'torn') return record.state;
  expect(wasKilled).toBe(true);
  expect(record.state).toBe('killed');
  const { stdout } = await runSbdev(['runs', 'show', 'latest'], { cwd });
  if (record.report !== null) expect(stdout).toContain('the report is whole');
  else if (record.attempts[0]?.run == null)
    expect(stdout).toContain('killed  at step 0: no step was complete');
  else expect(stdout).toContain(whereText(kept));
  return record.state;
}

function whereText(steps: number): string {
  if (steps === 0) return `killed  at step 0 of ${STEPS}: no step was complete`;
  if (steps === STEPS) return `killed  after its last step: steps 0..${STEPS - 1} are kept`;
  const kept = steps === 1 ? 'step 0 is' : `steps 0..${steps - 1} are`;
  return `killed  at step ${steps} of ${STEPS}: ${kept} kept`;
}

interface KeptTurn {
  readonly type: string;
  readonly step: number;
  readonly date: string;
  readonly stop: { readonly decision_id: string; readonly result: { readonly kind: string } };
}

interface KeptAnswer {
  readonly type: string;
  readonly step: number;
  readonly raw: object;
}

/** Read without the kit's own reader: whole lines alone. */
function stepsIn(journal: string): { turns: readonly KeptTurn[]; answers: readonly KeptAnswer[] } {
  const text = readFileSync(journal, 'utf8');
  const events = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KeptTurn | KeptAnswer);
  return {
    turns: events.filter((event) => event.type === 'turn') as KeptTurn[],
    answers: events.filter((event) => event.type === 'answer_kept') as KeptAnswer[],
  };
}

/** The agent may have been cut off in its notes as well. */
function datesIn(notes: string): readonly string[] {
  if (!existsSync(notes)) return [];
  const text = readFileSync(notes, 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
}

function journalIn(cwd: string): string | null {
  const runs = join(cwd, '.sbdev', 'runs');
  const [id] = existsSync(runs) ? readdirSync(runs) : [];
  return id === undefined ? null : join(runs, id, 'journal.jsonl');
}

function sizeOf(path: string | null): number {
  return path === null ? -1 : (statSync(path, { throwIfNoEntry: false })?.size ?? -1);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function hasPython(): Promise<boolean> {
  const { spawnSync } = await import('node:child_process');
  const found = spawnSync('python3', ['-c', '']).status === 0;
  if (!found) console.warn('SKIPPED: python3 is not on this machine');
  return found;
}
