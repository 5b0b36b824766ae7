import type { Diagnostic } from '../../kernel/diagnostic.ts';
import type { Cell, Digests } from '../events.ts';
import type { Health } from '../health.ts';
import type { StopVerdict } from '../stop.ts';
import type { TurnVerdict } from '../turnVerdict.ts';
import type { Fields } from './fields.ts';
import type { RecordMeta } from './meta.ts';

/**
 * How a session ended. `finished`: by itself, whatever came of it, or left between two
 * runs. `interrupted`: an accepted stop cut a run short. `torn`: there is no end record, so its writer was killed, or still writes.
 */
export type SessionStatus = 'finished' | 'interrupted' | 'torn';

/** What came of the run: `failed` is a run with faults, `incomplete` any other that ended early. */
export type RecordVerdict = 'passed' | 'failed' | 'incomplete' | 'blocked';

/** Everything that the journal of one session says, folded; member names as they are printed. */
export interface SessionRecord {
  readonly meta: RecordMeta;
  readonly status: SessionStatus;
  /** Null while there is no report. */
  readonly verdict: RecordVerdict | null;
  /** The code that the command ended with; null without an end record. */
  readonly exit_code: number | null;
  /** Why the record is not whole: the system's answer to a write that failed. */
  readonly incomplete: string | null;
  readonly generations: readonly {
    readonly task_generation: number;
    readonly snapshot_id: string | null;
    readonly control_id: string | null;
  }[];
  readonly attempts: readonly AttemptRecord[];
  readonly controls: readonly { readonly control_id: string | null; readonly control: Fields }[];
  readonly stalls: readonly Fields[];
  /** The last, of a session of many runs. */
  readonly report: ReportRecord | null;
  /** The last line, if the writer was cut off in it. */
  readonly torn: { readonly line: number; readonly offset: number; readonly bytes: number } | null;
  /** Lines that are no event, and events that contradict each other. */
  readonly problems: readonly Diagnostic[];
  /** All of them, those not listed included. */
  readonly problem_count: number;
}

/** One attempt: what it ran on, and how far it came. */
export interface AttemptRecord {
  readonly attempt_id: string;
  readonly task_generation: number;
  readonly run: RunFacts | null;
  /** Completed steps: those of `turns` and of `answers_ahead`. */
  readonly steps: number;
  /** Turns that are told, each with exactly one stop decision unless `problems` says otherwise. */
  readonly turns: number;
  /** Completed steps of which the answer alone is kept: the writer was killed before it told their turns. */
  readonly answers_ahead: number;
  /** The last completed step; null before the first. */
  readonly last_step: number | null;
  /** Of the last turn. */
  readonly last_date: string | null;
  /** Of all completed steps. */
  readonly verdicts: Readonly<Record<TurnVerdict, number>>;
  readonly findings: readonly FindingGroup[];
  /** Presentations that a stop or a steer overtook. */
  readonly canceled: readonly { readonly turn_id: string | null; readonly step: number | null }[];
  /** The stop decision that ended it; null while none did. */
  readonly finish: Fields | null;
  readonly agent_ended: Fields | null;
  /** Its row in the ledger; null for an attempt that has no end. */
  readonly ledger: Fields | null;
}

export interface RunFacts {
  readonly agent: string;
  readonly transport: string | null;
  readonly cell: Cell | null;
  readonly steps: number | null;
  readonly data: string | null;
  readonly costs: string | null;
  readonly digests: Digests | Fields;
  /** What may make the agent behave otherwise elsewhere; empty where the kit started no process. */
  readonly environment: readonly Fields[];
}

/** Findings of one code in one attempt. */
export interface FindingGroup {
  readonly code: string;
  readonly severity: string;
  readonly count: number;
  /** The first of them, with the words that it was told with. */
  readonly first: Fields;
}

/** The end of the report, without the run and the book themselves. */
export interface ReportRecord {
  readonly task_generation: number;
  readonly stop: StopVerdict | Fields;
  readonly health: Health | Fields;
  readonly finding_counts: Fields;
  readonly timing: Fields;
  readonly summary: Fields;
  readonly usage: Fields;
}
