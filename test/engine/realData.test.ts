import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { csvTokenizer } from '../../src/cli/csvTokenizer.ts';
import { type CostProfile, costProfiles } from '../../src/engine/costModel.ts';
import { observationAt } from '../../src/engine/observe.ts';
import { EngineRun } from '../../src/engine/run.ts';
import { readCsv } from '../../src/market/csv/readCsv.ts';
import { vectorAgent, vectorJson } from '../support/vectors.ts';

interface RealDataVector {
  readonly file: string;
  readonly runs: {
    agent: string;
    costs: CostProfile;
    seed: number;
    window: [number, number];
    returns_first5: number[];
    returns_last: number;
    final_nav: number;
    events: number;
    pairs: number;
    hits: number;
  }[];
}

describe('runs over the real price files agree with the reference to the bit', () => {
  for (const { file, runs } of vectorJson<RealDataVector[]>('real-data.json')) {
    const path = new URL(`../../../shared/data/${file}`, import.meta.url);
    const isThere = existsSync(path);
    if (!isThere) console.warn(`SKIPPED: ${file} is not beside the project (../shared/data)`);
    for (const vector of runs) {
      test.skipIf(!isThere)(`${file}: ${vector.agent}, ${vector.costs}`, () => {
        const { dataset } = readCsv(readFileSync(path), file, csvTokenizer);
        const [start, end] = vector.window;
        const run = new EngineRun({
          dataset,
          costs: costProfiles[vector.costs],
          window: { start, end },
          seed: BigInt(vector.seed),
        });
        const decide = vectorAgent(vector);
        while (!run.done) run.execute(decide(observationAt(dataset, run.bar, run.cash, run.shares)));
        const { returns, trace, confidences, outcomes } = run.result();
        expect({
          returns_first5: Array.from(returns.slice(0, 5)),
          returns_last: returns.at(-1),
          final_nav: run.history.nav(run.steps - 1),
          events: trace.events.length,
          pairs: confidences.length,
          hits: outcomes.filter(Boolean).length,
        }).toStrictEqual({
          returns_first5: vector.returns_first5,
          returns_last: vector.returns_last,
          final_nav: vector.final_nav,
          events: vector.events,
          pairs: vector.pairs,
          hits: vector.hits,
        });
      });
    }
  }
});
