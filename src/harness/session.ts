import { invariant } from '../kernel/invariant.ts';
import { Attempt } from './attempt.ts';
import { CheckLedger } from './checks.ts';
import type { AcceptedControl, Controls } from './controls.ts';
import type { AttemptRow, RunEvent, RunReport } from './events.ts';
import type { StallAction } from './forms/forms.ts';
import type { Keeper } from './keptAnswer.ts';
import { type AttemptFailure, StallHandler } from './stall.ts';
import type { AttemptContext, Task } from './task.ts';

export interface SessionRequest {
  readonly sessionId: string;
  readonly kit: string;
  readonly task: Task;
  /** The task of the next generation, after an accepted steer. */
  readonly steered?: (steer: AcceptedControl) => Promise<Task>;
  /** Extra attempts after a runtime failure (page 6.1). */
  readonly retries: number;
  readonly controls: Controls;
  /** Present where `emit` feeds a record; without one, all telling waits for the agent to think. */
  readonly keeper?: Keeper;
  /** Receives every event in order; the last is the report. */
  readonly emit: (event: RunEvent) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/**
 * Runs a task to its report: attempts with fresh agents as the stall handler grants
 * them, and a new generation for every accepted steer. Never two agents at once.
 */
export async function runSession(request: SessionRequest): Promise<RunReport> {
  const session = new Session(request);
  const report = await session.run();
  request.emit(report);
  return report;
}

class Session {
  readonly #request: SessionRequest;
  readonly #stall: StallHandler;
  readonly #checks = new CheckLedger();
  readonly #ledger: AttemptRow[] = [];
  #task: Task;
  #generation = 1;
  #positions = 0;

  constructor(request: SessionRequest) {
    this.#request = request;
    this.#task = request.task;
    this.#stall = new StallHandler(request.retries, 1, request.task.snapshotId);
  }

  async run(): Promise<RunReport> {
    const { controls } = this.#request;
    this.#tellGeneration(null);
    for (;;) {
      const report = await this.#attempt();
      const action = this.#observe(report);
      const isSteered = controls.pendingSteer !== null && controls.mode !== 'stopped';
      if (isSteered) {
        const repetition = await this.#steer(controls.takeSteer());
        if (repetition === null) continue;
        return this.#complete(report, repetition);
      }
      if (action?.kind !== 'retry' || controls.mode === 'stopped') return this.#complete(report, action);
    }
  }

  async #attempt(): Promise<RunReport> {
    const { sessionId, kit, controls, emit, clock, keeper = null } = this.#request;
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
      emit,
      clock,
    };
    const report = await new Attempt(this.#task, context).run();
    const row = ledgerRow(id, this.#generation, report);
    this.#ledger.push(row);
    emit({ type: 'attempt_ended', ...row });
    return report;
  }

  /** Tells the stall handler how the attempt went; an interrupted one went no way. */
  #observe(report: RunReport): StallAction | null {
    const row = this.#ledger.at(-1);
    invariant(row !== undefined, 'an attempt has a row in the ledger');
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
    if (row.outcome === 'failed') this.#request.emit({ type: 'stall', ...observation });
    return observation.action;
  }

  /** Begins the next generation; the action that forbids it, if it only repeats a failure. */
  async #steer(steer: AcceptedControl): Promise<StallAction | null> {
    const { steered, emit } = this.#request;
    invariant(steered !== undefined, 'a session that can be steered knows how to make the next task');
    this.#task = await steered(steer);
    this.#generation += 1;
    this.#tellGeneration(steer.controlId);
    const observation = this.#stall.observe({
      kind: 'generation',
      taskGeneration: this.#generation,
      snapshotId: this.#task.snapshotId,
    });
    if (observation.action !== null) emit({ type: 'stall', ...observation });
    return observation.action;
  }

  #tellGeneration(controlId: string | null): void {
    this.#request.emit({
      type: 'generation_started',
      session_id: this.#request.sessionId,
      task_generation: this.#generation,
      snapshot_id: this.#task.snapshotId,
      control_id: controlId,
    });
  }

  /** A stall can end a run early; it can never make it done. */
  #complete(report: RunReport, action: StallAction | null): RunReport {
    const isStalled = action?.kind === 'stop' && action.cause === 'unchanged-repetition';
    const stop = isStalled
      ? { ...report.stop, status: 'incomplete' as const, reason: action.cause }
      : report.stop;
    return { ...report, stop, attempts: this.#ledger };
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
