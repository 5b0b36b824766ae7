import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { Decision } from '../protocol/decision.ts';
import type { MarketObservation } from '../protocol/observation.ts';

/** One presentation of an observation. */
export interface Presentation {
  /** 0-based decision step in the window. */
  readonly step: number;
  /** Exact wire bytes, without the line terminator. */
  readonly line: () => Uint8Array | string;
  /** The same with its terminator, ready to be written; absent where nobody prepared it. */
  readonly terminated?: () => Uint8Array;
  readonly observation: () => MarketObservation;
  /** Called, at least once, when the observation is on its way, by an agent that `sendsLater`. */
  readonly sent?: () => void;
}

/**
 * What came back for one presentation.
 * - `line`: the raw answer bytes, terminator removed; whether they are a decision is
 *   the protocol's to say.
 * - `decision`: an in-process agent's decision (never on a wire).
 * - `fault`: nothing usable came; `diagnostic` says why. `timeout` and `transport`
 *   are faults of the pipe, `resource` is a bound exceeded, `protocol` an answer that
 *   cannot be paired with an observation.
 */
export type Answer =
  | {
      readonly kind: 'line';
      readonly bytes: Uint8Array;
      readonly elapsedMs: number;
      /** What the transport noticed beside the bytes (a status, a retry); it changes no verdict. */
      readonly findings?: readonly Diagnostic[];
    }
  | { readonly kind: 'decision'; readonly decision: Decision; readonly elapsedMs: number }
  | {
      readonly kind: 'fault';
      readonly fault: 'timeout' | 'transport' | 'resource' | 'protocol';
      /** Whether it is the answer to everything from now on: the agent is gone. */
      readonly final: boolean;
      readonly diagnostic: Diagnostic;
      readonly elapsedMs: number;
      /** What did arrive, bounded; null if nothing. */
      readonly bytes: Uint8Array | null;
    };

/** How an agent ended, once everything it started is gone. */
export interface AgentExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last of stderr (bounded) and how many bytes there were in all. */
  readonly stderrTail: string;
  readonly stderrBytes: number;
  /** Findings that only the end can show (surplus output, ignored TERM, ...). */
  readonly findings: readonly Diagnostic[];
}

/** What one run's agent wrote to stderr since it was last taken. */
export interface StderrText {
  readonly run: 'A' | 'B';
  /** The last of it, at most `limits.stderrTextBytes`. */
  readonly text: string;
  /** Bytes that came before the text and are not in it. */
  readonly droppedBytes: number;
}

/**
 * One agent for one run. Contract:
 * - `decide` is called for one presentation at a time and always settles, at the
 *   latest shortly after `budgetMs`; it never rejects for what an agent does;
 * - after a final fault the agent is gone, or its answers can no longer be paired, and
 *   every later `decide` answers with the same fault at once. Every fault of a child
 *   process or a function is final; an endpoint is asked again unless its process ended;
 * - `close` may be called at any time, more than once, and settles when no process
 *   that the agent started is left.
 */
export interface Agent {
  /** What its start has to say (a withheld variable, say); none if absent. */
  readonly notices?: readonly Diagnostic[];
  /** `decide` returns before the observation is on its way, so the agent does not think yet. */
  readonly sendsLater?: boolean;
  /** The process that answers, where the kit started it. */
  readonly pid?: number | null;
  decide(presentation: Presentation, budgetMs: number): Promise<Answer>;
  /**
   * Called when an answer line was refused. Takes what else belongs to that answer
   * off the stream (bounded by `limits.noiseWindowMs`), so that later answers stay
   * paired, and returns those lines for the diagnosis.
   */
  settleRefusal(): Promise<readonly Uint8Array[]>;
  /** The last of stderr so far, as it was written. Absent where there is none to be read. */
  stderrTail?(): string;
  /**
   * What was written to stderr since it was last taken; empty if nothing was. May be
   * called at any time, after `close` too. Absent where there is no stderr to be read.
   */
  takeStderr?(): readonly StderrText[];
  close(): Promise<AgentExit>;
}
