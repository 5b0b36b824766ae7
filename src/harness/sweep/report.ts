import { recordJson } from '../recordJson.ts';
import type { Usage } from '../usage.ts';
import { type Aggregate, aggregate } from './aggregate.ts';
import type { Shard } from './cells.ts';
import { type FaultDenominators, faultDenominators } from './faultDenominators.ts';
import { type CellResult, SWEEP_VERSION, type SweepPlan } from './records.ts';
import { sumUsage } from './sumUsage.ts';

export interface WindowAggregate extends Aggregate {
  readonly window_start: number;
  readonly window_end: number;
}

/** How the attempts of all cells went; durations are in the journals alone. */
export interface AttemptCount {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Failed attempts by kind; those that a later attempt got past are among them. */
  readonly failures: Readonly<Record<string, number>>;
  /** Cells that needed more than one attempt. */
  readonly retried_cells: number;
}

/** All of a sweep: a function of its plan and its cells, whoever ran them. */
export interface SweepReport {
  readonly type: 'sweep_report';
  readonly version: typeof SWEEP_VERSION;
  readonly plan: SweepPlan;
  readonly shard: Shard | null;
  readonly overall: Aggregate & {
    /** Present only under a fault plan: its faults in plan order. */
    readonly faults?: readonly FaultDenominators[];
  };
  readonly by_window: readonly WindowAggregate[];
  readonly attempts: AttemptCount;
  readonly usage: Usage;
  /** In cell order. */
  readonly cells: readonly CellResult[];
}

/** `cells` are all of the sweep, or all of the shard, in cell order. */
export function sweepReport(plan: SweepPlan, shard: Shard | null, cells: readonly CellResult[]): SweepReport {
  return {
    type: 'sweep_report',
    version: SWEEP_VERSION,
    plan,
    shard,
    overall: {
      ...ofPart(aggregate(cells), shard),
      ...(plan.fault_plan !== undefined && { faults: faultDenominators(plan.fault_plan.faults, cells) }),
    },
    by_window: plan.windows.map(([start, end]) => ({
      window_start: start,
      window_end: end,
      ...ofPart(
        aggregate(cells.filter(({ cell }) => cell.window_start === start && cell.window_end === end)),
        shard,
      ),
    })),
    attempts: attemptCount(cells),
    usage: sumUsage(cells.map((each) => each.usage)),
    cells,
  };
}

/** The report as one line of JSON. */
export function sweepReportText(report: SweepReport): string {
  return `${recordJson(report)}\n`;
}

/** A shard is no sample of the sweep, so it claims nothing about it. */
function ofPart(all: Aggregate, shard: Shard | null): Aggregate {
  if (shard === null) return all;
  const part = `shard ${shard.index}/${shard.count} alone`;
  return { ...all, totals: null, no_totals: all.no_totals === null ? part : `${part}, ${all.no_totals}` };
}

function attemptCount(cells: readonly CellResult[]): AttemptCount {
  const attempts = cells.flatMap((each) => each.attempts);
  const failed = attempts.filter((each) => each.outcome === 'failed');
  const failures: Record<string, number> = {};
  for (const { failure } of failed) {
    if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
  }
  return {
    total: attempts.length,
    passed: attempts.filter((each) => each.outcome === 'passed').length,
    failed: failed.length,
    failures: Object.fromEntries(Object.entries(failures).sort(([a], [b]) => (a < b ? -1 : 1))),
    retried_cells: cells.filter((each) => each.attempts.length > 1).length,
  };
}
