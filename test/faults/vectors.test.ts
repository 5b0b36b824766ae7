import { describe, expect, test } from 'vitest';
import { costProfiles } from '../../src/engine/costModel.ts';
import { observationAt } from '../../src/engine/observe.ts';
import { EngineRun } from '../../src/engine/run.ts';
import { type DrawContext, draw } from '../../src/faults/draws.ts';
import { FaultRun } from '../../src/faults/faultRun.ts';
import { parseFaultPlan } from '../../src/faults/parsePlan.ts';
import { modes } from '../../src/faults/plan.ts';
import { planSha256 } from '../../src/faults/planDigest.ts';
import { scheduleFor } from '../../src/faults/schedule.ts';
import { UsageError } from '../../src/kernel/errors.ts';
import { encodeUtf8 } from '../../src/kernel/utf8.ts';
import { decisionOf, type EngineVector, vectorDataset, vectorJson, vectorText } from '../support/vectors.ts';

interface FaultVector {
  readonly id: string;
  readonly plan_sha256: string;
  readonly data: string;
  readonly window: [number, number];
  readonly seed: number;
  readonly decisions: NonNullable<EngineVector['decisions']>;
  readonly presented: { date: string; cash: number; shares: Record<string, number> }[];
  readonly accepted: number;
  readonly evidence: { plan_sha256: string; cell: unknown; assigned: string[]; events: unknown[] };
  readonly armed: Record<string, unknown>[];
  readonly returns: number[];
}

/** The plan as it stands in the line: its seed may pass 2^53. */
function planIn(line: string) {
  const start = line.indexOf('"plan":') + '"plan":'.length;
  const end = line.indexOf(',"plan_sha256"');
  return parseFaultPlan(encodeUtf8(line.slice(start, end)), 'vector');
}

describe('a plan gives the reference’s digest, schedule, presentations, evidence and returns', () => {
  for (const line of vectorText('faults.jsonl').trimEnd().split('\n')) {
    const vector = JSON.parse(line) as FaultVector;
    test(vector.id, () => {
      const plan = planIn(line);
      expect(planSha256(plan)).toBe(vector.plan_sha256);
      const dataset = vectorDataset(vector.data);
      const [start, end] = vector.window;
      const cell = { windowStart: start, windowEnd: end, seed: BigInt(vector.seed) };
      const schedule = scheduleFor(plan, cell);
      expect(schedule.assigned).toStrictEqual(vector.evidence.assigned);
      expect(
        schedule.armed.map(({ id, mode, armStep, extent }) => ({
          arm_step: armStep,
          id,
          mode,
          [modes[mode].parameter]: extent,
        })),
      ).toStrictEqual(vector.armed);

      const run = new EngineRun({
        dataset,
        costs: costProfiles.typical,
        window: { start, end },
        seed: cell.seed,
      });
      const faults = new FaultRun(schedule, dataset.symbols);
      const presented: unknown[] = [];
      let next = 0;
      while (!run.done) {
        const shown = faults.present({ cash: run.cash, shares: run.shares });
        const observation = observationAt(dataset, run.bar, shown.cash, shown.shares);
        for (;;) {
          presented.push({
            date: observation.date,
            cash: observation.cash,
            shares: Object.fromEntries(observation.portfolio.map(({ symbol, shares }) => [symbol, shares])),
          });
          const decision = decisionOf(vector.decisions[next]!);
          next += 1;
          if (faults.submit(decision) === 'reject') continue;
          run.execute(decision);
          break;
        }
      }
      expect(presented).toStrictEqual(vector.presented);
      expect(run.step).toBe(vector.accepted);
      expect(faults.finish()).toStrictEqual(vector.evidence.events);
      expect(Array.from(run.result().returns)).toStrictEqual(vector.returns);
    });
  }
});

describe('a plan that must be refused is refused', () => {
  for (const { name, plan } of vectorJson<{ name: string; plan: unknown }[]>('fault-plans.refused.json')) {
    test(name, () => {
      expect(() => parseFaultPlan(encodeUtf8(JSON.stringify(plan)), 'plan.json')).toThrow(UsageError);
    });
  }
});

test('the two pinned cohort draws', () => {
  const context: DrawContext = {
    planDigest: 'ab'.repeat(32),
    planSeed: 7n,
    cell: { windowStart: 3, windowEnd: 33, seed: 11n },
  };
  expect(draw(context, 'group', 'book', 1_000_000)).toBe(972610);
  expect(draw(context, 'independent', 'book', 1_000_000)).toBe(158468);
});
