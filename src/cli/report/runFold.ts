import type { Cell } from '../../harness/events.ts';
import { cellOf } from '../../harness/records/attemptFold.ts';
import { countAt, type Fields, fieldsAt, numberAt } from '../../harness/records/fields.ts';
import type { RecordItem } from '../../harness/records/readJournal.ts';
import { noTurns } from '../../harness/turnVerdict.ts';
import { limits } from '../../kernel/limits.ts';
import type { Curves, DecisionRow } from '../../reporters/documents/document.ts';
import { Envelope } from '../../reporters/documents/envelope.ts';
import { comparedText } from '../../reporters/text/watchReporter.ts';
import { decisionRow, stepVerdict } from './decisionRow.ts';
import { FaultFold } from './faultFold.ts';
import { FindingFold } from './findingFold.ts';

/**
 * Gathers from a journal what a report shows of its last attempt, in memory that does not
 * grow with the journal: rows, findings and points of curves are bounded.
 */
export class RunFold {
  #attempt = new AttemptView();
  #started: Fields | null = null;
  #report: Fields | null = null;
  /** The newest ones. */
  readonly comparisons: string[] = [];

  take(item: RecordItem): void {
    if (item.kind !== 'event') return;
    const { type, event } = item;
    if (type === 'attempt_started') this.#begin();
    else if (type === 'run_started') this.#started = event;
    else if (type === 'turn') this.#attempt.turn(event);
    else if (type === 'finding') this.#attempt.findings.take(event);
    else if (type === 'run_report') this.#report = event;
    else if (type === 'generations_compared') this.#compare(event);
  }

  /** A report of the attempts before it says nothing of this one. */
  #begin(): void {
    this.#attempt = new AttemptView();
    this.#report = null;
  }

  #compare(event: Fields): void {
    this.comparisons.push(comparisonText(event));
    if (this.comparisons.length > limits.reportCodes) this.comparisons.shift();
  }

  /** The start of the last run; null if there was none. */
  get started(): Fields | null {
    return this.#started;
  }

  /** The report on the last attempt; null while there is none. */
  get report(): Fields | null {
    return this.#report;
  }

  get attempt(): AttemptView {
    return this.#attempt;
  }

  get cell(): Cell | null {
    return this.#started === null ? null : cellOf(fieldsAt(this.#started, 'cell'));
  }
}

export class AttemptView {
  readonly findings = new FindingFold();
  readonly faults = new FaultFold();
  readonly rows: DecisionRow[] = [];
  readonly verdicts = noTurns();
  readonly #equity = new Envelope(limits.reportCurveGroups);
  readonly #drawdown = new Envelope(limits.reportCurveGroups);
  #peak = 1;
  #noteRoom: number = limits.reportNoteBytes;
  turns = 0;

  turn(event: Fields): void {
    this.turns += 1;
    this.verdicts[stepVerdict(event)] += 1;
    this.faults.turn(event);
    const nav = numberAt(event, 'nav');
    if (nav !== null && Number.isFinite(nav)) this.#addNav(nav);
    if (this.rows.length >= limits.reportDecisions) return;
    const row = decisionRow(event, this.#noteRoom > 0 ? NOTE_CHARS : SHORT_NOTE_CHARS);
    this.#noteRoom -= row.note.length;
    this.rows.push(row);
  }

  curves(baseline: Curves['baseline']): Curves {
    return { equity: this.#equity.view(), drawdown: this.#drawdown.view(), baseline };
  }

  #addNav(nav: number): void {
    this.#peak = Math.max(this.#peak, nav);
    this.#equity.add(nav);
    this.#drawdown.add(this.#peak > 0 ? Math.min(0, nav / this.#peak - 1) : 0);
  }
}

/** `generation 4: 12 of 80 decisions differ from g3, first at step 7: return -0.40 % -> +1.10 %`. */
function comparisonText(event: Fields): string {
  const count = (key: string) => countAt(event, key) ?? 0;
  const told = comparedText({
    type: 'generations_compared',
    before: count('before'),
    after: count('after'),
    steps_compared: count('steps_compared'),
    steps_different: count('steps_different'),
    first_difference: countAt(event, 'first_difference'),
    return_before: numberAt(event, 'return_before') ?? Number.NaN,
    return_after: numberAt(event, 'return_after') ?? Number.NaN,
  });
  return `generation ${count('after')}: ${told}`;
}

const NOTE_CHARS = 400;
/** Once the room for long ones is used up. */
const SHORT_NOTE_CHARS = 60;
