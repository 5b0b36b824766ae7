import { describe, expect, test } from 'vitest';
import { costDigestPreimage, costModelSha256 } from '../../src/engine/costDigest.ts';
import { observationAt } from '../../src/engine/observe.ts';
import { EngineRun } from '../../src/engine/run.ts';
import {
  type EngineVector,
  vectorAgent,
  vectorCosts,
  vectorDataset,
  vectorJson,
  vectorLines,
} from '../support/vectors.ts';

function runVector(vector: EngineVector) {
  const dataset = vectorDataset(vector.data);
  const [start, end] = vector.window;
  const run = new EngineRun({
    dataset,
    costs: vectorCosts(vector.costs),
    window: { start, end },
    seed: BigInt(vector.seed),
  });
  const decide = vectorAgent(vector);
  const observations: unknown[] = [];
  while (!run.done) {
    const observation = observationAt(dataset, run.bar, run.cash, run.shares);
    observations.push({
      ...observation,
      symbols: observation.symbols.map((each) => ({
        ...each,
        close_history: Array.from(each.close_history),
        fundamentals: Object.fromEntries(each.fundamentals),
      })),
      portfolio: observation.portfolio,
    });
    run.execute(decide(observation));
  }
  return { run, dataset, observations };
}

describe('the engine agrees with the reference to the bit', () => {
  for (const vector of vectorLines<EngineVector>('engine.jsonl')) {
    test(`${vector.id}: ${vector.agent} under ${vector.costs.slice(0, 24)} on ${vector.data}`, () => {
      const { run, dataset, observations } = runVector(vector);
      const result = run.result();
      // toStrictEqual compares numbers by Object.is.
      expect({ ...result, returns: Array.from(result.returns) }).toStrictEqual(vector.run);
      const book = vector.book.map((_, step) => ({
        cash: run.history.cash(step),
        shares: Object.fromEntries(
          dataset.symbols.map((symbol, index) => [symbol, run.history.shares(step, index)]),
        ),
        nav: run.history.nav(step),
      }));
      expect(book).toStrictEqual(vector.book);
      if (vector.observations) expect(observations).toStrictEqual(vector.observations);
    });
  }
});

describe('a cost model is named by the digest of its bits', () => {
  for (const each of vectorJson<{ spec: string; preimage: string; sha256: string }[]>('costs.json')) {
    test(each.spec, () => {
      const costs = vectorCosts(each.spec === 'default' ? 'typical' : each.spec);
      expect(costDigestPreimage(costs)).toBe(each.preimage);
      expect(costModelSha256(costs)).toBe(each.sha256);
    });
  }
});
