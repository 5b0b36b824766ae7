import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FaultPlan } from '../../faults/plan.ts';
import { planSha256 } from '../../faults/planDigest.ts';
import { planDocument } from '../../faults/planDocument.ts';
import { type Shrunk, type Sightings, shrinkPlan } from '../../faults/shrink.ts';
import type { RunReport } from '../../harness/events.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { cellName } from '../../harness/sweep/cells.ts';
import type { Task } from '../../harness/task.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ExitCode, Io } from '../command.ts';
import { signalExitCode } from '../exitCode.ts';
import { loadFaultPlan } from '../loadFaultPlan.ts';
import { parseCountOption } from '../options.ts';
import { outputFormat } from '../outputFormat.ts';
import { reproduction } from '../reproduction.ts';
import { type RunFlags, resolveRun } from '../resolveRun.ts';
import { CellRunner, Interrupted } from './cellRunner.ts';
import { planLines } from './check.ts';
import { DIVERGENCE, type Happening, parseUntil, seenIn } from './until.ts';
import { writeNew } from './writeNew.ts';

export interface ShrinkFlags extends RunFlags {
  readonly until: string;
  readonly out: string;
  readonly force?: boolean;
  readonly maxRuns: string;
  readonly format: string;
}

/** Finds a smaller plan under which the agent still does it in the cell, and writes it. */
export async function shrinkFaults(file: string, flags: ShrinkFlags, io: Io): Promise<ExitCode> {
  const asJson = outputFormat(flags.format) === 'json';
  const until = parseUntil(flags.until);
  const maxRuns = parseCountOption('--max-runs', flags.maxRuns, 100_000);
  if (flags.force !== true && existsSync(resolve(io.cwd, flags.out))) {
    throw new UsageError(diagnostic('plan-exists', 'error', { file: flags.out }));
  }
  const plan = await loadFaultPlan(file, io.cwd);
  const resolved = await resolveRun({ ...flags, faultPlan: file }, io);
  const { task } = resolved;
  const isDoubled = until.name === DIVERGENCE;
  if (isDoubled && task.agent.transport === 'in-process') {
    throw new UsageError(diagnostic('shrink-no-divergence', 'error', {}, { found: task.agent.id }));
  }
  const runner = new CellRunner(resolved, isDoubled, io);
  try {
    const first = await runner.run(plan);
    const shrunk = await shrinkPlan({
      plan,
      cell: runner.cell,
      seen: await requireHappening(until, first, runner),
      happens: async (candidate) => until.sightings(await runner.run(candidate)),
      maxRuns,
    });
    // A divergence is the very thing that need not come up twice.
    if (!isDoubled && until.sightings(await runner.run(shrunk.plan)) === null) {
      throw new CannotRunError(diagnostic('shrink-unstable', 'error', {}, { found: until.name }));
    }
    await writeNew(flags.out, planDocument(shrunk.plan), flags, io);
    const again = reproduction(
      { ...flags, faultPlan: flags.out },
      { ...task.inputs, costsName: task.costsName },
    );
    const told = { until, plan, shrunk, task, again, out: flags.out, maxRuns };
    io.stdout.write(asJson ? `${recordJson(shrunkRecord(told))}\n` : `${shrunkLines(told).join('\n')}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof Interrupted) || runner.signal === null) throw error;
    io.stderr.write('interrupted; no plan was written\n');
    return signalExitCode(runner.signal);
  } finally {
    runner.dispose();
  }
}

async function requireHappening(until: Happening, report: RunReport, runner: CellRunner): Promise<Sightings> {
  const facts = { cell: cellName(report.cell) };
  const sightings = until.sightings(report);
  if (sightings === null) {
    const rest = { found: until.name, accepted: seenIn(report), facts };
    throw new UsageError(diagnostic('shrink-nothing', 'error', {}, rest));
  }
  if (until.isOfAnyRun && until.sightings(await runner.run(null)) !== null) {
    throw new UsageError(diagnostic('shrink-without-plan', 'error', {}, { found: until.name, facts }));
  }
  return sightings;
}

interface Told {
  readonly until: Happening;
  readonly plan: FaultPlan;
  readonly shrunk: Shrunk;
  readonly task: Task;
  readonly again: string;
  readonly out: string;
  readonly maxRuns: number;
}

function shrunkRecord({ until, plan, shrunk, task, again, out, maxRuns }: Told) {
  const { window, seed } = task.inputs;
  return {
    until: until.name,
    cell: { window_start: window.start, window_end: window.end, seed },
    from: { plan_sha256: planSha256(plan), faults: plan.faults.length },
    to: { plan_sha256: planSha256(shrunk.plan), faults: shrunk.plan.faults.length },
    runs: shrunk.runs,
    max_runs: maxRuns,
    cut_short: shrunk.isCutShort,
    out,
    command: again,
  };
}

function shrunkLines({ until, plan, shrunk, task, again, out, maxRuns }: Told): string[] {
  const { window, seed } = task.inputs;
  const cell = cellName({ window_start: window.start, window_end: window.end, seed });
  const size = ({ faults }: FaultPlan) =>
    `${count(faults.length, 'fault')}, bounds ${faults.map(({ bound }) => bound).join(' ')}`;
  return [
    `${until.name} in ${cell}: ${size(plan)} -> ${size(shrunk.plan)}, after ${count(shrunk.runs, 'run')}`,
    ...(shrunk.isCutShort ? [`ended at --max-runs ${maxRuns}: a smaller plan may be there`] : []),
    '',
    ...planLines(shrunk.plan),
    '',
    `written to ${out}; to see it:`,
    `  ${again}`,
  ];
}
