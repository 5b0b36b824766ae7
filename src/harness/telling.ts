import type { Agent, AgentExit } from '../agents/agent.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import { limits } from '../kernel/limits.ts';
import { EVENT_VERSION, type Finding, type RunEvent } from './events.ts';
import { canceledDecide, type TurnPlace, turnIdOf } from './evidence.ts';
import { excerptOf } from './excerptOf.ts';
import { FindingLog } from './findings.ts';
import type { Keeper } from './keptAnswer.ts';
import { Outbox } from './outbox.ts';
import { StderrTelling } from './stderrTelling.ts';
import {
  continueAfter,
  finishAfter,
  type RequirementId,
  type StopEvidence,
  type StopVerdict,
  unmetBy,
} from './stop.ts';
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
  /** The turn that waits to be told, if it is all that waits and its answer says all of it. */
  #waitingTurn: ExecutedTurn | null = null;
  /** What a run does not show so far; null where something has come that may change it. */
  #unmet: { readonly ids: readonly RequirementId[]; readonly checkChanges: number } | null = null;
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
    this.#stderr = context.tellsStderr ? new StderrTelling((event) => this.#add(event)) : null;
  }

  /** Tells what is known and not told yet. */
  tell(): void {
    this.#waitingTurn = null;
    this.#outbox.tell();
  }

  /**
   * Makes what is not told yet outlive this process. Of a quick turn its answer is enough:
   * the rest follows from it, and is told while the agent thinks.
   */
  keep(keeper: Keeper): void {
    const turn = this.#waitingTurn;
    if (turn === null || turn.result.bytes === null) {
      this.tell();
      keeper.flush();
      return;
    }
    const { step, result } = turn;
    keeper.keepAnswer({
      turnId: turnIdOf(this.#place(step)),
      step,
      decideMs: result.decideMs ?? 0,
      bytes: turn.result.bytes,
      text: result.text,
    });
  }

  start(): void {
    const { inputs, agent, digests, costsName, decideTimeoutMs, notices, faults, environment } = this.#task;
    const { dataset, window, seed } = inputs;
    this.#add({
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
      this.#add(notice);
    }
    this.#outbox.tell();
  }

  /** The agent is there: what its start has to say, and whether it is one of two. */
  started(agent: Agent): void {
    const { twin } = this.#task;
    if (twin !== undefined) this.#add({ type: 'twin_started', ...twin });
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
    this.#unmet = null;
    if (found.severity === 'notice') this.notices.push(finding);
    else this.findings.add(finding);
    this.#add(finding);
  }

  /** A turn after which the run goes on. Its event is made when it is told. */
  turn(turn: ExecutedTurn): void {
    this.#waitingTurn = this.#outbox.isEmpty && isSaidByAnswer(turn) ? turn : null;
    this.#outbox.add(() => {
      const place = this.#place(turn.step);
      const evidence = this.#evidence(turn, place, null);
      return turnEvent(turn, this.#task, evidence, continueAfter(place, this.#unmetAfter(turn)));
    });
  }

  /** The window's last turn, once the agent's end is known. */
  lastTurn(turn: ExecutedTurn, verdict: StopVerdict): void {
    const place = this.#place(turn.step);
    const turns = Array.from({ length: this.#steps }, (_, step) => turnIdOf(this.#place(step)));
    const evidence = this.#evidence(turn, place, turns);
    const cited = evidence.actor_intent.kind === 'propose_done' ? evidence.actor_intent.evidence : [];
    this.#add(turnEvent(turn, this.#task, evidence, finishAfter(place, verdict, cited)));
  }

  /** A presentation that a stop or steer overtook. */
  canceled(step: number): void {
    const place = this.#place(step);
    this.#add({
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
    this.#add({
      type: 'agent_ended',
      exit_code: exit.code,
      signal: exit.signal,
      stderr_bytes: exit.stderrBytes,
      stderr_tail: exit.stderrTail,
    });
  }

  /** An accepted turn without a finding changes nothing, unless it passes a check that stood failed. */
  #unmetAfter({ result }: ExecutedTurn): readonly RequirementId[] {
    const checkChanges = this.#context.checks.changes;
    const known = this.#unmet;
    if (known !== null && result.verdict === 'accepted' && known.checkChanges === checkChanges)
      return known.ids;
    this.#unmet = { ids: unmetBy(this.#stopEvidence()), checkChanges };
    return this.#unmet.ids;
  }

  /** What is more than a turn has to be told to be kept. */
  #add(event: RunEvent): void {
    this.#waitingTurn = null;
    this.#outbox.add(event);
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

/** An accepted answer that came quickly, and nothing else happened: the turn can be made from it. */
function isSaidByAnswer({ result, perturbed, acceptedControl }: ExecutedTurn): boolean {
  return (
    result.verdict === 'accepted' &&
    result.bytes !== null &&
    (result.decideMs ?? 0) < limits.quickDecisionMs &&
    perturbed === null &&
    acceptedControl === null
  );
}
