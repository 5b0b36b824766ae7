import { invariant } from '../kernel/invariant.ts';
import { Attempt } from './attempt.ts';
import { CheckLedger } from './checks.ts';
import type { Controls, PendingSteer } from './controls.ts';
import type { AttemptRow, RunEvent, RunReport } from './events.ts';
import type { StallAction } from './forms/forms.ts';
import type { Keeper } from './keptAnswer.ts';
import { type AttemptFailure, StallHandler } from './stall.ts';
import type { AttemptContext, Onlooker, Task } from './task.ts';

interface SessionParts {
  readonly sessionId: string;
  readonly kit: string;
  /** Extra attempts after a runtime failure (page 6.1). */
  readonly retries: number;
  readonly controls: Controls;
  /** Present where `emit` feeds a record; without one, all telling waits for the agent to think. */
  readonly keeper?: Keeper;
  /** Who draws the run between its turns. */
  readonly onlooker?: Onlooker;
  /** Whether what the agent writes to stderr is told as it comes; its last bytes always are, at its end. */
  readonly tellsStderr?: boolean;
  /** Receives every event in order; a report is the last of its run. */
  readonly emit: (event: RunEvent) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

export interface SessionRequest extends SessionParts {
  readonly task: Task;
  /** The task of the next generation, after an accepted steer. */
  readonly steered?: NextTask;
}

export interface OpenSessionRequest extends SessionParts {
  /** The task of the first generation, too. */
  readonly nextTask: NextTask;
}

/**
 * The task of the next generation; `steer` is null for the first. Null if there is nothing
 * to run until a further steer. No agent lives while this is called.
 */
export type NextTask = (steer: PendingSteer | null) => Promise<Task | null>;

/**
 * Runs a task to its report: attempts with fresh agents as the stall handler grants
 * them, and a new generation for every accepted steer. Never two agents at once.
 */
export async function runSession(request: SessionRequest): Promise<RunReport> {
  const session = new Session(request, request.steered ?? null, false);
  const report = await session.run(request.task);
  invariant(report !== null, 'a session that begins with a task ends with a report');
  return report;
}

/**
 * The same, but a run's end is not the session's: whatever came of a generation, its
 * report is told, and a steer or a stop is waited for. A generation that a steer
 * supersedes has no report.
 */
export async function runOpenSession(request: OpenSessionRequest): Promise<void> {
  await new Session(request, request.nextTask, true).run(await request.nextTask(null));
}

class Session {
  readonly #parts: SessionParts;
  readonly #nextTask: NextTask | null;
  readonly #staysOpen: boolean;
  readonly #checks = new CheckLedger();
  /** Attempts that the next report lists: all of them, or in an open session its generation's. */
  #ledger: AttemptRow[] = [];
  #stall: StallHandler | null = null;
  #generation = 0;
  #positions = 0;

  constructor(parts: SessionParts, nextTask: NextTask | null, staysOpen: boolean) {
    this.#parts = parts;
    this.#nextTask = nextTask;
    this.#staysOpen = staysOpen;
  }

  /** The report of the last attempt; null if nothing was run. */
  async run(first: Task | null): Promise<RunReport | null> {
    let report: RunReport | null = null;
    if (first !== null) {
      this.#begin(first, null);
      report = await this.#runGeneration(first);
    }
    while (await this.#isSteered()) {
      const begun = await this.#steer();
      if (begun === null) continue;
      const { task, repetition } = begun;
      if (repetition === null) report = await this.#runGeneration(task);
      else if (!this.#staysOpen && report !== null) return this.#tellReport(report, repetition);
    }
    return report;
  }

  /** Attempts until one ends the generation, or is ended; then its report, unless it was superseded. */
  async #runGeneration(task: Task): Promise<RunReport> {
    const { controls } = this.#parts;
    for (;;) {
      const report = await this.#attempt(task);
      const action = this.#observe(report);
      const isRetried = action?.kind === 'retry';
      if (isRetried && !controls.interrupted) continue;
      const isSuperseded = controls.mode !== 'stopped' && controls.pendingSteer !== null;
      // A steer that came too late to interrupt anything does not take the result away.
      const hasEnded = this.#staysOpen && !isRetried && this.#ledger.at(-1)?.outcome !== 'interrupted';
      return isSuperseded && !hasEnded ? report : this.#tellReport(report, action);
    }
  }

  async #attempt(task: Task): Promise<RunReport> {
    const { sessionId, kit, controls, emit, clock, keeper = null, tellsStderr = false } = this.#parts;
    const { onlooker = null } = this.#parts;
    const attempt = this.#ledger.filter((row) => row.task_generation === this.#generation).length + 1;
    const id = `g${this.#generation}.a${attempt}`;
    emit({ type: 'attempt_started', attempt_id: id, task_generation: this.#generation });
    const context: AttemptContext = {
      sessionId,
      taskGeneration: this.#generation,
      attempt,
      kit,
      controls,
      checks: this.#checks,
      nextPosition: () => this.#positions++,
      keeper,
      tellsStderr,
      onlooker,
      emit,
      clock,
    };
    const report = await new Attempt(task, context).run();
    const row = ledgerRow(id, this.#generation, report);
    this.#ledger.push(row);
    emit({ type: 'attempt_ended', ...row });
    return report;
  }

  /** Tells the stall handler how the attempt went; an interrupted one went no way. */
  #observe(report: RunReport): StallAction | null {
    const row = this.#ledger.at(-1);
    invariant(row !== undefined && this.#stall !== null, 'an attempt has a row in the ledger');
    if (row.outcome === 'interrupted') return null;
    const observation =
      row.outcome === 'passed'
        ? this.#stall.observe({ kind: 'attempt_passed' })
        : this.#stall.observe({
            kind: 'attempt_failed',
            failure: row.failure ?? 'agent_protocol_violation',
            code: row.code ?? report.stop.reason,
            evidence: [row.attempt_id],
          });
    if (row.outcome === 'failed') this.#parts.emit({ type: 'stall', ...observation });
    return observation.action;
  }

  /** Whether a further generation is to begin; an open session waits for that, or for its end. */
  async #isSteered(): Promise<boolean> {
    const { controls } = this.#parts;
    if (this.#staysOpen) await controls.steered();
    return controls.mode !== 'stopped' && controls.pendingSteer !== null;
  }

  /**
   * Begins the next generation, with the action that forbids it if it only repeats a
   * failure. Null if there is nothing to run, or if a newer control came meanwhile: the
   * steer is pending until its task is there, so that newer ones join it.
   */
  async #steer(): Promise<{ readonly task: Task; readonly repetition: StallAction | null } | null> {
    const { controls } = this.#parts;
    const steer = controls.pendingSteer;
    invariant(
      steer !== null && this.#nextTask !== null,
      'a session that can be steered knows how to make the next task',
    );
    const task = await this.#nextTask(steer);
    if (controls.mode === 'stopped' || controls.pendingSteer !== steer) return null;
    controls.takeSteer();
    return task === null ? null : { task, repetition: this.#begin(task, steer) };
  }

  #begin(task: Task, steer: PendingSteer | null): StallAction | null {
    const { sessionId, retries, emit } = this.#parts;
    const { snapshotId } = task;
    this.#generation += 1;
    if (this.#staysOpen) this.#ledger = [];
    emit({
      type: 'generation_started',
      session_id: sessionId,
      task_generation: this.#generation,
      snapshot_id: snapshotId,
      control_id: steer?.controlId ?? null,
    });
    if (this.#stall === null) {
      this.#stall = new StallHandler(retries, this.#generation, snapshotId);
      return null;
    }
    const observation = this.#stall.observe({
      kind: 'generation',
      taskGeneration: this.#generation,
      snapshotId,
      by: steer?.by ?? 'edit',
    });
    if (observation.action !== null) emit({ type: 'stall', ...observation });
    return observation.action;
  }

  /** A stall can end a run early; it can never make it done. */
  #tellReport(report: RunReport, action: StallAction | null): RunReport {
    const isStalled = action?.kind === 'stop' && action.cause === 'unchanged-repetition';
    const stop = isStalled
      ? { ...report.stop, status: 'incomplete' as const, reason: action.cause }
      : report.stop;
    const told = { ...report, stop, attempts: this.#ledger };
    this.#parts.emit(told);
    return told;
  }
}

function ledgerRow(id: string, generation: number, report: RunReport): AttemptRow {
  const failure = attemptFailure(report);
  const isComplete = report.stop.status === 'done' || failure !== null;
  return {
    attempt_id: id,
    task_generation: generation,
    outcome: report.stop.status === 'done' ? 'passed' : isComplete ? 'failed' : 'interrupted',
    failure,
    code: report.findings.find((each) => each.diagnostic.severity === 'error')?.diagnostic.code ?? null,
    turns: report.book.steps,
    duration_ms: report.timing.wall_ms,
    usage: report.usage,
  };
}

/** The kind of failure of an attempt (page 6.1); null if it passed or was interrupted. */
export function attemptFailure(report: RunReport): AttemptFailure | null {
  if (report.stop.status === 'blocked') return 'spawn_error';
  const first = report.findings.find((each) => each.diagnostic.severity === 'error')?.diagnostic.code;
  const { failure } = report.health;
  if (failure === 'transport_error')
    return first === 'timeout' || first === 'http-timeout' ? 'timeout' : failure;
  if (failure !== null) return failure;
  // Found only at the end, as surplus output is: the contract was broken all the same.
  return first !== undefined && report.book.steps > 0 ? 'agent_protocol_violation' : null;
}
