/** Which files of the agent are watched, and how. */
export interface Watching {
  readonly type: 'watching';
  readonly files: number;
  readonly mode: 'events' | 'polling';
  /** Why it polls, if it does. */
  readonly reason: string | null;
}

/** Files of the agent have another content, or are gone; it was settled before it is told. */
export interface SourceChanged {
  readonly type: 'source_changed';
  /** Relative to the agent's folder; bounded. */
  readonly files: readonly string[];
  readonly file_count: number;
  /** Files that the agent cannot start without and that are not there: it is waited for them. */
  readonly missing: readonly string[];
}

export interface BuildStarted {
  readonly type: 'build_started';
  readonly command: readonly string[];
}

export interface BuildEnded {
  readonly type: 'build_ended';
  readonly outcome: 'passed' | 'failed' | 'canceled';
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly duration_ms: number;
  /** What it printed, bounded to its end. */
  readonly output_tail: string;
}

/** What a generation decides otherwise than the one before it, over the steps that both ran. */
export interface GenerationsCompared {
  readonly type: 'generations_compared';
  readonly before: number;
  readonly after: number;
  readonly steps_compared: number;
  readonly steps_different: number;
  /** Null if they are equal. */
  readonly first_difference: number | null;
  /** Total return over the steps compared. */
  readonly return_before: number;
  readonly return_after: number;
}
