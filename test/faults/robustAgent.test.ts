import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFaultPlan } from '../../src/faults/parsePlan.ts';
import { armableModes, type FaultPlan, type PlannedFault } from '../../src/faults/plan.ts';
import { planDocument } from '../../src/faults/planDocument.ts';
import { encodeUtf8 } from '../../src/kernel/utf8.ts';
import { functionTask, inputsOf, restates, runAndBook, runTask } from '../support/faults.ts';
import { planOf } from './support.ts';

const samples = new URL('../../examples/faults/', import.meta.url);
const samplePlans = readdirSync(samples).filter((name) => name.endsWith('.json'));

const seed64 = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });

const plans = fc
  .tuple(
    seed64,
    fc.array(
      fc.record({
        mode: fc.constantFrom(...armableModes),
        bound: fc.integer({ min: 1, max: 64 }),
        // Mostly every cell: a fault that is not assigned proves nothing.
        cohortPpm: fc.oneof(
          { arbitrary: fc.constant(1_000_000), weight: 3 },
          { arbitrary: fc.integer({ min: 1, max: 1_000_000 }), weight: 1 },
        ),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([seed, drafts]): FaultPlan => {
    const faults: PlannedFault[] = drafts.map((draft, index) => ({ ...draft, id: `f${index}`, group: null }));
    return planOf(faults, seed);
  });

const cells = fc
  .record({
    symbols: fc.integer({ min: 1, max: 4 }),
    market: fc.integer({ min: 0, max: 999 }),
    start: fc.integer({ min: 0, max: 30 }),
    steps: fc.integer({ min: 1, max: 30 }),
    seed: seed64,
    costs: fc.constantFrom(
      'frictionless' as const,
      'typical' as const,
      'stressed' as const,
      'realistic' as const,
    ),
  })
  .map(({ symbols, market, start, steps, seed, costs }) =>
    inputsOf({ spec: `synthetic:${symbols}:60:${market}`, window: [start, start + steps], seed, costs }),
  );

describe('an agent that ignores cash and portfolio and restates its target', () => {
  test('has, bit for bit, the same run under 500 random plans in random cells', async () => {
    const fired: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(plans, cells, async (plan, inputs) => {
        const without = await runTask(functionTask(inputs, null, restates));
        const under = await runTask(functionTask(inputs, plan, restates));
        expect(runAndBook(under)).toBe(runAndBook(without));
        expect(under.report.stop.status).toBe('done');
        for (const { event } of under.report.fault_evidence!.events) fired[event] = (fired[event] ?? 0) + 1;
      }),
      { numRuns: 500, seed: 20260621 },
    );
    // The property is about faults that act, and all of them do.
    for (const event of [
      'rate_limited',
      'projection_stale',
      'sign_inverted',
      'projection_converged',
      'projection_unconverged',
    ]) {
      expect(fired[event], event).toBeGreaterThan(50);
    }
  });

  test.each(samplePlans)('and under examples/faults/%s', async (name) => {
    const plan = parseFaultPlan(readFileSync(new URL(name, samples)), name);
    let events = 0;
    for (const seed of [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n]) {
      for (const window of [
        [20, 100],
        [100, 180],
      ] as const) {
        const inputs = inputsOf({ spec: 'synthetic:8:180:20260621', window, seed });
        const without = await runTask(functionTask(inputs, null, restates));
        const under = await runTask(functionTask(inputs, plan, restates));
        expect(runAndBook(under)).toBe(runAndBook(without));
        events += under.report.fault_evidence!.events.length;
      }
    }
    expect(events).toBeGreaterThan(10);
  });

  test('reports all that it spent, and is charged for what was accepted', async () => {
    const inputs = inputsOf({});
    const plan = planOf([{ id: 'limit', group: null, cohortPpm: 1_000_000, mode: 'rate_limit', bound: 64 }]);
    const without = await runTask(functionTask(inputs, null, restates));
    const under = await runTask(functionTask(inputs, plan, restates));
    const [event] = under.report.fault_evidence!.events;
    if (event?.event !== 'rate_limited') throw new Error('the limit fires');
    expect(under.report.run.cost).toBe(without.report.run.cost);
    expect(under.report.usage.decisions_reported).toBe(
      without.report.usage.decisions_reported + event.rejected_presentations,
    );
  });
});

describe('a plan that does nothing in a cell', () => {
  test('leaves every event as it was, to the last byte, but for the keys of the plan', async () => {
    const inputs = inputsOf({});
    const plan = planOf([{ id: 'rare', group: null, cohortPpm: 1, mode: 'projection_lag', bound: 64 }]);
    const without = await runTask(functionTask(inputs, null, restates));
    const under = await runTask(functionTask(inputs, plan, restates));
    expect(under.report.fault_evidence?.assigned).toStrictEqual([]);
    const declared = /,"faults":\{"plan_sha256":"[0-9a-f]{64}","declaration":\[.*?\]\}/;
    const evidence =
      /,"fault_evidence":\{"plan_sha256":"[0-9a-f]{64}","cell":\{[^}]*\},"assigned":\[\],"events":\[\],"rate_limited":0\}/;
    expect(under.lines.filter((line) => declared.test(line) || evidence.test(line))).toHaveLength(2);
    expect(under.lines.map((line) => line.replace(declared, '').replace(evidence, ''))).toStrictEqual(
      without.lines,
    );
  });

  test('and without a plan no event has a key of one', async () => {
    const { lines } = await runTask(functionTask(inputsOf({}), null, restates));
    expect(lines.filter((line) => /"(faults|fault_evidence|plan_sha256|rejected)"/.test(line))).toStrictEqual(
      [],
    );
  });
});

test('a plan survives being written and read', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      expect(parseFaultPlan(encodeUtf8(planDocument(plan)), 'plan.json')).toStrictEqual(plan);
    }),
    { seed: 7 },
  );
});
