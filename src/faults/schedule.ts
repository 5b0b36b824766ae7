import { type DrawCell, type DrawContext, draw } from './draws.ts';
import { type FaultMode, type FaultPlan, modes, type PlannedFault } from './plan.ts';
import { planSha256 } from './planDigest.ts';

const PPM = 1_000_000;

/** A fault that is assigned to a cell, with its drawn parameters. */
export interface ArmedFault {
  readonly id: string;
  readonly mode: FaultMode;
  /** First decision step at which it may fire. */
  readonly armStep: number;
  /** Lagged steps, inverted steps or rejected presentations; at least 1. */
  readonly extent: number;
}

/** What a plan does to one cell, known before the run. */
export interface Schedule {
  readonly planSha256: string;
  readonly cell: DrawCell;
  /** Ids in plan order. */
  readonly assigned: readonly string[];
  /** Same faults with their parameters; empty for a window of no steps. */
  readonly armed: readonly ArmedFault[];
}

/** Draws which faults a cell gets, and when they arm (page 5.2). */
export function scheduleFor(plan: FaultPlan, cell: DrawCell): Schedule {
  const context: DrawContext = { planDigest: planSha256(plan), planSeed: plan.seed, cell };
  const assigned = assignedFaults(plan.faults, context);
  const steps = Math.max(0, cell.windowEnd - cell.windowStart);
  return {
    planSha256: context.planDigest,
    cell,
    assigned: assigned.map(({ id }) => id),
    armed: steps === 0 ? [] : assigned.map((fault) => arm(fault, steps, context)),
  };
}

/** Faults of one group share one draw and take consecutive ranges of it in plan order. */
function assignedFaults(faults: readonly PlannedFault[], context: DrawContext): PlannedFault[] {
  const nextLower = new Map<string, number>();
  return faults.filter(({ id, group, cohortPpm }) => {
    if (group === null) return draw(context, 'independent', id, PPM) < cohortPpm;
    const lower = nextLower.get(group) ?? 0;
    nextLower.set(group, lower + cohortPpm);
    const drawn = draw(context, 'group', group, PPM);
    return drawn >= lower && drawn < lower + cohortPpm;
  });
}

function arm({ id, mode, bound }: PlannedFault, steps: number, context: DrawContext): ArmedFault {
  return {
    id,
    mode,
    armStep: draw(context, 'parameter:arm_step', id, steps),
    extent: 1 + draw(context, `parameter:${modes[mode].parameter}`, id, bound),
  };
}
