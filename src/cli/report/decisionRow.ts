import {
  countAt,
  type Fields,
  fieldsAt,
  isFields,
  listAt,
  numberAt,
  textAt,
} from '../../harness/records/fields.ts';
import { type TurnVerdict, turnVerdicts } from '../../harness/turnVerdict.ts';
import { printableShort } from '../../kernel/printable.ts';
import type { DecisionRow } from '../../reporters/documents/document.ts';
import { signed } from '../../reporters/text/numbers.ts';

const ORDERS = 8;
const SYMBOL_CHARS = 24;
const CODE_CHARS = 60;
const DATE_CHARS = 32;

/** One turn as a row of the table of decisions; `noteChars` bounds what is quoted of the agent. */
export function decisionRow(event: Fields, noteChars: number): DecisionRow {
  const decision = fieldsAt(event, 'decision');
  const orders = listAt(decision, 'orders').filter(isFields);
  // The largest events are read without it.
  const isRead = Object.hasOwn(event, 'decision');
  const verdict = stepVerdict(event);
  const code = textAt(event, 'code');
  return {
    step: countAt(event, 'step') ?? 0,
    date: printableShort(textAt(event, 'date') ?? '', DATE_CHARS),
    verdict,
    code: code === null ? null : printableShort(code, CODE_CHARS),
    orders: isRead ? ordersText(orders) : 'too large to be shown',
    confidence: meanConfidence(orders),
    decideMs: numberAt(event, 'decide_ms'),
    nav: numberAt(event, 'nav'),
    change: numberAt(event, 'return'),
    note: printableShort(verdict === 'accepted' ? reasonOf(decision, orders) : answerOf(event), noteChars),
    isPerturbed: Object.hasOwn(event, 'faults'),
  };
}

/** A verdict that no version knows is the agent's fault for nobody: it counts as one without an answer. */
export function stepVerdict(event: Fields): TurnVerdict {
  const found = textAt(event, 'verdict');
  return turnVerdicts.find((each) => each === found) ?? 'fault';
}

function ordersText(orders: readonly Fields[]): string {
  const shown = orders.slice(0, ORDERS).map((order) => {
    const symbol = printableShort(textAt(order, 'symbol') ?? '?', SYMBOL_CHARS);
    return `${symbol} ${signed(numberAt(order, 'target_weight') ?? Number.NaN, 3)}`;
  });
  const more = orders.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function meanConfidence(orders: readonly Fields[]): number | null {
  const stated = orders.map((order) => numberAt(order, 'confidence')).filter((each) => each !== null);
  return stated.length === 0 ? null : stated.reduce((sum, each) => sum + each, 0) / stated.length;
}

/** The reasoning, and what the orders say beyond it. */
function reasonOf(decision: Fields, orders: readonly Fields[]): string {
  const reasoning = textAt(decision, 'reasoning') ?? '';
  const rationales = new Set(orders.slice(0, ORDERS).map((order) => textAt(order, 'rationale') ?? ''));
  return [reasoning, ...rationales].filter((each) => each !== '').join(' · ');
}

/** What came instead of a decision. */
function answerOf(event: Fields): string {
  return textAt(fieldsAt(event, 'raw'), 'text')?.trimEnd() ?? '';
}
