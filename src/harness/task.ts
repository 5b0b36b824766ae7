import type { Agent } from '../agents/agent.ts';
import type { EnvironmentEntry } from '../agents/stdio/environmentRecord.ts';
import type { RunInputs } from '../engine/run.ts';
import type { Schedule } from '../faults/schedule.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { CheckLedger } from './checks.ts';
import type { Controls } from './controls.ts';
import type { DoubleRunReport, ProbeReport, TwinStarted } from './determinismEvents.ts';
import type { AgentIdentity, Digests, RunEvent } from './events.ts';
import type { Keeper } from './keptAnswer.ts';

/** What is run, and on what: one task generation of one cell. */
export interface Task {
  readonly inputs: RunInputs;
  readonly agent: AgentIdentity;
  /**
   * Starts a fresh agent for one attempt; rejects with a CannotRunError if it cannot
   * start. An aborted signal ends a start that takes its time.
   */
  readonly startAgent: (signal: AbortSignal) => Promise<Agent>;
  /** What of the agent's environment its record tells; absent where the kit starts no process. */
  readonly environment?: readonly EnvironmentEntry[];
  /** Content hash of the agent; `none` where it has no content of its own. */
  readonly snapshotId: string;
  readonly digests: Digests;
  readonly costsName: string;
  readonly decideTimeoutMs: number;
  /** What the double run of the last attempt showed; null if there is none. */
  readonly doubleRun: (() => DoubleRunReport) | null;
  /** How its attempts are run twice, told as each begins; absent where they are not. */
  readonly twin?: Pick<TwinStarted, 'mode' | 'varied'>;
  /** What the probes after the last attempt showed; absent if none were asked for. */
  readonly probes?: () => readonly ProbeReport[];
  /** What this cell's fault plan does; null without a plan, and then nothing differs by a byte. */
  readonly faults: FaultTask | null;
  /** What is worth saying before the run: notices about data, command line and records. */
  readonly notices: readonly Diagnostic[];
  /** The last step that was seen before: up to it nothing waits for a mode or a pace. */
  readonly catchUpTo?: number;
}

/** A fault plan as it meets one cell. */
export interface FaultTask {
  readonly schedule: Schedule;
  /** What the entrant is told before the day, a line per relaxation. */
  readonly declaration: readonly string[];
}

/**
 * Whoever draws a run while it goes on. Asked between two turns, when no agent is being
 * waited for: what it does then takes its time from the run, and from no decide time.
 */
export interface Onlooker {
  isDue(): boolean;
  look(): void;
}

/** What an attempt shares with the others of its session. */
export interface AttemptContext {
  readonly sessionId: string;
  readonly taskGeneration: number;
  readonly attempt: number;
  readonly kit: string;
  readonly controls: Controls;
  readonly checks: CheckLedger;
  /** Next position in the session's evidence. */
  readonly nextPosition: () => number;
  /** Where a record is kept: a step is kept before the next observation is sent. Else null. */
  readonly keeper: Keeper | null;
  /** Whether what the agent writes to stderr is told as it comes. */
  readonly tellsStderr: boolean;
  /** Who wants to look between two turns; null if nobody does. */
  readonly onlooker: Onlooker | null;
  /** Receives every event in order. */
  readonly emit: (event: RunEvent) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}
