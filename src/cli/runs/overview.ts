import { join } from 'node:path';
import type { Cell } from '../../harness/events.ts';
import { type Fields, numberAt, textAt } from '../../harness/records/fields.ts';
import { JOURNAL_NAME } from '../../harness/records/fileNames.ts';
import { isBeingWritten, type RecordFolder } from '../../harness/records/listRecords.ts';
import { loadRecord } from '../../harness/records/loadRecord.ts';
import type { AttemptRecord, RecordVerdict, SessionRecord } from '../../harness/records/sessionRecord.ts';
import { endRecordOf } from '../../harness/records/tail.ts';
import { KitError } from '../../kernel/errors.ts';
import { sweepCells } from './sweepCells.ts';

export type RunState = 'finished' | 'interrupted' | 'killed' | 'running' | 'unreadable';

/** A record in one line; member names as `--format json` prints them. */
export interface RunOverview {
  readonly id: string;
  readonly kind: string | null;
  readonly started_at: string | null;
  readonly agent: string | null;
  readonly cell: Cell | null;
  readonly status: RunState;
  readonly verdict: RecordVerdict | null;
  readonly exit_code: number | null;
  /** Completed steps of the last attempt, and those of the window. */
  readonly steps_done: number | null;
  readonly steps: number | null;
  /** Of a run that passed; a failed run has no return of the agent's own. */
  readonly total_return: number | null;
  /** Finished cells of a sweep, and those that it was asked for. */
  readonly cells_done: number | null;
  readonly cells: number | null;
}

export function overviewOf(folder: RecordFolder): RunOverview {
  const { id, path, meta } = folder;
  const unknown: RunOverview = {
    ...{ id, kind: meta?.kind ?? null, started_at: meta?.started_at ?? null, agent: null, cell: null },
    ...{ status: 'unreadable', verdict: null, exit_code: null, steps_done: null, steps: null },
    ...{ total_return: null, cells_done: null, cells: null },
  };
  if (meta === null) return unknown;
  if (meta.kind === 'sweep' || meta.kind === 'check') {
    const end = endRecordOf(join(path, JOURNAL_NAME));
    const { done, total, agent } = sweepCells(folder);
    return {
      ...unknown,
      agent,
      status: sweepState(end?.exit_code, isBeingWritten(meta)),
      exit_code: end?.exit_code ?? null,
      cells_done: done,
      cells: total,
    };
  }
  try {
    const record = loadRecord(path, meta);
    return { ...unknown, ...sessionFacts(record, stateOf(record, isBeingWritten(meta))) };
  } catch (error) {
    if (error instanceof KitError) return unknown;
    throw error;
  }
}

/** A record without an end is that of a process that was killed, unless it still writes. */
export function stateOf(record: SessionRecord, isLive: boolean): RunState {
  if (record.status !== 'torn') return record.status;
  return isLive ? 'running' : 'killed';
}

export function sweepState(exitCode: number | null | undefined, isLive: boolean): RunState {
  if (exitCode === undefined) return isLive ? 'running' : 'killed';
  return exitCode !== null && exitCode > 128 ? 'interrupted' : 'finished';
}

function sessionFacts(record: SessionRecord, status: RunState) {
  const attempt = tellingAttempt(record);
  const run = attempt?.run ?? record.attempts.findLast((each) => each.run !== null)?.run ?? null;
  return {
    agent: run?.agent ?? null,
    cell: run?.cell ?? null,
    status,
    verdict: record.verdict,
    exit_code: record.exit_code,
    steps_done: attempt?.steps ?? 0,
    steps: run?.steps ?? null,
    total_return: isClean(record) ? numberAt(record.report!.summary, 'total_return') : null,
  };
}

/** The attempt that a record is about: the one that its report is of, else the last. */
export function tellingAttempt({ attempts, report }: SessionRecord): AttemptRecord | null {
  const reported = attempts.findLast((each) => each.task_generation === report?.task_generation);
  return reported ?? attempts.at(-1) ?? null;
}

/** Its returns are the agent's own: every decision was, and the run came to its end. */
export function isClean({ verdict, report }: SessionRecord): boolean {
  return verdict === 'passed' && report !== null && textAt(report.health as Fields, 'failure') === null;
}
