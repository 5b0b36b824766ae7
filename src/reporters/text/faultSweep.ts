import type { SweepReport } from '../../harness/sweep/report.ts';
import type { Style } from '../style.ts';
import { gradeCounts, gradeTally } from './faultGrades.ts';
import { shortened } from './shortened.ts';
import { table } from './table.ts';
import { wrapped } from './wrapped.ts';

/** Faults that are told one by one. */
const FAULT_ROWS = 16;
const FAULT_COLUMNS = 40;

/** What a fault plan did over a sweep: per fault its denominators, and how it was answered. */
export function faultSweepLines({ plan, overall, cells }: SweepReport, style: Style): string[] {
  if (overall.faults === undefined || plan.fault_plan === undefined) return [];
  const events = cells.flatMap((each) => each.fault_evidence?.events ?? []);
  const shown = overall.faults.slice(0, FAULT_ROWS);
  const [head = '', ...body] = table([
    ['fault', 'cells', 'assigned', 'fired'],
    ...shown.map((each) => [
      shortened(each.fault_id, FAULT_COLUMNS),
      ...[each.cells, each.assigned, each.fired].map(String),
    ]),
  ]);
  const lines = shown.flatMap((fault, index) => {
    const tally = gradeTally(gradeCounts(events.filter(({ fault_id }) => fault_id === fault.fault_id)));
    return [body[index] ?? '', ...(tally === '' ? [] : wrapped(tally, '    '))];
  });
  const more = overall.faults.length - shown.length;
  return [
    '',
    style.dim(`  fault plan ${plan.fault_plan.sha256.slice(0, 12)}; rank-neutral evidence`),
    style.dim(head),
    ...lines,
    ...(more > 0 ? [style.dim(`  and ${more} more; --format json has all`)] : []),
  ];
}
