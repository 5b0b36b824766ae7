import { declarationLines } from '../../faults/declaration.ts';
import type { FaultPlan } from '../../faults/plan.ts';
import { scheduleFor } from '../../faults/schedule.ts';
import { Controls } from '../../harness/controls.ts';
import type { RunReport } from '../../harness/events.ts';
import { runSession } from '../../harness/session.ts';
import type { Task } from '../../harness/task.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import type { Io } from '../command.ts';
import type { ResolvedRun } from '../resolveRun.ts';
import { newSessionId } from '../sessionId.ts';
import { watchSignals } from '../signals.ts';
import { version } from '../version.ts';

/** A signal ended the search. */
export class Interrupted extends Error {}

/** Runs one cell again and again, each time with a fresh agent and another plan. */
export class CellRunner {
  readonly #resolved: ResolvedRun;
  readonly #isDoubled: boolean;
  readonly #io: Io;
  readonly #signals = watchSignals((reason) => {
    this.#controls.accept({ kind: 'stop', reason });
  });
  #controls = new Controls();

  constructor(resolved: ResolvedRun, isDoubled: boolean, io: Io) {
    this.#resolved = resolved;
    this.#isDoubled = isDoubled;
    this.#io = io;
  }

  get cell() {
    const { window, seed } = this.#resolved.task.inputs;
    return { windowStart: window.start, windowEnd: window.end, seed };
  }

  get signal() {
    return this.#signals.caught;
  }

  /** Throws a CannotRunError if the agent cannot be started, Interrupted after a signal. */
  async run(plan: FaultPlan | null): Promise<RunReport> {
    if (this.signal !== null) throw new Interrupted();
    this.#controls = new Controls();
    const faults =
      plan === null ? null : { schedule: scheduleFor(plan, this.cell), declaration: declarationLines(plan) };
    const report = await this.#session({ ...this.#resolved.task, faults });
    if (this.signal !== null) throw new Interrupted();
    if (report.stop.status === 'blocked') {
      throw new CannotRunError(...report.findings.map((finding) => finding.diagnostic));
    }
    return report;
  }

  async #session(task: Task): Promise<RunReport> {
    const controls = this.#controls;
    const { source, config } = this.#resolved;
    const twice = this.#isDoubled
      ? await (await import('../doubleRun.ts')).doubled(task, { source, config, controls, io: this.#io })
      : null;
    try {
      return await runSession({
        sessionId: newSessionId(),
        kit: version,
        task: twice?.task ?? task,
        retries: 0,
        controls,
        emit: () => {},
        clock: () => performance.now(),
      });
    } finally {
      await twice?.dispose();
    }
  }

  dispose(): void {
    this.#signals.dispose();
  }
}
