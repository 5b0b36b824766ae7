import { type FaultPlan, modes } from '../../faults/plan.ts';
import { planSha256 } from '../../faults/planDigest.ts';
import type { Schedule } from '../../faults/schedule.ts';
import { cellName } from '../../harness/sweep/cells.ts';
import { count } from '../../reporters/text/numbers.ts';
import { table } from '../../reporters/text/table.ts';
import { wrapped } from '../../reporters/text/wrapped.ts';

/** All cells of a sweep, a line each, and then how many of them each fault has. */
export function sweepScheduleLines(plan: FaultPlan, schedules: readonly Schedule[]): string[] {
  const names = schedules.map(({ cell }) =>
    cellName({ window_start: cell.windowStart, window_end: cell.windowEnd, seed: cell.seed }),
  );
  const width = Math.max(...names.map((name) => name.length));
  return [
    `plan ${planSha256(plan).slice(0, 12)}  ${count(schedules.length, 'cell')}`,
    '',
    ...schedules.flatMap(({ armed }, index) => {
      const faults = armed.map(
        ({ id, mode, armStep, extent }) => `${id} (step ${armStep}, ${modes[mode].parameter} ${extent})`,
      );
      return wrapped(
        faults.length === 0 ? 'none' : faults.join(', '),
        `  ${(names[index] ?? '').padEnd(width)}  `,
      );
    }),
    '',
    ...table([
      ['fault', 'assigned', 'of cells'],
      ...plan.faults.map(({ id }) => [
        id,
        String(schedules.filter(({ assigned }) => assigned.includes(id)).length),
        String(schedules.length),
      ]),
    ]),
  ];
}
