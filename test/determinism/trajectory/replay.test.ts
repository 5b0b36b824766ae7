import { describe, expect, test } from 'vitest';
import { readTrajectory } from '../../../src/determinism/trajectory/readTrajectory.ts';
import { replayedObservations, replayRun } from '../../../src/determinism/trajectory/replay.ts';
import type { RunTrajectory } from '../../../src/determinism/trajectory.ts';
import { runText } from '../../../src/harness/eventText.ts';
import type { Dataset } from '../../../src/market/dataset.ts';
import { canonicalDigest } from '../../../src/protocol/canonical.ts';
import type { Decision } from '../../../src/protocol/decision.ts';
import {
  decisionOf,
  type EngineVector,
  vectorCosts,
  vectorDataset,
  vectorLines,
} from '../../support/vectors.ts';

const vectors = vectorLines<EngineVector & { trajectory?: object }>('engine.jsonl');
const named = (those: typeof vectors) => those.map((vector) => [vector.id, vector] as const);
/** With the run as the reference captured it. */
const captured = named(vectors.filter(({ trajectory }) => trajectory !== undefined));
const scripted = named(vectors.filter(({ agent }) => agent === 'script'));

function marketOf(vector: EngineVector) {
  return { dataset: vectorDataset(vector.data), costs: vectorCosts(vector.costs) };
}

/** The seed is taken from where the vector writes it as text: JSON.parse has rounded the other. */
function capturedRun({ trajectory, seed }: (typeof vectors)[number]): RunTrajectory {
  const file = JSON.stringify({ agent_id: 'vector', runs: [{ ...trajectory, seed: 0 }] });
  const [run] = readTrajectory(new TextEncoder().encode(file), 'vector').trajectory.runs;
  return { ...run!, seed: BigInt(seed) };
}

const HOLD: Decision = { orders: [], reasoning: '' };

function scriptedRun(vector: EngineVector, { dates }: Dataset): RunTrajectory {
  const [window_start, window_end] = vector.window;
  const steps = Array.from({ length: window_end - window_start }, (_, step) => {
    const written = vector.decisions?.[step];
    const decision = written === undefined ? HOLD : decisionOf(written);
    return { step, observation_id: dates[window_start + step]!, decision };
  });
  return { window_start, window_end, seed: BigInt(vector.seed), steps };
}

function expectSameRun(run: RunTrajectory, vector: EngineVector): void {
  const { engine, book } = replayRun(run, marketOf(vector));
  expect(JSON.parse([...runText(engine.result())].join(''))).toEqual(vector.run);
  const rows = vector.book.map((_, step) => ({
    cash: book.cash(step),
    shares: Object.fromEntries(book.symbols.map((symbol, index) => [symbol, book.shares(step, index)])),
    nav: book.nav(step),
  }));
  expect(rows).toEqual(vector.book);
  expect(book.steps).toBe(vector.book.length);
}

describe('recorded decisions give the reference’s run again, exactly', () => {
  test.each(captured)('as the reference captured it: %s', (_, vector) => {
    expectSameRun(capturedRun(vector), vector);
  });

  test.each(scripted)('as it was scripted: %s', (_, vector) => {
    expectSameRun(scriptedRun(vector, vectorDataset(vector.data)), vector);
  });
});

test.each(captured)(
  'the observations of a recorded run are those that the agent was shown: %s',
  (_, vector) => {
    const digest = (text: string) => canonicalDigest(new TextEncoder().encode(text));
    const lines = [...replayedObservations(capturedRun(vector), marketOf(vector))];
    expect(lines.map(digest)).toEqual(vector.observations!.map((each) => digest(JSON.stringify(each))));
  },
);
