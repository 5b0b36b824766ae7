import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import type { Task } from '../../src/harness/task.ts';
import { limits } from '../../src/kernel/limits.ts';
import { linkedAgent } from '../support/linkedAgent.ts';
import { recordedSession, type StoredEvent, stdioTask } from '../support/session.ts';

const STEPS = 12;

/** A task whose agent may look at the journal before it answers. */
async function session(
  respond: (step: number, written: readonly StoredEvent[]) => string,
  decideMs: (step: number) => number = () => 0,
) {
  let folder = '';
  const agent = linkedAgent((_line, step) => `${respond(step, written())}\n`);
  const written = () =>
    readFileSync(join(folder, 'journal.jsonl'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as StoredEvent);
  const timed: Agent = {
    ...agent,
    decide: async (presentation, budgetMs) => {
      const answer = await agent.decide(presentation, budgetMs);
      return { ...answer, elapsedMs: decideMs(presentation.step) };
    },
  };
  const task: Task = { ...stdioTask(['linked'], { steps: STEPS }), startAgent: async () => timed };
  return recordedSession(task, {
    onFolder: (path) => {
      folder = path;
    },
  });
}

/** Steps that are complete in what is written. */
const keptIn = (events: readonly StoredEvent[]) =>
  new Set(
    events.filter(({ type }) => type === 'turn' || type === 'answer_kept').map(({ step }) => step as number),
  );

test('every step is written before the agent sees the next observation, however it went', async () => {
  const answers = [
    '{"orders":[]}',
    '{"orders":[],"reasoning":"gr\u00fc\u00df \u2028"}',
    'no decision',
    `{"orders":[],"reasoning":"${'x'.repeat(70_000)}"}`,
  ];
  const seen: number[][] = [];
  const { events } = await session(
    (step, written) => {
      seen.push([...keptIn(written)]);
      return answers[step % answers.length]!;
    },
    (step) => (step % 5 === 4 ? limits.quickDecisionMs : 0),
  );
  expect(seen).toEqual(Array.from({ length: STEPS }, (_, step) => Array.from({ length: step }, (_, n) => n)));
  expect(events.filter(({ type }) => type === 'turn').map(({ step }) => step)).toEqual(
    Array.from({ length: STEPS }, (_, step) => step),
  );
});

test('an answer that was kept says what its turn says', async () => {
  const long = `{"orders":[],"reasoning":"${'y'.repeat(70_000)}"}`;
  const { events } = await session((step) =>
    step === 3 ? long : `{"orders":[],"reasoning":"\u0085 ${step}"}`,
  );
  const kept = events.filter(({ type }) => type === 'answer_kept');
  expect(kept).toHaveLength(STEPS - 1);
  for (const { step, turn_id, raw, decide_ms } of kept) {
    const turn = events.find((each) => each.type === 'turn' && each.step === step)!;
    expect(raw).toEqual(turn.raw);
    expect({ turn_id, decide_ms }).toEqual({ turn_id: turn.evidence.turn_id, decide_ms: turn.decide_ms });
    expect(events.findIndex((each) => each.turn_id === turn_id)).toBeLessThan(events.indexOf(turn));
  }
  expect(kept[3]!.raw).toMatchObject({ bytes: Buffer.byteLength(long), sha256: expect.any(String) });
});

test('an answer that took its time is written as its turn, once', async () => {
  const { events } = await session(
    () => '{"orders":[]}',
    () => limits.quickDecisionMs,
  );
  expect(events.filter(({ type }) => type === 'answer_kept')).toEqual([]);
  expect(events.filter(({ type }) => type === 'turn')).toHaveLength(STEPS);
});

test('nothing that a person could not see stands in a journal', async () => {
  const { folder } = await session(() => '{"orders":[],"reasoning":"\u202e \u0085 \u007f"}');
  const text = readFileSync(join(folder, 'journal.jsonl'), 'utf8');
  expect(text).toContain('answer_kept');
  expect(text).not.toMatch(/[\u007f-\u009f\u200e\u200f\u2028-\u202e]/);
});
