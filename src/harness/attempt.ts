import type { Agent, Answer, Presentation } from '../agents/agent.ts';
import { observationAt } from '../engine/observe.ts';
import { EngineRun } from '../engine/run.ts';
import { StepTotals } from '../engine/statistics.ts';
import type { Projection } from '../faults/faultRun.ts';
import { CannotRunError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import { observedSymbols } from '../protocol/observedSymbols.ts';
import { attemptReport } from './attemptReport.ts';
import { Dispatcher, type TurnResult } from './dispatcher.ts';
import type { RunReport } from './events.ts';
import { FaultInjection } from './faultInjection.ts';
import { ObservationLines } from './observationLines.ts';
import { decideStop, type StopEvidence } from './stop.ts';
import type { AttemptContext, Task } from './task.ts';
import { Telling } from './telling.ts';
import type { ExecutedTurn } from './turnEvent.ts';

/** In-process agents never give the event loop a turn by themselves. */
const STEPS_PER_BREATH = 512;

/**
 * Drives one attempt from its first step to its report: the sole owner of effects. It
 * asks the agent, executes at the engine and closes the agent; `Telling` says all of it.
 */
export class Attempt {
  readonly #task: Task;
  readonly #context: AttemptContext;
  readonly #engine: EngineRun;
  readonly #lines: ObservationLines;
  readonly #telling: Telling;
  readonly #dispatcher: Dispatcher;
  readonly #faults: FaultInjection | null;
  readonly #totals = new StepTotals();
  readonly #cellId: string;
  /** The window's last turn: its stop decision needs what only the agent's end can show. */
  #lastTurn: ExecutedTurn | null = null;
  #blocked = false;
  /** The agent is gone: what only its end can show is known. */
  #isEnded = false;

  constructor(task: Task, context: AttemptContext) {
    const { dataset, window, seed } = task.inputs;
    this.#task = task;
    this.#context = context;
    this.#engine = new EngineRun(task.inputs);
    this.#lines = new ObservationLines(dataset);
    this.#faults = task.faults === null ? null : new FaultInjection(task.faults.schedule, dataset.symbols);
    this.#cellId = `${window.start}:${window.end}/${seed}`;
    this.#telling = new Telling(task, context, this.#cellId, this.#engine.steps, () => this.#stopEvidence());
    this.#dispatcher = new Dispatcher(
      task.agent,
      observedSymbols(dataset.symbols),
      this.#engine.steps,
      (found, bytes, observation) => this.#telling.find(found, bytes, observation),
    );
  }

  /** Runs to the end of the window, or to the first stop or steer. */
  async run(): Promise<RunReport> {
    const { clock } = this.#context;
    const startedAt = clock();
    this.#telling.start();
    const agent = await this.#start();
    if (agent !== null) await this.#drive(agent);
    this.#isEnded = true;
    const verdict = decideStop(this.#stopEvidence());
    if (this.#lastTurn !== null) this.#telling.lastTurn(this.#lastTurn, verdict);
    this.#telling.tell();
    return attemptReport({
      task: this.#task,
      engine: this.#engine,
      dispatcher: this.#dispatcher,
      findings: this.#telling.findings,
      notices: this.#telling.notices,
      totals: this.#totals,
      faultEvidence: this.#faults?.evidence() ?? null,
      verdict,
      wallMs: clock() - startedAt,
    });
  }

  async #drive(agent: Agent): Promise<void> {
    const { controls } = this.#context;
    this.#telling.started(agent);
    // Closing makes a pending decision settle; its answer is then not used.
    const release = controls.onInterrupt(() => void agent.close());
    const listening = this.#listen(agent);
    try {
      while (!this.#engine.done && !controls.interrupted) {
        if (controls.holdsTurns && !this.#isCatchingUp(this.#engine.step)) await this.#pause();
        else await this.#turn(agent);
        this.#beLookedAt();
      }
    } finally {
      release();
      clearInterval(listening);
      this.#telling.tell();
      this.#telling.end(agent, await agent.close());
    }
  }

  /** An agent that thinks for long says why before it answers, if anybody wants to know. */
  #listen(agent: Agent): NodeJS.Timeout | undefined {
    if (!this.#context.tellsStderr) return undefined;
    return setInterval(() => {
      this.#telling.stderr(agent);
      this.#telling.tell();
    }, limits.stderrLookMs);
  }

  /** Everything that is shown then has been told and kept before. */
  #beLookedAt(): void {
    const { onlooker } = this.#context;
    if (onlooker === null || !onlooker.isDue()) return;
    this.#telling.tell();
    this.#context.keeper?.flush();
    onlooker.look();
  }

  /** A fresh agent; null if it cannot be started, with the reasons as findings. */
  async #start(): Promise<Agent | null> {
    const interrupt = new AbortController();
    const release = this.#context.controls.onInterrupt(() => interrupt.abort());
    try {
      return await this.#task.startAgent(interrupt.signal);
    } catch (error) {
      if (!(error instanceof CannotRunError)) throw error;
      for (const each of error.diagnostics) this.#telling.find(each, null);
      this.#blocked = true;
      return null;
    } finally {
      release();
    }
  }

  #isCatchingUp(step: number): boolean {
    return this.#task.catchUpTo !== undefined && step <= this.#task.catchUpTo;
  }

  async #pause(): Promise<void> {
    this.#telling.tell();
    this.#context.keeper?.flush();
    await this.#context.controls.ready();
  }

  async #turn(agent: Agent): Promise<void> {
    const { controls } = this.#context;
    const engine = this.#engine;
    const { step, bar } = engine;
    const isAsked = !this.#dispatcher.health.tripped;
    const shown = this.#faults?.present(engine) ?? engine;
    let result: TurnResult | null = null;
    // Until a submission is accepted: once, unless a plan limits the rate.
    do {
      if (this.#dispatcher.health.tripped) {
        this.#telling.tell();
        result = this.#dispatcher.notAsked();
      } else {
        const presentation = this.#presentation(step, bar, shown);
        const answer = await this.#present(agent, presentation);
        // An observation that never was on its way gave no time to tell.
        this.#telling.tell();
        if (controls.interrupted) break;
        const judged = this.#dispatcher.judge(agent, answer, presentation);
        result = judged instanceof Promise ? await judged : judged;
      }
    } while (!controls.interrupted && this.#faults?.submit(result) === 'reject');
    if (controls.interrupted || result === null) {
      if (isAsked) this.#telling.canceled(step);
      return;
    }
    this.#execute(step, result);
    this.#telling.stderr(agent);
    if (step % STEPS_PER_BREATH === 0 && this.#task.agent.transport === 'in-process') await breath();
  }

  #execute(step: number, result: TurnResult): void {
    const engine = this.#engine;
    const outcome = engine.execute(result.decision);
    this.#totals.add(outcome);
    // Answers to presentations that a plan rejected keep their own time.
    if (result.isTimed && result.decideMs !== null) this.#dispatcher.times.add(result.decideMs);
    const turn: ExecutedTurn = {
      step,
      result,
      outcome,
      cash: engine.cash,
      acceptedControl: this.#context.controls.turnDone(this.#isCatchingUp(step)),
      perturbed: this.#faults?.takePerturbation() ?? null,
    };
    if (engine.done) this.#lastTurn = turn;
    else this.#telling.turn(turn);
  }

  #presentation(step: number, bar: number, { cash, shares }: Projection): Presentation {
    const { dataset } = this.#task.inputs;
    return {
      step,
      line: () => this.#lines.terminated(bar, cash, shares).subarray(0, -1),
      terminated: () => this.#lines.terminated(bar, cash, shares),
      observation: () => observationAt(dataset, bar, cash, shares),
      sent: this.#whileItThinks,
    };
  }

  /** Asks the agent; what can wait for it to think waits. */
  #present(agent: Agent, presentation: Presentation): Promise<Answer> {
    const { keeper } = this.#context;
    // What came of the last answer is kept before the agent sees it: a kit that is killed
    // loses the step in flight and no other (page 7, invariant 8).
    if (keeper !== null) this.#telling.keep(keeper);
    const pending = agent.decide(presentation, this.#task.decideTimeoutMs);
    if (agent.sendsLater !== true) this.#whileItThinks();
    return pending;
  }

  /** Tells the last turn and readies the next observation; a plan may show this one again. */
  readonly #whileItThinks = (): void => {
    this.#telling.tell();
    if (this.#faults === null) this.#lines.prepare(this.#engine.bar + 1);
  };

  #stopEvidence(): StopEvidence {
    const { controls, checks } = this.#context;
    return {
      steps: this.#engine.steps,
      executed: this.#engine.step,
      health: this.#dispatcher.health.view(),
      errors: this.#telling.findings.errors,
      openChecks: checks.openIn(this.#cellId),
      doubleRun: this.#isEnded
        ? (this.#task.doubleRun?.().status ?? null)
        : this.#task.doubleRun && 'pending',
      blocked: this.#blocked,
      interrupted: controls.interrupted && !this.#engine.done ? controls.interruption : null,
    };
  }
}

function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
