// The prompt: edit this.
//
// The answer is cached by the whole request, so nothing goes in that changes between two runs,
// such as a clock. The portfolio is left out because it may be stale; the date, because a model
// may have read about it.

import type { Message } from './chat.ts';
import type { Observation } from './contract.ts';

export const WEIGHT_MAX = 0.5; // of the account in one symbol
export const INVESTED_MAX = 0.9; // in all symbols together

const CLOSES_SHOWN = 60;

const INSTRUCTIONS = `You manage a long-only portfolio. You are given, for each symbol, its latest closes, \
oldest first, and the weight that you gave it last.
Weights lie between 0 and ${WEIGHT_MAX}; together they are at most ${INVESTED_MAX}, the rest is cash.
Trading costs money: change a weight only for a reason that the closes show.
Answer with one JSON object and nothing else: {"targets": {"SYMBOL": WEIGHT, ...}, "reasoning": "one sentence"}`;

export function messagesFor(observation: Observation, targets: ReadonlyMap<string, number>): Message[] {
  const shown = observation.symbols.map(({ symbol, close_history }) => ({
    symbol,
    closes: close_history.slice(-CLOSES_SHOWN).map(sixDigits),
    weight: targets.get(symbol) ?? 0,
  }));
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: JSON.stringify(shown) },
  ];
}

/** They tell a model as much as seventeen, and cost a third. */
function sixDigits(close: number | null): number | null {
  return close === null ? null : Number(close.toPrecision(6));
}
