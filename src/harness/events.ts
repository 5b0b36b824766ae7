import type { EnvironmentEntry } from '../agents/stdio/environmentRecord.ts';
import type { Fill } from '../engine/fill.ts';
import type { RunResult } from '../engine/run.ts';
import type { RunSummary } from '../engine/statistics.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { Decision } from '../protocol/decision.ts';
import type { Excerpt } from '../protocol/diagnostics/excerpt.ts';
import type { Control } from './controls.ts';
import type { DoubleRunEnded, DoubleRunReport, ProbeReport, TwinStarted } from './determinismEvents.ts';
import type { FaultEvidence, Perturbation } from './faultInjection.ts';
import type { CompletedDispatch, RunEvidence, StallObservation, StopDecision } from './forms/forms.ts';
import type { Health } from './health.ts';
import type { BuildEnded, BuildStarted, GenerationsCompared, SourceChanged, Watching } from './liveEvents.ts';
import type { AttemptFailure } from './stall.ts';
import type { StopVerdict } from './stop.ts';
import type { Timing } from './timing.ts';
import type { TurnVerdict } from './turnVerdict.ts';
import type { Usage } from './usage.ts';

/** Version of the event stream; readers refuse what they do not know. */
export const EVENT_VERSION = 1;

/** One run's place in a sweep. */
export interface Cell {
  readonly window_start: number;
  readonly window_end: number;
  /** u64. */
  readonly seed: bigint;
}

/** What fixes a run, by digest. */
export interface Digests {
  readonly dataset_sha256: string;
  readonly cost_model_sha256: string;
  readonly engine_version: string;
  /** Present only with sidecar files: then the run is never equal to a reference run. */
  readonly sidecars?: Readonly<Record<string, string>>;
}

export interface AgentIdentity {
  readonly id: string;
  readonly transport: 'stdio' | 'http' | 'in-process';
  /** Program and arguments; empty in process. */
  readonly command: readonly string[];
}

export interface RunStarted {
  readonly type: 'run_started';
  readonly version: typeof EVENT_VERSION;
  readonly kit: string;
  readonly agent: AgentIdentity;
  readonly cell: Cell;
  readonly steps: number;
  readonly data: { readonly source: string; readonly symbols: readonly string[]; readonly bars: number };
  readonly costs: string;
  readonly digests: Digests;
  readonly decide_timeout_ms: number;
  /** What may make the agent behave otherwise elsewhere; absent where the kit starts no process. */
  readonly environment?: readonly EnvironmentEntry[];
  /** Present only under a fault plan. */
  readonly faults?: { readonly plan_sha256: string; readonly declaration: readonly string[] };
}

export interface Turn {
  readonly type: 'turn';
  readonly step: number;
  readonly date: string;
  readonly verdict: TurnVerdict;
  /** Code of the first failure; null if accepted. */
  readonly code: string | null;
  /** Wall clock from the observation's first byte to the answer's last; null in process or unasked. */
  readonly decide_ms: number | null;
  /** The decision that was executed: the agent's, or the kit's empty hold. */
  readonly decision: Decision;
  /** The answer as it came, bounded; null in process or if none came. */
  readonly raw: RawAnswer | null;
  readonly fills: readonly Fill[];
  readonly cash: number;
  readonly nav: number;
  readonly return: number;
  /** Present only where a fault plan changed what was shown or accepted. */
  readonly faults?: Perturbation;
  readonly evidence: RunEvidence;
  /** The one committed decision of this turn. */
  readonly stop: StopDecision;
}

/** Text if it is UTF-8, else base64; beyond the bound its start, length and digest. */
export interface RawAnswer {
  readonly text?: string;
  readonly base64?: string;
  readonly bytes: number;
  readonly sha256?: string;
}

export interface Finding {
  readonly type: 'finding';
  /** Present on what is said of a session and not of an attempt: a broken configuration, say. */
  readonly scope?: 'session';
  readonly diagnostic: Diagnostic;
  readonly excerpt: Excerpt | null;
  /** The observation line that was being answered when nothing usable came. */
  readonly observation?: string;
}

export interface AgentEnded {
  readonly type: 'agent_ended';
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly stderr_bytes: number;
  readonly stderr_tail: string;
}

export interface RunReport {
  readonly type: 'run_report';
  readonly cell: Cell;
  readonly agent: AgentIdentity;
  readonly digests: Digests;
  readonly run: RunResult;
  readonly book: BookView;
  readonly health: Health;
  readonly findings: readonly Finding[];
  /** How many findings of each code there were, those not listed included. */
  readonly finding_counts: Readonly<Record<string, number>>;
  /** What is worth knowing and is nobody's fault (data, environment, records). */
  readonly notices: readonly Finding[];
  readonly timing: Timing;
  readonly summary: RunSummary;
  readonly stop: StopVerdict;
  /** Spend that the agent reported in this attempt. */
  readonly usage: Usage;
  /** Present only under a fault plan; rank-neutral (page 5.3). */
  readonly fault_evidence?: FaultEvidence;
  /** Present only where two runs were compared. */
  readonly double_run?: DoubleRunReport;
  /** Present only where probes were asked for. */
  readonly probes?: readonly ProbeReport[];
  /** Every attempt of this run, failed ones too. */
  readonly attempts: readonly AttemptRow[];
}

/** One line of the attempt ledger. */
export interface AttemptRow {
  readonly attempt_id: string;
  readonly task_generation: number;
  readonly outcome: 'passed' | 'failed' | 'interrupted';
  readonly failure: AttemptFailure | null;
  /** Code of the first error; null if there was none. */
  readonly code: string | null;
  readonly turns: number;
  readonly duration_ms: number;
  readonly usage: Usage;
}

/** A new task: the agent or what it is run on. */
export interface GenerationStarted {
  readonly type: 'generation_started';
  readonly session_id: string;
  readonly task_generation: number;
  readonly snapshot_id: string;
  /** The steer that began it; null for the first. */
  readonly control_id: string | null;
}

export interface AttemptStarted {
  readonly type: 'attempt_started';
  readonly attempt_id: string;
  readonly task_generation: number;
}

export type AttemptEnded = { readonly type: 'attempt_ended' } & AttemptRow;

export interface ControlAccepted {
  readonly type: 'control_accepted';
  readonly control_id: string;
  readonly control: Control;
}

/** A presentation that a stop or steer overtook; its answer, if one came, was not used. */
export interface DispatchCanceled {
  readonly type: 'dispatch_canceled';
  readonly turn_id: string;
  readonly task_generation: number;
  readonly step: number;
  readonly dispatch: CompletedDispatch;
}

export type StallObserved = { readonly type: 'stall' } & StallObservation;

/** What an agent wrote to stderr since it was last told; bounded, so text may be missing before it. */
export interface AgentStderr {
  readonly type: 'agent_stderr';
  readonly run: 'A' | 'B';
  readonly text: string;
  readonly dropped_bytes: number;
}

/** Holdings after each step. */
export interface BookView {
  readonly steps: number;
  readonly symbols: readonly string[];
  cash(step: number): number;
  nav(step: number): number;
  shares(step: number, symbolIndex: number): number;
  /** Shares at the close of the step's bar. */
  value(step: number, symbolIndex: number): number;
}

/** The only outward view of a run: everything shown anywhere is derived from it. */
export type RunEvent =
  | GenerationStarted
  | AttemptStarted
  | RunStarted
  | Turn
  | Finding
  | ControlAccepted
  | DispatchCanceled
  | AgentEnded
  | AttemptEnded
  | StallObserved
  | Watching
  | SourceChanged
  | BuildStarted
  | BuildEnded
  | GenerationsCompared
  | TwinStarted
  | DoubleRunEnded
  | AgentStderr
  | RunReport;
