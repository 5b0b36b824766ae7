import {
  countAt,
  type Fields,
  fieldsAt,
  isFields,
  listAt,
  numberAt,
  textAt,
} from '../../harness/records/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { FaultDocument, FaultMoment, FaultsDocument, Tone } from '../../reporters/documents/document.ts';
import {
  isOutcome,
  type Outcome,
  outcomesWorstFirst,
  outcomeWords,
} from '../../reporters/text/faultGrades.ts';

const ID_CHARS = 64;
const DECLARATIONS = 64;
const FAULTS = 64;

interface KeptFault {
  readonly events: FaultMoment[];
  readonly counts: Map<Outcome, number>;
}

/** Gathers what a fault plan did, turn by turn, and how each answer was graded. */
export class FaultFold {
  readonly #faults = new Map<string, KeptFault>();
  /** The agent's own last stated targets. */
  readonly #stated = new Map<string, number>();
  #room: number = limits.reportFaultMoments;

  turn(event: Fields): void {
    const orders = listAt(fieldsAt(event, 'decision'), 'orders').filter(isFields);
    const ordered = new Map<string, number>();
    for (const order of orders) {
      const [symbol, weight] = [textAt(order, 'symbol'), numberAt(order, 'target_weight')];
      if (symbol !== null && weight !== null) ordered.set(symbol, weight);
    }
    const faults = fieldsAt(event, 'faults');
    for (const each of listAt(faults, 'events').filter(isFields)) {
      this.#take(each, {
        step: countAt(event, 'step'),
        date: printableShort(textAt(event, 'date') ?? '', ID_CHARS),
        shown: fieldsAt(fieldsAt(faults, 'shown'), 'shares'),
        ordered,
      });
    }
    if (this.#stated.size > limits.reportCodes * 10) return;
    for (const [symbol, weight] of ordered) this.#stated.set(symbol, weight);
  }

  /** Null without a plan. `evidence` is the report's; `book` its holdings, if they were read. */
  view(started: Fields, evidence: Fields, book: readonly unknown[]): FaultsDocument | null {
    const plan = fieldsAt(started, 'faults');
    const planSha256 = textAt(plan, 'plan_sha256') ?? textAt(evidence, 'plan_sha256');
    if (planSha256 === null) return null;
    for (const each of listAt(evidence, 'events').filter(isFields)) {
      // Found out at the end, and so in no turn.
      if (textAt(each, 'event') === 'projection_unconverged') {
        this.#take(each, { step: null, date: null, shown: {}, ordered: new Map() });
      }
    }
    const assigned = listAt(evidence, 'assigned').filter((id) => typeof id === 'string');
    const ids = new Set([...assigned.map((id) => printableShort(id, ID_CHARS)), ...this.#faults.keys()]);
    return {
      planSha256: printableShort(planSha256, ID_CHARS),
      declaration: listAt(plan, 'declaration')
        .filter((line) => typeof line === 'string')
        .slice(0, DECLARATIONS)
        .map((line) => printable(line)),
      steps: countAt(started, 'steps') ?? 0,
      faults: [...ids].slice(0, FAULTS).map((id) => this.#fault(id, book)),
    };
  }

  #fault(id: string, book: readonly unknown[]): FaultDocument {
    const kept = this.#faults.get(id);
    if (kept === undefined)
      return { id, tone: 'open', tally: 'assigned, and did not fire in this run', events: [], advice: [] };
    const worst = outcomesWorstFirst.filter((outcome) => kept.counts.has(outcome));
    const advice = new Set(worst.map((outcome) => outcomeWords(outcome).robust));
    const tally = worst.map((outcome) => `${outcome} ${kept.counts.get(outcome)}`).join(', ');
    return {
      id,
      tone: worst[0] === undefined ? 'good' : outcomeWords(worst[0]).tone,
      tally: tally === '' ? 'nothing of yours was hidden' : tally,
      events: kept.events.map((moment) => withTruth(moment, book)),
      advice: [...advice].filter((each) => each !== null),
    };
  }

  #take(event: Fields, at: Moment): void {
    const id = printableShort(textAt(event, 'fault_id') ?? 'unknown', ID_CHARS);
    let kept = this.#faults.get(id);
    if (kept === undefined) {
      if (this.#faults.size >= FAULTS) return;
      kept = { events: [], counts: new Map() };
      this.#faults.set(id, kept);
    }
    for (const { moment, outcome } of momentsOf(event, at, this.#stated)) {
      if (outcome !== null) kept.counts.set(outcome, (kept.counts.get(outcome) ?? 0) + 1);
      if (this.#room <= 0) continue;
      this.#room -= 1;
      kept.events.push(moment);
    }
  }
}

interface Moment {
  readonly step: number | null;
  readonly date: string | null;
  readonly shown: Fields;
  readonly ordered: ReadonlyMap<string, number>;
}

interface Graded {
  readonly moment: FaultMoment;
  readonly outcome: Outcome | null;
}

function momentsOf(event: Fields, at: Moment, stated: ReadonlyMap<string, number>): readonly Graded[] {
  const { step, date } = at;
  const plain = (tone: Tone, words: string, outcome: Outcome | null = null): readonly Graded[] => [
    { moment: { step, date, tone, outcome: words, answer: null }, outcome },
  ];
  switch (textAt(event, 'event')) {
    case 'rate_limited': {
      const rejected = countAt(event, 'rejected_presentations') ?? 0;
      const isKept = event.resubmitted_after_deadline === true;
      const end = isKept ? 'then its orders executed' : 'then a hold executed';
      const words = `${rejected} rejected: ${countAt(event, 'resubmissions_under_limit') ?? 0} resubmitted, ${countAt(event, 'waits_under_limit') ?? 0} waited, ${end}`;
      return plain(isKept ? 'good' : 'bad', words, isKept ? 'orders_kept' : 'orders_lost');
    }
    case 'projection_converged':
      return plain('good', `shown true again, after ${countAt(event, 'stale_presentations') ?? 0} stale`);
    case 'projection_unconverged':
      return plain('open', `not shown true again, after ${countAt(event, 'stale_presentations') ?? 0} stale`);
    default:
      return listAt(event, 'responses')
        .filter(isFields)
        .map((response) => {
          const symbol = textAt(response, 'symbol') ?? '';
          const grade = textAt(response, 'grade') ?? 'unknown';
          const outcome = isOutcome(grade) ? grade : null;
          const answer = {
            symbol: printableShort(symbol, ID_CHARS),
            shown: numberAt(at.shown, symbol),
            real: null,
            stated: stated.get(symbol) ?? null,
            ordered: at.ordered.get(symbol) ?? null,
          };
          const tone = outcome === null ? 'open' : outcomeWords(outcome).tone;
          return { moment: { step, date, tone, outcome: printableShort(grade, ID_CHARS), answer }, outcome };
        });
  }
}

/** What was held before the step; left out where the record's book is too large to be read. */
function withTruth(moment: FaultMoment, book: readonly unknown[]): FaultMoment {
  const { step, answer } = moment;
  if (answer === null || step === null || book.length === 0) return moment;
  const before = step === 0 ? {} : book[step - 1];
  const shares = isFields(before) ? fieldsAt(before, 'shares') : {};
  const real = step === 0 ? 0 : numberAt(shares, answer.symbol);
  return { ...moment, answer: { ...answer, real, shown: answer.shown ?? real } };
}
