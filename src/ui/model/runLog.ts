import type { RunInputs } from '../../engine/run.ts';
import type { Schedule } from '../../faults/schedule.ts';
import type { TwinStarted } from '../../harness/determinismEvents.ts';
import type {
  AgentStderr,
  AttemptEnded,
  Finding,
  RunEvent,
  RunReport,
  RunStarted,
  Turn,
} from '../../harness/events.ts';
import { limits } from '../../kernel/limits.ts';
import { BookPast } from './bookPast.ts';
import { DecideQuantiles } from './decideQuantiles.ts';

/** What an attempt runs on; the events name it by digest. */
export interface RunMarket {
  readonly inputs: RunInputs;
  readonly schedule: Schedule | null;
  /** File that the fault plan came from; null without one. */
  readonly planName: string | null;
  /** The last step that was seen before: up to it no turn waits for a person; null if none was. */
  readonly catchUpTo: number | null;
}

/** A turn as it is shown; its evidence and its stop decision are the record's. */
export type ShownTurn = Omit<Turn, 'evidence' | 'stop'>;

export interface LoggedFinding {
  readonly finding: Finding;
  /** Step that it belongs to: its own, or the one that came next when it was found. */
  readonly step: number;
}

/**
 * Everything that was told of one attempt, appended as it came. What is there is never
 * rewritten, so what was true at an earlier step is a view of a prefix.
 */
export class RunLog {
  readonly attemptId: string;
  readonly generation: number;
  readonly market: RunMarket;
  readonly turns: ShownTurn[] = [];
  /** NAV after each step. */
  readonly navs: Float64Array;
  readonly findings: LoggedFinding[] = [];
  readonly book: BookPast;
  readonly times = new DecideQuantiles();
  readonly stderr: Record<'A' | 'B', string> = { A: '', B: '' };
  /** Steps that the agent decided itself. */
  answered = 0;
  started: RunStarted | null = null;
  twin: TwinStarted | null = null;
  ended: AttemptEnded | null = null;
  report: RunReport | null = null;
  /** When the last turn, or the start, was told. */
  progressAtMs: number;

  constructor(attemptId: string, generation: number, market: RunMarket, nowMs: number) {
    const { dataset, window } = market.inputs;
    this.attemptId = attemptId;
    this.generation = generation;
    this.market = market;
    this.progressAtMs = nowMs;
    this.navs = new Float64Array(Math.max(0, Math.min(window.end, dataset.dates.length) - window.start));
    this.book = new BookPast(market.inputs, this.turns);
  }

  /** Steps of the whole window. */
  get steps(): number {
    return this.navs.length;
  }

  /** The next turn is one that was seen before. */
  get isCatchingUp(): boolean {
    const { catchUpTo } = this.market;
    return catchUpTo !== null && this.turns.length <= catchUpTo;
  }

  take(event: RunEvent, nowMs: number): void {
    switch (event.type) {
      case 'run_started':
        this.started = event;
        return;
      case 'twin_started':
        this.twin = event;
        return;
      case 'turn':
        this.#turn(event, nowMs);
        return;
      case 'finding':
        this.findings.push({ finding: event, step: event.diagnostic.place.step ?? this.turns.length });
        return;
      case 'agent_stderr':
        this.#stderr(event);
        return;
      case 'agent_ended':
        if (this.stderr.A === '') this.stderr.A = event.stderr_tail;
        return;
      case 'attempt_ended':
        this.ended = event;
        return;
      case 'run_report':
        this.report = event;
        return;
      default:
    }
  }

  #turn(turn: Turn, nowMs: number): void {
    this.navs[this.turns.length] = turn.nav;
    // Kept for as long as the run is looked at, so only what is looked at.
    const { evidence: _evidence, stop: _stop, ...shown } = turn;
    this.turns.push(shown);
    if (turn.verdict === 'accepted') this.answered += 1;
    // How long nothing came says nothing about how fast the agent is.
    const isTimed = turn.verdict === 'accepted' || turn.verdict === 'refused';
    if (isTimed && turn.decide_ms !== null) this.times.add(turn.decide_ms);
    this.progressAtMs = nowMs;
  }

  #stderr({ run, text, dropped_bytes: dropped }: AgentStderr): void {
    const gap = dropped > 0 ? `\n[${dropped} bytes left out]\n` : '';
    const joined = this.stderr[run] + gap + text;
    this.stderr[run] =
      joined.length > limits.stderrTailBytes ? joined.slice(-limits.stderrTailBytes) : joined;
  }
}
