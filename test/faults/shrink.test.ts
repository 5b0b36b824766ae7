import { describe, expect, test } from 'vitest';
import type { FaultPlan, PlannedFault } from '../../src/faults/plan.ts';
import { scheduleFor } from '../../src/faults/schedule.ts';
import { shrinkPlan } from '../../src/faults/shrink.ts';
import { cell, planned, planOf } from './support.ts';

const three = planOf([
  planned('rate_limit', 40, { id: 'limit' }),
  planned('projection_lag', 30, { id: 'lag' }),
  planned('amount_sign', 20, { id: 'flip' }),
]);

const shrink = (happens: (plan: FaultPlan) => boolean, more: { plan?: FaultPlan; maxRuns?: number } = {}) =>
  shrinkPlan({
    plan: more.plan ?? three,
    cell,
    seen: new Map(),
    happens: async (plan) => (happens(plan) ? new Map() : null),
    maxRuns: more.maxRuns ?? 1_000,
  });

const ids = ({ faults }: FaultPlan) => faults.map(({ id }) => id);
const extentOf = (plan: FaultPlan, id: string) =>
  scheduleFor(plan, cell).armed.find((fault) => fault.id === id)?.extent ?? 0;

/** A plan of one fault whose seed assigns it to the cell; none that the search would look at. */
function seededPlan(fault: PlannedFault): FaultPlan {
  for (let seed = 1_000n; seed < 60_000n; seed += 1n) {
    const plan = planOf([fault], seed);
    if (scheduleFor(plan, cell).assigned.length > 0) return plan;
  }
  throw new Error('no seed assigns it');
}

describe('the smallest plan', () => {
  test('has the one fault that brings it about, at bound 1', async () => {
    const { plan, isCutShort } = await shrink((each) => extentOf(each, 'flip') > 0);
    expect(plan.faults).toStrictEqual([planned('amount_sign', 1, { id: 'flip' })]);
    expect(plan.declaredRelaxations).toStrictEqual(['position_sign_convention']);
    expect(isCutShort).toBe(false);
  });

  test('keeps a bound that is needed', async () => {
    expect(extentOf(three, 'limit')).toBeGreaterThanOrEqual(7);
    const { plan } = await shrink((each) => extentOf(each, 'limit') >= 7);
    expect(ids(plan)).toStrictEqual(['limit']);
    expect(plan.faults[0]!.bound).toBe(7);
  });

  test('has two faults where it takes both', async () => {
    const { plan } = await shrink((each) => extentOf(each, 'lag') > 0 && extentOf(each, 'limit') > 0);
    expect(ids(plan)).toStrictEqual(['limit', 'lag']);
    expect(plan.faults.map(({ bound }) => bound)).toStrictEqual([1, 1]);
  });

  test('keeps cohort and group, with a seed that assigns the fault to the cell', async () => {
    const rare = seededPlan(planned('projection_lag', 9, { id: 'lag', group: 'g', cohortPpm: 20_000 }));
    const { plan } = await shrink((each) => extentOf(each, 'lag') > 0, { plan: rare });
    expect(plan.faults[0]).toMatchObject({ cohortPpm: 20_000, group: 'g', bound: 1 });
    expect(scheduleFor(plan, cell).assigned).toStrictEqual(['lag']);
  });

  test('is given to every cell where no seed of those looked at would assign it', async () => {
    const fault = planned('projection_lag', 9, { id: 'lag', cohortPpm: 200 });
    const { plan } = await shrink((each) => extentOf(each, 'lag') > 0, { plan: seededPlan(fault) });
    expect(plan.faults).toStrictEqual([{ ...fault, cohortPpm: 1_000_000, bound: 1 }]);
  });

  test('leaves out what the cell does not have', async () => {
    const plan = planOf([planned('projection_lag', 9, { cohortPpm: 1 }), planned('rate_limit', 1)]);
    expect(scheduleFor(plan, cell).assigned).toStrictEqual(['rate_limit']);
    const shrunk = await shrink((each) => extentOf(each, 'rate_limit') > 0, { plan });
    expect(shrunk.plan.faults).toStrictEqual([planned('rate_limit', 1)]);
  });

  test('is the plan at hand where nothing smaller does it', async () => {
    expect((await shrink(() => false)).plan).toStrictEqual(three);
  });
});

describe('the search', () => {
  test('ends at its number of runs and says so', async () => {
    let runs = 0;
    const shrunk = await shrink(
      () => {
        runs += 1;
        return false;
      },
      { maxRuns: 5 },
    );
    expect([shrunk.runs, runs, shrunk.isCutShort]).toStrictEqual([5, 5, true]);
  });

  test('never runs a plan twice, and is the same every time', async () => {
    const trace = async () => {
      const seen: string[] = [];
      await shrink((plan) => {
        seen.push(JSON.stringify(plan, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
        return extentOf(plan, 'lag') >= 7;
      });
      return seen;
    };
    const first = await trace();
    expect(new Set(first).size).toBe(first.length);
    expect(await trace()).toStrictEqual(first);
  });

  test('arms near to where it happened: what needs an early step is found', async () => {
    const armOf = (plan: FaultPlan) => scheduleFor(plan, cell).armed.find(({ id }) => id === 'lag')?.armStep;
    const wanted = armOf(three);
    const { plan } = await shrink((each) => armOf(each) === wanted);
    expect(plan.faults).toHaveLength(1);
    expect(armOf(plan)).toBe(wanted);
  });

  test('and near to the step where it was seen, which may be long after that', async () => {
    // A lag of 30 that arms early is seen at step 17; alone, and short, it has to arm there.
    const isSeen = (plan: FaultPlan) => {
      const lag = scheduleFor(plan, cell).armed.find(({ id }) => id === 'lag');
      return lag !== undefined && lag.armStep <= 17 && lag.armStep + lag.extent > 17;
    };
    let seed = 0n;
    const long = (each: bigint) => planOf([planned('projection_lag', 30, { id: 'lag' })], each);
    while (!isSeen(long(seed)) || scheduleFor(long(seed), cell).armed[0]!.armStep > 4) seed += 1n;
    const sightings = new Map([['lag', 17]]);
    const { plan } = await shrinkPlan({
      plan: long(seed),
      cell,
      seen: sightings,
      happens: async (each) => (isSeen(each) ? sightings : null),
      maxRuns: 100,
    });
    expect(plan.faults[0]!.bound).toBe(1);
    expect(scheduleFor(plan, cell).armed).toMatchObject([{ armStep: 17, extent: 1 }]);
  });
});
