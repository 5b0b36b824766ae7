import type { CodeEntry } from '../../kernel/diagnostic.ts';
import { didYouMean, entry, fact, found, where, words } from './entry.ts';

const order = (fields: string) => `{"orders":[{"symbol":"AAPL","action":"buy",${fields}}]}`;

/** Codes of a decision that does not fit the observation that it answers. */
export const semanticEntries: readonly CodeEntry[] = [
  entry({
    code: 'unknown-symbol',
    title: 'an order for a symbol that was not observed',
    about:
      'An order names one of the symbols of the observation that it answers, in exactly that spelling: letter case, spaces and accents count.',
    bad: '{"orders":[{"symbol":"aapl","action":"buy","target_weight":0.5}]}',
    good: order('"target_weight":0.5'),
    words: (d) => {
      const origin = fact(d, 'mojibakeOf');
      const more = Number(d.facts.unlisted ?? 0) > 0 ? ` and ${fact(d, 'unlisted')} more` : '';
      const message = `${found(d)}${where(d)} was not observed; accepted: ${d.accepted.join(', ')}${more}`;
      if (origin !== '') {
        return words(
          `${message}; it is ${origin} in the wrong encoding`,
          'your symbol is UTF-8 read as cp1252: Python on Windows decodes stdin in the local code page',
          'reconfigure stdin to utf-8: sys.stdin.reconfigure(encoding="utf-8")',
        );
      }
      return words(
        `${message}${didYouMean(d)}`,
        'a fixed list of symbols in the agent, or another spelling',
        'take the symbols from the observation, as they stand there',
      );
    },
  }),
  entry({
    code: 'duplicate-order',
    title: 'two orders for one symbol',
    about:
      'A decision sets one target for a symbol. A second order for the same symbol is refused, also when both agree.',
    bad: '{"orders":[{"symbol":"AAPL","action":"buy","target_weight":0.5},{"symbol":"AAPL","action":"buy","target_weight":0.5}]}',
    good: order('"target_weight":0.5'),
    words: (d) =>
      words(
        `${found(d)}${where(d)} was ordered already at /orders/${fact(d, 'first')}`,
        'orders of several signals, or a close and a new entry, were not netted',
        'net them: one order a symbol with the weight that is wanted in the end',
      ),
  }),
  entry({
    code: 'weight-out-of-range',
    title: 'a target weight outside [-1, 1]',
    about:
      'target_weight is a signed share of NAV in [-1, 1], a target and not a change. Each weight is bounded; their sum is not.',
    bad: order('"target_weight":1.5'),
    good: order('"target_weight":1.0'),
    words: (d) =>
      bounded(d, 'min(max(w, -1.0), 1.0)', 'leverage, a share count or an amount of money is no weight'),
  }),
  entry({
    code: 'confidence-out-of-range',
    title: 'a confidence outside [0, 1]',
    about:
      'confidence, where it is stated, is a probability in [0, 1]. Left out it is not stated, which is not 0.5.',
    bad: order('"target_weight":0.5,"confidence":85'),
    good: order('"target_weight":0.5,"confidence":0.85'),
    words: (d) => bounded(d, 'min(max(c, 0.0), 1.0)', 'a score or a z-value is no probability'),
  }),
  entry({
    code: 'cost-negative',
    title: 'a negative cost',
    about:
      'cost_usd is the spend of this decision in dollars: 0 or more. Leave cost out where nothing is known.',
    bad: '{"orders":[],"cost":{"cost_usd":-0.01}}',
    good: '{"orders":[],"cost":{"cost_usd":0.01}}',
    words: (d) =>
      words(
        `${found(d)}${where(d)} is negative; accepted: ${d.accepted.join(', ')}`,
        'a balance difference with the wrong sign, or -1 for not known',
        'send what was spent; leave the key out where it is not known',
      ),
  }),
];

function bounded(d: Parameters<CodeEntry['words']>[0], clamp: string, otherCause: string) {
  const message = `${found(d)}${where(d)} is out of range; accepted: ${d.accepted.join(', ')}`;
  if (d.facts.rounding === true) {
    return words(
      `${message} (in 17 digits: ${fact(d, 'digits')})`,
      'a rounding error: weights that are 1 on paper come out a hair above it',
      `clamp the last digit away: ${clamp}`,
    );
  }
  if (d.facts.percent === true) return words(message, 'the number looks like percent', 'divide by 100');
  return words(message, otherCause, `send a share; as a guard: ${clamp}`);
}
