import { armedRecord } from '../../faults/armedRecord.ts';
import { declarationLines } from '../../faults/declaration.ts';
import type { FaultPlan } from '../../faults/plan.ts';
import { planSha256 } from '../../faults/planDigest.ts';
import { type Schedule, scheduleFor } from '../../faults/schedule.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { cellsOf } from '../../harness/sweep/cells.ts';
import type { Window } from '../../market/dataset.ts';
import { parseWindow } from '../../market/windows.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadDataset } from '../loadDataset.ts';
import { loadFaultPlan } from '../loadFaultPlan.ts';
import { badOption, parseSeedOption } from '../options.ts';
import { outputFormat } from '../outputFormat.ts';
import { parseSeeds, parseWindows, requireSize } from '../sweep/plan.ts';
import { declarationText } from './check.ts';
import { sweepScheduleLines } from './sweepSchedule.ts';
import { timelineLines } from './timeline.ts';

export interface ExplainFlags {
  readonly window?: string;
  readonly seed?: string;
  readonly sweep?: boolean;
  readonly windows?: string;
  readonly seeds?: string;
  readonly data?: string;
  readonly format: string;
}

/** What a plan does to one cell, or to all of a sweep: known before any run. */
export async function explainPlan(file: string, flags: ExplainFlags, io: Io): Promise<ExitCode> {
  const asJson = outputFormat(flags.format) === 'json';
  const plan = await loadFaultPlan(file, io.cwd);
  const isSweep = flags.sweep === true || flags.window === undefined;
  if (isSweep) await explainSweep(plan, flags, asJson, io);
  else await explainCell(plan, flags, asJson, io);
  return 0;
}

async function explainCell(plan: FaultPlan, flags: ExplainFlags, asJson: boolean, io: Io): Promise<void> {
  for (const name of ['windows', 'seeds'] as const) {
    const value = flags[name];
    if (value !== undefined) throw badOption(`--${name}`, value, 'lists only for a sweep, without --window');
  }
  const seed = parseSeedOption(flags.seed ?? '0');
  // A cell's schedule needs no data; with data the window has to lie in it, and steps have dates.
  const data = flags.data === undefined ? null : await loadDataset(flags.data, { cwd: io.cwd });
  const window = parseWindow(flags.window ?? '', data?.dataset.dates.length ?? Number.MAX_SAFE_INTEGER);
  const schedule = scheduleFor(plan, { windowStart: window.start, windowEnd: window.end, seed });
  if (asJson) {
    io.stdout.write(
      `${recordJson({
        plan_sha256: schedule.planSha256,
        declaration: declarationLines(plan),
        ...scheduleRecord(schedule),
      })}\n`,
    );
    return;
  }
  const dates = data?.dataset.dates.slice(window.start, window.end) ?? null;
  io.stdout.write(`${[...timelineLines(schedule, dates), '', ...declarationText(plan)].join('\n')}\n`);
}

async function explainSweep(plan: FaultPlan, flags: ExplainFlags, asJson: boolean, io: Io): Promise<void> {
  if (flags.window !== undefined) {
    throw badOption('--window', flags.window, 'one cell without --sweep, or --windows A:B,C:D for a sweep');
  }
  if (flags.seed !== undefined && flags.seeds !== undefined) {
    throw badOption('--seed', flags.seed, 'either --seed or --seeds');
  }
  const seeds = flags.seed === undefined ? parseSeeds(flags.seeds) : [parseSeedOption(flags.seed)];
  const windows = await windowsOf(flags, io);
  requireSize(windows.length * seeds.length, null);
  const schedules = cellsOf(windows, seeds).map(({ window, seed }) =>
    scheduleFor(plan, { windowStart: window.start, windowEnd: window.end, seed }),
  );
  if (!asJson) {
    io.stdout.write(`${[...sweepScheduleLines(plan, schedules), '', ...declarationText(plan)].join('\n')}\n`);
    return;
  }
  const cells = schedules.map((schedule) => ({
    cell: {
      window_start: schedule.cell.windowStart,
      window_end: schedule.cell.windowEnd,
      seed: schedule.cell.seed,
    },
    ...scheduleRecord(schedule),
  }));
  io.stdout.write(
    `${recordJson({ plan_sha256: planSha256(plan), declaration: declarationLines(plan), cells })}\n`,
  );
}

async function windowsOf(flags: ExplainFlags, io: Io): Promise<readonly Window[]> {
  const { dataset, windows } = await loadDataset(flags.data, { cwd: io.cwd });
  return flags.windows === undefined ? windows() : parseWindows(flags.windows, dataset.dates.length);
}

function scheduleRecord({ assigned, armed }: Schedule) {
  return { assigned, armed: armed.map(armedRecord) };
}
