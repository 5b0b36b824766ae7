/** What a double run showed (page 4.4): what was exercised, and never more. */
export interface DoubleRunReport {
  readonly status: 'equal' | 'different' | 'no_verdict';
  /** Why there is no verdict, or why the comparison ended early; null if neither. */
  readonly reason: string | null;
  readonly steps_compared: number;
  /** Steps that a third agent was asked again at a later time. */
  readonly steps_asked_again_later: number;
  readonly varied: readonly string[];
  readonly not_exercised: readonly string[];
  readonly divergence: {
    readonly step: number;
    readonly observation_id: string;
    readonly pointer: string;
    readonly a: string;
    readonly b: string;
    readonly last_equal_step: number;
    /** What the two values have to do with each other, where that says more than they do. */
    readonly remark: string | null;
    /** The last equal steps before it, and what was answered there (bounded). */
    readonly history: readonly {
      readonly step: number;
      readonly observation_id: string;
      readonly answer: string;
    }[];
    readonly stderr_a: string;
    readonly stderr_b: string;
  } | null;
  readonly cause: {
    readonly kind: string;
    readonly factors: readonly string[];
    readonly text: string;
    readonly fix: string;
  } | null;
  /** Places in the agent's sources that may be why, likeliest first; none without a divergence. */
  readonly hints: readonly SourceHint[];
  /** Present only where more than one double run was asked for; the rest tells of one of them. */
  readonly repetition?: DoubleRunRepetition;
}

/** What several double runs of one cell showed together. */
export interface DoubleRunRepetition {
  readonly asked: number;
  /** Double runs with a verdict; `diverged` of them are different. */
  readonly compared: number;
  readonly diverged: number;
  /** Double runs that were made and came to none. */
  readonly without_verdict: number;
  /** Steps that were compared in all of them together. */
  readonly steps_compared: number;
  /** Which one, counted from 1, the divergence and its cause are of; null if none diverged. */
  readonly example: number | null;
}

/** A place in an agent's source that often makes decisions differ. */
export interface SourceHint {
  /** Relative to the agent's folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly code: string;
  readonly text: string;
}

/** What one probe of the contract showed (page 4.4). */
export interface ProbeReport {
  readonly probe: 'repeated-request' | 'carried-state';
  readonly status: 'passed' | 'failed' | 'no_verdict';
  /** Steps whose answers were compared. */
  readonly steps_compared: number;
  /** Why there is no verdict; else null. */
  readonly reason: string | null;
  /** Where it failed; null if it did not. */
  readonly difference: {
    readonly step: number;
    /** The same question got another answer, or a later step did since it had been asked. */
    readonly kind: 'again' | 'afterwards';
    readonly pointer: string;
    readonly a: string;
    readonly b: string;
  } | null;
}

/** Two runs are compared from here on (page 4.4): step by step, or once the run is done. */
export interface TwinStarted {
  readonly type: 'twin_started';
  readonly mode: 'lockstep' | 'afterwards';
  readonly varied: readonly string[];
}

/** One of several double runs is complete; the first is the run itself. */
export interface DoubleRunEnded {
  readonly type: 'double_run_ended';
  /** Counted from 1. */
  readonly double_run: number;
  readonly asked: number;
  readonly status: DoubleRunReport['status'];
  /** Why there is no verdict; else null. */
  readonly reason: string | null;
  readonly steps_compared: number;
  readonly divergent_step: number | null;
}
