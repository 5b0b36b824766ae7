import type { Cell } from '../events.ts';
import { noTurns, type TurnVerdict } from '../turnVerdict.ts';
import { countAt, type Fields, fieldsAt, isFields, listAt, textAt, valueAt } from './fields.ts';
import type { AttemptRecord, FindingGroup, RunFacts } from './sessionRecord.ts';

/** Gathers one attempt; `contradict` hears what cannot be true. */
export class AttemptFold {
  readonly id: string;
  readonly generation: number;
  readonly #contradict: (found: string, accepted: string) => void;
  readonly #verdicts = noTurns();
  readonly #findings = new Map<string, FindingGroup & { count: number }>();
  readonly #canceled: AttemptRecord['canceled'][number][] = [];
  #run: RunFacts | null = null;
  #turns = 0;
  #lastStep: number | null = null;
  /** The newest answer that was kept by itself. */
  #lastAnswer: number | null = null;
  #lastDate: string | null = null;
  #finish: Fields | null = null;
  #agentEnded: Fields | null = null;
  #ledger: Fields | null = null;

  constructor(id: string, generation: number, contradict: (found: string, accepted: string) => void) {
    this.id = id;
    this.generation = generation;
    this.#contradict = contradict;
  }

  started(event: Fields): void {
    const agent = fieldsAt(event, 'agent');
    this.#run = {
      agent: textAt(agent, 'id') ?? 'unknown',
      transport: textAt(agent, 'transport'),
      cell: cellOf(fieldsAt(event, 'cell')),
      steps: countAt(event, 'steps'),
      data: textAt(fieldsAt(event, 'data'), 'source'),
      costs: textAt(event, 'costs'),
      digests: fieldsAt(event, 'digests'),
      environment: listAt(event, 'environment').filter(isFields),
    };
  }

  /** An accepted answer that was kept before its turn; the turn comes later, unless the writer was killed. */
  answerKept(event: Fields): void {
    const step = countAt(event, 'step');
    const expected = (this.#lastCompleted ?? -1) + 1;
    const turnId = textAt(event, 'turn_id');
    if (step !== expected) this.#contradict(`answer of step ${step}`, `step ${expected}`);
    if (turnId !== `${this.id}.t${step}`)
      this.#contradict(`answer of ${turnId ?? 'no turn'}`, `${this.id}.t${step}`);
    if (this.#finish !== null) this.#contradict(`${turnId} after the finish`, 'no further answer');
    this.#lastAnswer = step ?? expected;
  }

  turn(event: Fields): void {
    const step = countAt(event, 'step');
    const expected = this.#lastStep === null ? 0 : this.#lastStep + 1;
    const turnId = `${this.id}.t${step}`;
    if (step !== expected) this.#contradict(`turn of step ${step}`, `step ${expected}`);
    if (this.#finish !== null) this.#contradict(`${turnId} after the finish`, 'no further turn');
    this.#ownTurn(fieldsAt(event, 'evidence'), 'evidence', turnId);
    this.#decide(fieldsAt(event, 'stop'), turnId);
    this.#turns += 1;
    this.#lastStep = step ?? expected;
    this.#lastDate = textAt(event, 'date');
    const verdict = textAt(event, 'verdict');
    if (verdict !== null && Object.hasOwn(this.#verdicts, verdict))
      this.#verdicts[verdict as TurnVerdict] += 1;
    else this.#contradict(`verdict ${verdict}`, Object.keys(this.#verdicts).join(', '));
    const wasKept = this.#lastAnswer !== null && (step ?? expected) <= this.#lastAnswer;
    if (wasKept && verdict !== 'accepted')
      this.#contradict(`${turnId} ${verdict}`, 'accepted, as its answer was kept');
  }

  /** Steps that are complete, and of which only the answer is written. */
  get #answersAhead(): number {
    return this.#lastAnswer === null ? 0 : Math.max(0, this.#lastAnswer - (this.#lastStep ?? -1));
  }

  get #lastCompleted(): number | null {
    return this.#answersAhead > 0 ? this.#lastAnswer : this.#lastStep;
  }

  /** Exactly one committed decision per completed turn; the window's last one finishes. */
  #decide(stop: Fields, turnId: string): void {
    this.#ownTurn(stop, 'stop decision', turnId);
    const result = fieldsAt(stop, 'result');
    const kind = textAt(result, 'kind');
    if (kind !== 'continue' && kind !== 'finish') {
      this.#contradict(`${turnId} with ${kind ?? 'no'} stop decision`, 'continue or finish');
      return;
    }
    if (kind === 'finish') {
      if (textAt(result, 'status') === 'done' && listAt(result, 'unmet').length > 0)
        this.#contradict(`${turnId} done with unmet requirements`, 'none unmet');
      this.#finish = { turn_id: turnId, status: textAt(result, 'status'), reason: textAt(result, 'reason') };
    }
  }

  #ownTurn(part: Fields, name: string, turnId: string): void {
    const found = textAt(part, 'turn_id');
    if (found !== turnId) this.#contradict(`${name} of ${found ?? 'no turn'}`, turnId);
    const generation = countAt(part, 'task_generation');
    if (generation !== this.generation)
      this.#contradict(`${name} of generation ${generation}`, String(this.generation));
  }

  finding(event: Fields): void {
    const code = textAt(event, 'code') ?? 'unknown';
    const known = this.#findings.get(code);
    if (known !== undefined) known.count += 1;
    else if (this.#findings.size < CODES_MOST)
      this.#findings.set(code, {
        code,
        severity: textAt(event, 'severity') ?? 'error',
        count: 1,
        first: withoutObservation(event),
      });
  }

  canceled(event: Fields): void {
    const turnId = textAt(event, 'turn_id');
    this.#canceled.push({ turn_id: turnId, step: countAt(event, 'step') });
  }

  agentEnded(event: Fields): void {
    this.#agentEnded = {
      exit_code: valueAt(event, 'exit_code') ?? null,
      signal: valueAt(event, 'signal') ?? null,
    };
  }

  ended(event: Fields): void {
    if (this.#ledger !== null) this.#contradict(`${this.id} ended twice`, 'one end');
    const turns = countAt(event, 'turns');
    if (turns !== this.#turns) this.#contradict(`${this.id} with ${turns} turns`, `${this.#turns} recorded`);
    if (this.#answersAhead > 0)
      this.#contradict(`an answer of step ${this.#lastAnswer} and no such turn`, 'the turn of every answer');
    const { type: _type, ...row } = event;
    this.#ledger = row;
  }

  view(): AttemptRecord {
    const answersAhead = this.#answersAhead;
    return {
      attempt_id: this.id,
      task_generation: this.generation,
      run: this.#run,
      steps: this.#turns + answersAhead,
      turns: this.#turns,
      answers_ahead: answersAhead,
      last_step: this.#lastCompleted,
      last_date: this.#lastDate,
      verdicts: { ...this.#verdicts, accepted: this.#verdicts.accepted + answersAhead },
      findings: [...this.#findings.values()].map((each) => ({ ...each })),
      canceled: [...this.#canceled],
      finish: this.#finish,
      agent_ended: this.#agentEnded,
      ledger: this.#ledger,
    };
  }
}

/** More codes than the kit has are none of the kit's. */
const CODES_MOST = 500;

function withoutObservation(event: Fields): Fields {
  const { observation: _observation, type: _type, ...rest } = event;
  return rest;
}

export function cellOf(cell: Fields): Cell | null {
  const [start, end, seed] = [countAt(cell, 'window_start'), countAt(cell, 'window_end'), cell.seed];
  if (start === null || end === null || typeof seed !== 'bigint') return null;
  return { window_start: start, window_end: end, seed };
}
