import { createHash } from 'node:crypto';
import type { RunResult } from '../../engine/run.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import type { RunReport } from '../events.ts';
import { runText } from '../eventText.ts';
import { attemptFailure } from '../session.ts';
import { ownFailures } from '../stall.ts';
import type { SweepCell } from './cells.ts';
import type { CellResult } from './records.ts';
import { sumUsage } from './sumUsage.ts';

/**
 * What a sweep keeps of a finished run: no wall times, so that it is the same on every
 * machine. The report may not be that of an interrupted run.
 */
export function cellResult(cell: SweepCell, report: RunReport, command: string): CellResult {
  const isClean = report.stop.status === 'done';
  const failure = isClean ? null : (attemptFailure(report) ?? 'agent_protocol_violation');
  const isOwn = (ownFailures as readonly (string | null)[]).includes(failure);
  const status = isClean ? 'clean' : isOwn ? 'failed' : 'incomplete';
  const firstError = report.findings.find((each) => each.diagnostic.severity === 'error');
  return {
    type: 'sweep_cell',
    index: cell.index,
    cell: placeOf(cell),
    status,
    failure,
    code: isClean ? null : (firstError?.diagnostic.code ?? report.stop.reason),
    first_failed_step: isClean ? null : report.health.first_failed_step,
    run_sha256: status === 'incomplete' ? null : runDigest(report.run),
    summary: isClean ? report.summary : null,
    attempts: report.attempts.map(({ attempt_id, outcome, failure, code, turns, usage }) => ({
      attempt_id,
      outcome,
      failure,
      code,
      turns,
      usage,
    })),
    usage: sumUsage(report.attempts.map((attempt) => attempt.usage)),
    ...(status !== 'incomplete' && evidenceOf(report)),
    command,
  };
}

/** A cell that the sweep did not get to, or did not finish. */
export function notRun(cell: SweepCell, command: string): CellResult {
  return {
    type: 'sweep_cell',
    index: cell.index,
    cell: placeOf(cell),
    status: 'not_run',
    failure: null,
    code: null,
    first_failed_step: null,
    run_sha256: null,
    summary: null,
    attempts: [],
    usage: sumUsage([]),
    command,
  };
}

/** What a fault plan did to the run; nothing without one. */
function evidenceOf({ fault_evidence: evidence }: RunReport): Pick<CellResult, 'fault_evidence'> {
  if (evidence === undefined) return {};
  const { rate_limited: _hostTime, ...machineFree } = evidence;
  return { fault_evidence: machineFree as CellResult['fault_evidence'] };
}

function placeOf({ window, seed }: SweepCell): CellResult['cell'] {
  return { window_start: window.start, window_end: window.end, seed };
}

/** SHA-256 over the very text that `run` has in a report. */
function runDigest(run: RunResult): string {
  const hash = createHash('sha256');
  for (const piece of runText(run)) hash.update(encodeUtf8(piece));
  return hash.digest('hex');
}
