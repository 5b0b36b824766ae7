import type { Agent, AgentExit } from '../agents/agent.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import { EVENT_VERSION, type Finding } from './events.ts';
import { canceledDecide, type TurnPlace, turnIdOf } from './evidence.ts';
import { excerptOf } from './excerptOf.ts';
import { FindingLog } from './findings.ts';
import { Outbox } from './outbox.ts';
import { StderrTelling } from './stderrTelling.ts';
import { continueAfter, finishAfter, type StopEvidence, type StopVerdict } from './stop.ts';
import type { AttemptContext, Task } from './task.ts';
import { type ExecutedTurn, evidenceOf, turnEvent } from './turnEvent.ts';

/**
 * What an attempt says of itself: its events in order, its findings, and the one
 * committed stop decision of each turn. It decides nothing and drives nothing.
 */
export class Telling {
  readonly findings = new FindingLog();
  /** What is worth knowing and is nobody's fault. */
  readonly notices: Finding[] = [];
  readonly #task: Task;
  readonly #context: AttemptContext;
  readonly #cellId: string;
  readonly #steps: number;
  readonly #stopEvidence: () => StopEvidence;
  readonly #outbox: Outbox;
  /** Null where nobody wants stderr as it comes. */
  readonly #stderr: StderrTelling | null;

  constructor(
    task: Task,
    context: AttemptContext,
    cellId: string,
    steps: number,
    stopEvidence: () => StopEvidence,
  ) {
    this.#task = task;
    this.#context = context;
    this.#cellId = cellId;
    this.#steps = steps;
    this.#stopEvidence = stopEvidence;
    this.#outbox = new Outbox(context.emit);
    this.#stderr = context.tellsStderr ? new StderrTelling((event) => this.#outbox.add(event)) : null;
  }

  /** Tells what is known and not told yet. */
  tell(): void {
    this.#outbox.tell();
  }

  start(): void {
    const { inputs, agent, digests, costsName, decideTimeoutMs, notices, faults, environment } = this.#task;
    const { dataset, window, seed } = inputs;
    this.#outbox.add({
      type: 'run_started',
      version: EVENT_VERSION,
      kit: this.#context.kit,
      agent,
      cell: { window_start: window.start, window_end: window.end, seed },
      steps: this.#steps,
      data: { source: dataset.source, symbols: dataset.symbols, bars: dataset.dates.length },
      costs: costsName,
      digests,
      decide_timeout_ms: decideTimeoutMs,
      ...(environment !== undefined && { environment }),
      ...(faults !== null && {
        faults: { plan_sha256: faults.schedule.planSha256, declaration: faults.declaration },
      }),
    });
    for (const each of notices) {
      const notice: Finding = { type: 'finding', diagnostic: each, excerpt: null };
      this.notices.push(notice);
      this.#outbox.add(notice);
    }
    this.#outbox.tell();
  }

  /** The agent is there: what its start has to say, and whether it is one of two. */
  started(agent: Agent): void {
    const { twin } = this.#task;
    if (twin !== undefined) this.#outbox.add({ type: 'twin_started', ...twin });
    for (const each of agent.notices ?? []) this.find(each, null);
  }

  /** `observation` is the line that was being answered when nothing usable came. */
  find(found: Diagnostic, bytes: Uint8Array | null, observation?: string): void {
    const finding: Finding = {
      type: 'finding',
      diagnostic: found,
      excerpt: excerptOf(found, bytes),
      ...(observation !== undefined && { observation }),
    };
    if (found.severity === 'notice') this.notices.push(finding);
    else this.findings.add(finding);
    this.#outbox.add(finding);
  }

  /** A turn after which the run goes on. Its event is made when it is told. */
  turn(turn: ExecutedTurn): void {
    this.#outbox.add(() => {
      const place = this.#place(turn.step);
      const evidence = this.#evidence(turn, place, null);
      return turnEvent(turn, this.#task, evidence, continueAfter(place, this.#stopEvidence()));
    });
  }

  /** The window's last turn, once the agent's end is known. */
  lastTurn(turn: ExecutedTurn, verdict: StopVerdict): void {
    const place = this.#place(turn.step);
    const turns = Array.from({ length: this.#steps }, (_, step) => turnIdOf(this.#place(step)));
    const evidence = this.#evidence(turn, place, turns);
    const cited = evidence.actor_intent.kind === 'propose_done' ? evidence.actor_intent.evidence : [];
    this.#outbox.add(turnEvent(turn, this.#task, evidence, finishAfter(place, verdict, cited)));
  }

  /** A presentation that a stop or steer overtook. */
  canceled(step: number): void {
    const place = this.#place(step);
    this.#outbox.add({
      type: 'dispatch_canceled',
      turn_id: turnIdOf(place),
      task_generation: place.taskGeneration,
      step,
      dispatch: canceledDecide(place),
    });
  }

  /** What the agent wrote to stderr since the last time; next to nothing where nobody wants it. */
  stderr(agent: Agent): void {
    this.#stderr?.tell(agent);
  }

  end(agent: Agent, exit: AgentExit): void {
    // An attempt that was stopped from outside says nothing about how the agent ended.
    if (!this.#context.controls.interrupted) for (const each of exit.findings) this.find(each, null);
    this.#stderr?.end(agent);
    if (this.#task.agent.transport === 'in-process') return;
    this.#outbox.add({
      type: 'agent_ended',
      exit_code: exit.code,
      signal: exit.signal,
      stderr_bytes: exit.stderrBytes,
      stderr_tail: exit.stderrTail,
    });
  }

  #evidence(turn: ExecutedTurn, place: TurnPlace, finishedTurns: readonly string[] | null) {
    const evidence = evidenceOf(turn, place, this.#task, this.#context.nextPosition(), finishedTurns);
    this.#context.checks.record(evidence, this.#cellId, place.step, place.taskGeneration);
    return evidence;
  }

  #place(step: number): TurnPlace {
    const { sessionId, taskGeneration, attempt } = this.#context;
    return { sessionId, taskGeneration, attempt, step };
  }
}
