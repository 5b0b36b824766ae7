import { distance } from 'fastest-levenshtein';
import type { Action } from '../decision.ts';

/** Longer names are not compared: the distance costs the product of the lengths. */
const COMPARED_CHARS = 64;
const COMPARED_NAMES = 1000;

/** Other libraries' words for the contract's keys. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  target_weight: ['weight', 'target', 'size', 'targetpct', 'targetpercent', 'allocation', 'position'],
  action: ['side', 'type', 'direction', 'signal'],
  symbol: ['ticker', 'asset', 'instrument', 'sym', 'coin'],
  confidence: ['conviction', 'probability', 'prob', 'certainty'],
  rationale: ['reason', 'explanation', 'comment', 'note'],
  reasoning: ['thoughts', 'thinking', 'reason', 'rationale', 'explanation'],
  orders: ['trades', 'decisions', 'actions', 'positions', 'targets'],
  cost: ['usage', 'costs', 'tokens', 'spend'],
  cost_usd: ['usd', 'cost', 'dollars', 'price'],
  tokens_in: ['prompttokens', 'inputtokens'],
  tokens_out: ['completiontokens', 'outputtokens'],
};

const ACTION_SYNONYMS: Readonly<Record<string, Action>> = {
  long: 'buy',
  short: 'sell',
  exit: 'close',
  flat: 'close',
  none: 'hold',
  wait: 'hold',
  cover: 'buy',
};

/** The name that was probably meant; null if none is close. Letter case and separators do not count. */
export function nearestName(word: string, names: readonly string[]): string | null {
  if (word.length > COMPARED_CHARS) return null;
  const plain = plainForm(word);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names.slice(0, COMPARED_NAMES)) {
    if (name.length > COMPARED_CHARS) continue;
    const other = plainForm(name);
    if (other === plain && plain !== '') return name;
    const away = distance(plain, other);
    if (away < least && away <= Math.max(1, Math.floor(Math.min(plain.length, other.length) / 3))) {
      least = away;
      best = name;
    }
  }
  if (best !== null && plain !== '') return best;
  return names.find((name) => Object.hasOwn(SYNONYMS, name) && SYNONYMS[name]!.includes(plain)) ?? null;
}

/** The action that was probably meant. */
export function nearestAction(word: string): Action | null {
  const plain = plainForm(word.slice(0, COMPARED_CHARS));
  if (Object.hasOwn(ACTION_SYNONYMS, plain)) return ACTION_SYNONYMS[plain]!;
  return nearestName(word, ['buy', 'sell', 'hold', 'close']) as Action | null;
}

function plainForm(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
