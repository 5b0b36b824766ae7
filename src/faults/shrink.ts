import type { DrawCell } from './draws.ts';
import { type FaultPlan, type PlannedFault, usedRelaxations } from './plan.ts';
import { planSha256 } from './planDigest.ts';
import { type ArmedFault, scheduleFor } from './schedule.ts';

/** Faults that brought it about, and the step at which they first did. */
export type Sightings = ReadonlyMap<string, number>;

export interface ShrinkRequest {
  /** A plan under which it happens. */
  readonly plan: FaultPlan;
  readonly cell: DrawCell;
  /** Under that plan. */
  readonly seen: Sightings;
  /** Runs the agent in the cell under a plan; null if it does not happen there. */
  readonly happens: (plan: FaultPlan) => Promise<Sightings | null>;
  /** No more runs than this. */
  readonly maxRuns: number;
}

export interface Shrunk {
  readonly plan: FaultPlan;
  readonly runs: number;
  /** The search ended for want of runs: a smaller plan may be there. */
  readonly isCutShort: boolean;
}

/**
 * Seeds that are looked at for a smaller plan, and how many of them are run that draw
 * nearest to the schedule at hand, and again nearest to the step where it happened.
 */
const SEEDS_DRAWN = 512;
const SEEDS_RUN = 4;
const ALL_CELLS = 1_000_000;

/**
 * The smallest plan that is found under which it still happens in the cell: fewest
 * faults first, then smallest bounds. A plan's digest takes part in every draw, so a
 * smaller plan is another schedule: for each, the seeds that draw nearest to what is
 * known to do it are run. Deterministic if the agent is.
 */
export async function shrinkPlan(request: ShrinkRequest): Promise<Shrunk> {
  const search = new Search(request);
  await search.fewerFaults();
  await search.smallerBounds();
  return search.result();
}

class Search {
  readonly #request: ShrinkRequest;
  readonly #tried = new Set<string>();
  #best: FaultPlan;
  #seen: Sightings;
  #runs = 0;
  #isCutShort = false;

  constructor(request: ShrinkRequest) {
    this.#request = request;
    this.#best = request.plan;
    this.#seen = request.seen;
    this.#tried.add(planSha256(request.plan));
  }

  result(): Shrunk {
    return { plan: this.#best, runs: this.#runs, isCutShort: this.#isCutShort };
  }

  /** One fault alone where that is enough; else one fault less as long as that goes. */
  async fewerFaults(): Promise<void> {
    const { plan, cell, seen } = this.#request;
    const { assigned } = scheduleFor(plan, cell);
    // A fault that the cell does not have brought nothing about.
    const present = plan.faults.filter(({ id }) => assigned.includes(id));
    if (plan.faults.length === 1) return;
    const rank = ({ id }: PlannedFault) => (seen.has(id) ? 0 : 1);
    for (const fault of present.toSorted((a, b) => rank(a) - rank(b))) {
      if (await this.#improve([fault])) return;
    }
    // What the cell does not have cannot be left out one by one: it takes no part in it.
    if (present.length < plan.faults.length && !(await this.#improve(present))) return;
    for (const { id } of present) {
      const { faults } = this.#best;
      // Each fault alone was tried above.
      if (faults.length > 2) await this.#improve(faults.filter((each) => each.id !== id));
    }
  }

  async smallerBounds(): Promise<void> {
    const { assigned } = scheduleFor(this.#best, this.#request.cell);
    if (assigned.length < this.#best.faults.length) return;
    for (const { id } of this.#best.faults) await this.#smallerBound(id);
  }

  /** Doubled from 1 until it happens, then halved between there and the last where it did not. */
  async #smallerBound(id: string): Promise<void> {
    const boundOf = () => this.#best.faults.find((each) => each.id === id)?.bound ?? 1;
    let below = 0;
    for (let bound = 1; bound < boundOf(); bound *= 2) {
      if (await this.#withBound(id, bound)) break;
      below = bound;
    }
    while (boundOf() - below > 1) {
      const middle = Math.floor((below + boundOf()) / 2);
      if (!(await this.#withBound(id, middle))) below = middle;
    }
  }

  #withBound(id: string, bound: number): Promise<boolean> {
    return this.#improve(this.#best.faults.map((each) => (each.id === id ? { ...each, bound } : each)));
  }

  /** Runs plans of these faults until it happens under one, which is the best from then on. */
  async #improve(faults: readonly PlannedFault[]): Promise<boolean> {
    if (this.#isCutShort) return false;
    for (const plan of this.#candidates(faults)) {
      const digest = planSha256(plan);
      if (this.#tried.has(digest)) continue;
      if (this.#runs >= this.#request.maxRuns) {
        this.#isCutShort = true;
        return false;
      }
      this.#tried.add(digest);
      this.#runs += 1;
      const seen = await this.#request.happens(plan);
      if (seen === null) continue;
      this.#best = plan;
      this.#seen = seen;
      return true;
    }
    return false;
  }

  /** Cohorts are kept unless no seed assigns all of the faults to the cell. */
  #candidates(faults: readonly PlannedFault[]): readonly FaultPlan[] {
    const kept = this.#nearest(faults);
    if (kept.length > 0) return kept;
    return this.#nearest(faults.map((each) => ({ ...each, group: null, cohortPpm: ALL_CELLS })));
  }

  #nearest(faults: readonly PlannedFault[]): readonly FaultPlan[] {
    const { cell } = this.#request;
    const { armed } = scheduleFor(this.#best, cell);
    const seeds = new Set([
      this.#best.seed,
      ...Array.from({ length: SEEDS_DRAWN }, (_, seed) => BigInt(seed)),
    ]);
    const found: { plan: FaultPlan; fromSchedule: number; fromStep: number }[] = [];
    for (const seed of seeds) {
      const plan = { seed, declaredRelaxations: usedRelaxations(faults), faults };
      const schedule = scheduleFor(plan, cell);
      if (schedule.assigned.length < faults.length) continue;
      const fromSchedule = distance(schedule.armed, armed);
      found.push({ plan, fromSchedule, fromStep: this.#distanceFromStep(schedule.armed) ?? fromSchedule });
    }
    const first = (key: 'fromSchedule' | 'fromStep') =>
      found.toSorted((a, b) => a[key] - b[key]).slice(0, SEEDS_RUN);
    return [...first('fromSchedule'), ...first('fromStep')].map(({ plan }) => plan);
  }

  /** How far the faults that did it arm from the step where they did; null if that is not known. */
  #distanceFromStep(armed: readonly ArmedFault[]): number | null {
    const distances = armed.flatMap(({ id, armStep }) => {
      const step = this.#seen.get(id);
      return step === undefined ? [] : [Math.abs(armStep - step)];
    });
    return distances.length === 0 ? null : distances.reduce((sum, each) => sum + each, 0);
  }
}

/** How far the faults arm from where those of the same id do in the schedule at hand. */
function distance(armed: readonly ArmedFault[], wanted: readonly ArmedFault[]): number {
  let sum = 0;
  for (const { id, armStep, extent } of armed) {
    const like = wanted.find((each) => each.id === id);
    if (like !== undefined) sum += Math.abs(armStep - like.armStep) + Math.abs(extent - like.extent) / 8;
  }
  return sum;
}
