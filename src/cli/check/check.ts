import { relative } from 'node:path';
import { sourceHints } from '../../determinism/hints/sourceHints.ts';
import { planDocument } from '../../faults/planDocument.ts';
import { assemble, contractRequires } from '../../grading/assemble.ts';
import { CHECK_REPORT_FILE, type CheckReport } from '../../grading/checkReport.ts';
import { type Examination, examine } from '../../grading/examine.ts';
import { CheckRecord } from '../../grading/record/checkRecord.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { wordsOf } from '../catalogue.ts';
import type { ExitCode, Io } from '../command.ts';
import { signalExitCode } from '../exitCode.ts';
import { isGithubActions } from '../githubActions.ts';
import { badOption } from '../options.ts';
import { newSessionId } from '../sessionId.ts';
import { type SignalWatch, watchSignals } from '../signals.ts';
import { version } from '../version.ts';
import { writeNotice } from '../writeKitError.ts';
import { candidateOf, planFileIn } from './candidate.ts';
import { controlDesk } from './controls.ts';
import { checkCommand, checkFlagsToKeep } from './flags.ts';
import { CheckOutput } from './output.ts';
import { CheckProgress } from './progress.ts';
import { type CheckPlanFlags, type ResolvedCheck, resolveCheck } from './resolveCheck.ts';
import { type StoredCheck, storedCheck } from './storedCheck.ts';

export interface CheckFlags extends CheckPlanFlags {
  readonly jobs?: string;
  readonly format: string;
  readonly quiet?: boolean;
  readonly hints?: boolean;
  /** True for the newest check. */
  readonly resume?: string | true;
}

/** Whether this agent would stand: all instruments over one sealed set of runs. */
export async function check(given: CheckFlags, io: Io): Promise<ExitCode> {
  const output = new CheckOutput(given.format, io);
  const stored = given.resume === undefined ? null : resumedCheck(given, io);
  const flags: CheckPlanFlags = stored?.flags ?? given;
  const resolved = await resolveCheck(flags, given.jobs, stored?.file ?? null, io);
  stored?.requireSame(resolved.plan, resolved.key);
  if (given.quiet !== true) for (const each of resolved.setting.notices) writeNotice(each, io);
  const abort = new AbortController();
  const signals = watchSignals((reason) => abort.abort(reason));
  const record = await openRecord(stored, flags, resolved, io);
  let code: ExitCode = 3;
  try {
    const report = await reportOf({ given, flags, resolved, record, io, signal: abort.signal });
    await record.keep(CHECK_REPORT_FILE, report);
    output.report(report, given.quiet === true);
    if (isGithubActions(io.env)) {
      const { announceCheck } = await import('../report/announceCheck.ts');
      announceCheck(report, given.format, io);
    }
    code = exitCodeOf(report, signals);
    return code;
  } catch (error) {
    throw cannotBeKept(error, record.folder) ?? error;
  } finally {
    await record.close(code);
    signals.dispose();
  }
}

interface Sitting {
  readonly given: CheckFlags;
  readonly flags: CheckPlanFlags;
  readonly resolved: ResolvedCheck;
  readonly record: CheckRecord;
  readonly io: Io;
  readonly signal: AbortSignal;
}

async function reportOf(sitting: Sitting): Promise<CheckReport> {
  const { given, flags, resolved, record, io, signal } = sitting;
  const { setting, config, contract, plan, cells, jobs } = resolved;
  const recordPath = relative(io.cwd, record.folder) || '.';
  const candidate = candidateOf({
    setting,
    config,
    flags,
    io,
    plans: new Map(contract.plans.map(({ name, plan: faults }) => [name, faults])),
    planFile: planFileIn(recordPath),
  });
  const progress = new CheckProgress(io, { cells: cells.length, isQuiet: given.quiet === true });
  const desk = controlDesk(io, signal);
  const request: Examination = {
    candidate,
    contract,
    record,
    cells,
    jobs,
    retries: plan.retries,
    isDoubled: contractRequires(contract, 'double-run-equal'),
    kit: version,
    wordsOf,
    signal,
    clock: () => performance.now(),
    controlOf: (row) => desk.stateOf(row),
    onProgress: (change) => progress.cell(change),
    onInstrument: (id) => progress.instrument(id),
  };
  try {
    const examined = await examine(request);
    return await assemble({
      examined,
      request,
      plan,
      recordPath,
      command: checkCommand(flags),
      hints: given.hints === true ? await hintsOf(resolved, io) : null,
      surroundings: { kit: version, node: process.version, platform: `${process.platform} ${process.arch}` },
    });
  } finally {
    progress.clear();
  }
}

/** The static pass alone: places that often make decisions differ, whether or not any did. */
async function hintsOf({ setting, config }: ResolvedCheck, io: Io): Promise<CheckReport['hints']> {
  const folder = config?.folder ?? null;
  const { command } = setting.source.identity;
  return [...(await sourceHints({ command, cwd: folder ?? io.cwd, folder, causes: [] }))];
}

function resumedCheck(given: CheckFlags, io: Io): StoredCheck {
  const clash = (
    ['case', 'windows', 'seeds', 'data', 'costs', 'faultPlan', 'cmd', 'http', 'agent'] as const
  ).find((name) => given[name] !== undefined);
  if (clash !== undefined)
    throw badOption('--resume', `with --${clash}`, '--resume alone: what was checked is checked to its end');
  return storedCheck(io.cwd, given.resume === true ? null : (given.resume ?? null));
}

async function openRecord(
  stored: StoredCheck | null,
  flags: CheckPlanFlags,
  { contract, plan, key }: ResolvedCheck,
  io: Io,
): Promise<CheckRecord> {
  const meta = { kit: version, started_at: new Date().toISOString(), command: checkCommand(flags) };
  try {
    if (stored !== null) return CheckRecord.reopen(io.cwd, stored.id, { meta, key });
    const file = {
      version: 1,
      key,
      plan,
      case: contract.document,
      case_file: contract.file,
      flags: checkFlagsToKeep(flags),
    };
    const record = await CheckRecord.create(io.cwd, newSessionId(), { meta, key, file });
    for (const { name, plan: faults } of contract.plans)
      await record.keepText(`plans/${name}.json`, planDocument(faults));
    return record;
  } catch (error) {
    throw cannotBeKept(error, io.cwd) ?? error;
  }
}

/** A disk that is full is no bug; null for anything that is not the system's answer. */
function cannotBeKept(error: unknown, file: string): CannotRunError | null {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return null;
  return new CannotRunError(diagnostic('check-not-recorded', 'error', { file }, { found: code }));
}

function exitCodeOf(report: CheckReport, { caught }: SignalWatch): ExitCode {
  const isDone = report.verdict.result.kind !== 'pending';
  return caught !== null && !isDone ? signalExitCode(caught) : report.exit_code;
}
