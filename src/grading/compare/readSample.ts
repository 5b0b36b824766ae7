import type { CellResult, ReportBasis, SweepPlan } from '../../harness/sweep/records.ts';
import type { CheckReport } from '../checkReport.ts';
import { type MetricName, metricNames, type Sample, type SampleCell } from './sample.ts';

/** The runs of a check without a fault plan: those under one are rank-neutral. */
export function sampleOfCheck(name: string, report: CheckReport): Sample {
  const { candidate, roster, verdict } = report;
  const { kind } = verdict.result;
  const valid: readonly string[] = report.case.valid_results ?? ['passed', 'failed'];
  const reason = 'reason' in verdict.result ? verdict.result.reason : `its grade is ${kind}`;
  return {
    name,
    kind: 'check',
    agent: candidate.agent.id,
    snapshotId: candidate.snapshot_id,
    fixed: fixedBy(roster.digests),
    refusal: valid.includes(kind) ? null : { state: kind === 'pending' ? 'pending' : 'invalid', reason },
    cells: roster.cells.filter(({ plan }) => plan === null).map(cellOf),
  };
}

/** The runs of a sweep's report. */
export function sampleOfSweep(name: string, { plan, cells }: Pick<ReportBasis, 'plan' | 'cells'>): Sample {
  const isPlanned = plan.fault_plan !== undefined;
  return {
    name,
    kind: 'sweep',
    agent: plan.agent.id,
    snapshotId: plan.snapshot_id,
    fixed: { ...fixedBy(plan.digests), ...(isPlanned && { 'fault plan': plan.fault_plan!.sha256 }) },
    refusal: null,
    cells: cells.map(cellOf),
  };
}

function cellOf(result: Omit<CellResult, 'type'>): SampleCell {
  const { cell, status, summary, failure, code } = result;
  const why = `${failure ?? 'no run'}${code === null ? '' : ` (${code})`}`;
  const numbers = Object.fromEntries(metricNames.map((metric) => [metric, summary?.[metric] ?? null]));
  return {
    ...cell,
    state: stateOf[status],
    reason: status === 'clean' ? null : status === 'not_run' ? 'it has not run' : why,
    numbers: numbers as Record<MetricName, number | null>,
  };
}

const stateOf = { clean: 'complete', failed: 'excluded', incomplete: 'invalid', not_run: 'pending' } as const;

export function fixedBy({
  dataset_sha256,
  cost_model_sha256,
  engine_version,
  sidecars,
}: SweepPlan['digests']): Record<string, string> {
  return {
    data: dataset_sha256,
    costs: cost_model_sha256,
    engine: engine_version,
    sidecars: Object.entries(sidecars ?? {})
      .map((entry) => entry.join(' '))
      .join(', '),
  };
}
