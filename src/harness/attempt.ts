import type { Agent, AgentExit, Presentation } from '../agents/agent.ts';
import { observationAt } from '../engine/observe.ts';
import { EngineRun, type RunInputs, type StepOutcome } from '../engine/run.ts';
import { StepTotals } from '../engine/statistics.ts';
import type { Projection } from '../faults/faultRun.ts';
import type { Schedule } from '../faults/schedule.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import { CannotRunError } from '../kernel/errors.ts';
import { observedSymbols } from '../protocol/observedSymbols.ts';
import { attemptReport } from './attemptReport.ts';
import type { CheckLedger } from './checks.ts';
import type { Controls } from './controls.ts';
import { Dispatcher, type TurnResult } from './dispatcher.ts';
import type {
  AgentIdentity,
  Digests,
  DoubleRunReport,
  Finding,
  ProbeReport,
  RunEvent,
  RunReport,
  Turn,
} from './events.ts';
import { EVENT_VERSION } from './events.ts';
import { canceledDecide, type TurnPlace, turnEvidence, turnIdOf } from './evidence.ts';
import { excerptOf } from './excerptOf.ts';
import { FaultInjection, type Perturbation } from './faultInjection.ts';
import { FindingLog } from './findings.ts';
import { ObservationLines } from './observationLines.ts';
import { Outbox } from './outbox.ts';
import { rawAnswer } from './rawAnswer.ts';
import { continueAfter, decideStop, finishAfter, type StopEvidence, type StopVerdict } from './stop.ts';

/** What is run, and on what: one task generation of one cell. */
export interface Task {
  readonly inputs: RunInputs;
  readonly agent: AgentIdentity;
  /**
   * Starts a fresh agent for one attempt; rejects with a CannotRunError if it cannot
   * start. An aborted signal ends a start that takes its time.
   */
  readonly startAgent: (signal: AbortSignal) => Promise<Agent>;
  /** Content hash of the agent; `none` where it has no content of its own. */
  readonly snapshotId: string;
  readonly digests: Digests;
  readonly costsName: string;
  readonly decideTimeoutMs: number;
  /** What the double run of the last attempt showed; null if there is none. */
  readonly doubleRun: (() => DoubleRunReport) | null;
  /** What the probes after the last attempt showed; absent if none were asked for. */
  readonly probes?: () => readonly ProbeReport[];
  /** What this cell's fault plan does; null without a plan, and then nothing differs by a byte. */
  readonly faults: FaultTask | null;
  /** What is worth saying before the run: notices about data, command line and records. */
  readonly notices: readonly Diagnostic[];
}

/** A fault plan as it meets one cell. */
export interface FaultTask {
  readonly schedule: Schedule;
  /** What the entrant is told before the day, a line per relaxation. */
  readonly declaration: readonly string[];
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
  /** Whether `emit` keeps what it is told: then a turn is told before the next observation is sent. */
  readonly isRecorded: boolean;
  /** Receives every event in order. */
  readonly emit: (event: RunEvent) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/** A turn that is executed and not told yet. */
interface ExecutedTurn {
  readonly place: TurnPlace;
  readonly result: TurnResult;
  readonly outcome: StepOutcome;
  readonly cash: number;
  readonly acceptedControl: string | null;
  /** Present only where a fault plan changed what was shown or accepted. */
  readonly perturbed: Perturbation | null;
}

/** In-process agents never give the event loop a turn by themselves. */
const STEPS_PER_BREATH = 512;

/**
 * Drives one attempt from its first step to its report: the sole owner of effects. It
 * asks the agent, executes at the engine, closes the agent, and tells all of it.
 */
export class Attempt {
  readonly #task: Task;
  readonly #context: AttemptContext;
  readonly #engine: EngineRun;
  readonly #lines: ObservationLines;
  readonly #dispatcher: Dispatcher;
  readonly #outbox: Outbox;
  readonly #findings = new FindingLog();
  /** What is worth knowing and is nobody's fault. */
  readonly #notices: Finding[] = [];
  readonly #totals = new StepTotals();
  readonly #cellId: string;
  /** The window's last turn: its stop decision needs what only the agent's end can show. */
  #lastTurn: ExecutedTurn | null = null;
  #blocked = false;
  readonly #faults: FaultInjection | null;

  constructor(task: Task, context: AttemptContext) {
    const { dataset, window, seed } = task.inputs;
    this.#task = task;
    this.#context = context;
    this.#engine = new EngineRun(task.inputs);
    this.#lines = new ObservationLines(dataset);
    this.#outbox = new Outbox(context.emit);
    this.#faults = task.faults === null ? null : new FaultInjection(task.faults.schedule, dataset.symbols);
    this.#cellId = `${window.start}:${window.end}/${seed}`;
    this.#dispatcher = new Dispatcher(
      task.agent,
      observedSymbols(dataset.symbols),
      this.#engine.steps,
      (found, bytes, observation) => this.#find(found, bytes, observation),
    );
  }

  /** Runs to the end of the window, or to the first stop or steer. */
  async run(): Promise<RunReport> {
    const { clock } = this.#context;
    const startedAt = clock();
    this.#tellStart();
    const agent = await this.#start();
    if (agent !== null) await this.#drive(agent);
    const verdict = decideStop(this.#stopEvidence());
    if (this.#lastTurn !== null) this.#tellLastTurn(this.#lastTurn, verdict);
    this.#outbox.tell();
    return attemptReport({
      task: this.#task,
      engine: this.#engine,
      dispatcher: this.#dispatcher,
      findings: this.#findings,
      notices: this.#notices,
      totals: this.#totals,
      faultEvidence: this.#faults?.evidence() ?? null,
      verdict,
      wallMs: clock() - startedAt,
    });
  }

  async #drive(agent: Agent): Promise<void> {
    const { controls } = this.#context;
    for (const each of agent.notices ?? []) this.#find(each, null);
    // Closing makes a pending decision settle; its answer is then not used.
    const release = controls.onInterrupt(() => void agent.close());
    try {
      while (!this.#engine.done && !controls.interrupted) {
        if (controls.mode === 'paused') await this.#pause();
        else await this.#turn(agent);
      }
    } finally {
      release();
      this.#outbox.tell();
      this.#tellEnd(await agent.close());
    }
  }

  /** A fresh agent; null if it cannot be started, with the reasons as findings. */
  async #start(): Promise<Agent | null> {
    const interrupt = new AbortController();
    const release = this.#context.controls.onInterrupt(() => interrupt.abort());
    try {
      return await this.#task.startAgent(interrupt.signal);
    } catch (error) {
      if (!(error instanceof CannotRunError)) throw error;
      for (const each of error.diagnostics) this.#find(each, null);
      this.#blocked = true;
      return null;
    } finally {
      release();
    }
  }

  async #pause(): Promise<void> {
    this.#outbox.tell();
    await this.#context.controls.ready();
  }

  async #turn(agent: Agent): Promise<void> {
    const { controls } = this.#context;
    const engine = this.#engine;
    const { step, bar } = engine;
    const place = this.#place(step);
    const isAsked = !this.#dispatcher.health.tripped;
    const shown = this.#faults?.present(engine) ?? engine;
    const result = await this.#submitted(agent, step, bar, shown);
    if (controls.interrupted) {
      if (isAsked) this.#tellCanceled(place);
      return;
    }
    const outcome = engine.execute(result.decision);
    this.#totals.add(outcome);
    // Answers to presentations that a plan rejected keep their own time.
    if (result.isTimed && result.decideMs !== null) this.#dispatcher.times.add(result.decideMs);
    const turn: ExecutedTurn = {
      place,
      result,
      outcome,
      cash: engine.cash,
      acceptedControl: controls.turnDone(),
      perturbed: this.#faults?.takePerturbation() ?? null,
    };
    if (engine.done) this.#lastTurn = turn;
    else this.#outbox.add(() => this.#turnEvent(turn, null));
    if (step % STEPS_PER_BREATH === 0 && this.#task.agent.transport === 'in-process') await breath();
  }

  /** Presents the observation until a submission is accepted: once, unless a plan limits the rate. */
  async #submitted(agent: Agent, step: number, bar: number, shown: Projection): Promise<TurnResult> {
    for (;;) {
      const isAsked = !this.#dispatcher.health.tripped;
      const result = isAsked ? await this.#ask(agent, step, bar, shown) : this.#dispatcher.notAsked();
      if (this.#faults === null || this.#context.controls.interrupted) return result;
      if (this.#faults.submit(result) === 'accept') return result;
    }
  }

  async #ask(agent: Agent, step: number, bar: number, { cash, shares }: Projection): Promise<TurnResult> {
    const { dataset } = this.#task.inputs;
    const presentation: Presentation = {
      step,
      line: () => this.#lines.terminated(bar, cash, shares).subarray(0, -1),
      terminated: () => this.#lines.terminated(bar, cash, shares),
      observation: () => observationAt(dataset, bar, cash, shares),
    };
    // Where a record is kept, the last turn stands in it before the agent sees what came of
    // it: a kit that is killed loses the step in flight and no other (page 7, invariant 8).
    if (this.#context.isRecorded) this.#outbox.tell();
    const pending = agent.decide(presentation, this.#task.decideTimeoutMs);
    this.#outbox.tell();
    // The agent is thinking: time to ready the next observation; a plan may show this one again.
    if (this.#faults === null) this.#lines.prepare(bar + 1);
    const answer = await pending;
    if (this.#context.controls.interrupted) return this.#dispatcher.notAsked();
    return this.#dispatcher.judge(agent, answer, presentation);
  }

  /** `verdict` is given for the window's last turn alone: it finishes, all others continue. */
  #turnEvent(turn: ExecutedTurn, verdict: StopVerdict | null): Turn {
    const { place, result, outcome } = turn;
    const { inputs } = this.#task;
    const evidence = turnEvidence({
      place,
      evidencePosition: this.#context.nextPosition(),
      check: result.check,
      decision: result.decision,
      fills: outcome.fills,
      symbols: inputs.dataset.symbols,
      delayed: inputs.costs.fixedDelayBars !== null,
      rejected: turn.perturbed?.rejected.length ?? 0,
      finishedTurns: verdict === null ? null : this.#allTurns(),
      acceptedControl: turn.acceptedControl,
    });
    this.#context.checks.record(evidence, this.#cellId, place.step, place.taskGeneration);
    const cited = evidence.actor_intent.kind === 'propose_done' ? evidence.actor_intent.evidence : [];
    return {
      type: 'turn',
      step: place.step,
      date: inputs.dataset.dates[inputs.window.start + place.step]!,
      verdict: result.verdict,
      code: result.code,
      decide_ms: result.decideMs,
      decision: result.decision,
      raw: result.bytes === null ? null : rawAnswer(result.bytes),
      fills: outcome.fills,
      cash: turn.cash,
      nav: outcome.nav,
      return: outcome.return,
      ...(turn.perturbed !== null && { faults: turn.perturbed }),
      evidence,
      stop:
        verdict === null ? continueAfter(place, this.#stopEvidence()) : finishAfter(place, verdict, cited),
    };
  }

  #tellLastTurn(turn: ExecutedTurn, verdict: StopVerdict): void {
    this.#outbox.add(this.#turnEvent(turn, verdict));
  }

  #allTurns(): string[] {
    return Array.from({ length: this.#engine.steps }, (_, step) => turnIdOf(this.#place(step)));
  }

  #place(step: number): TurnPlace {
    const { sessionId, taskGeneration, attempt } = this.#context;
    return { sessionId, taskGeneration, attempt, step };
  }

  #stopEvidence(): StopEvidence {
    const { controls, checks } = this.#context;
    return {
      steps: this.#engine.steps,
      executed: this.#engine.step,
      health: this.#dispatcher.health.view(),
      errors: this.#findings.errors,
      openChecks: checks.openIn(this.#cellId),
      doubleRun: this.#task.doubleRun !== null,
      blocked: this.#blocked,
      interrupted: controls.interrupted && !this.#engine.done ? controls.interruption : null,
    };
  }

  #find(found: Diagnostic, bytes: Uint8Array | null, observation?: string): void {
    const finding: Finding = {
      type: 'finding',
      diagnostic: found,
      excerpt: excerptOf(found, bytes),
      ...(observation !== undefined && { observation }),
    };
    if (found.severity === 'notice') this.#notices.push(finding);
    else this.#findings.add(finding);
    this.#outbox.add(finding);
  }

  #tellStart(): void {
    const { inputs, agent, digests, costsName, decideTimeoutMs, notices, faults } = this.#task;
    const { dataset, window, seed } = inputs;
    this.#outbox.add({
      type: 'run_started',
      version: EVENT_VERSION,
      kit: this.#context.kit,
      agent,
      cell: { window_start: window.start, window_end: window.end, seed },
      steps: this.#engine.steps,
      data: { source: dataset.source, symbols: dataset.symbols, bars: dataset.dates.length },
      costs: costsName,
      digests,
      decide_timeout_ms: decideTimeoutMs,
      ...(faults !== null && {
        faults: { plan_sha256: faults.schedule.planSha256, declaration: faults.declaration },
      }),
    });
    for (const each of notices) {
      const notice: Finding = { type: 'finding', diagnostic: each, excerpt: null };
      this.#notices.push(notice);
      this.#outbox.add(notice);
    }
    this.#outbox.tell();
  }

  #tellCanceled(place: TurnPlace): void {
    this.#outbox.add({
      type: 'dispatch_canceled',
      turn_id: turnIdOf(place),
      task_generation: place.taskGeneration,
      step: place.step,
      dispatch: canceledDecide(place),
    });
  }

  #tellEnd(exit: AgentExit): void {
    // An attempt that was stopped from outside says nothing about how the agent ended.
    if (!this.#context.controls.interrupted) for (const each of exit.findings) this.#find(each, null);
    if (this.#task.agent.transport === 'in-process') return;
    this.#outbox.add({
      type: 'agent_ended',
      exit_code: exit.code,
      signal: exit.signal,
      stderr_bytes: exit.stderrBytes,
      stderr_tail: exit.stderrTail,
    });
  }
}

function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
