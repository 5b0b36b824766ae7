// Reads what the model said. It is text from outside: nothing in it is taken on trust, and
// what is not understood is not guessed.

import { member } from './chat.ts';

export interface Answer {
  /** Weights within the bounds, by symbol; null if the answer as a whole is unusable. */
  readonly weights: ReadonlyMap<string, number> | null;
  readonly reasoning: string;
  /** What was not as asked for, for the log. */
  readonly notes: readonly string[];
}

const REASONING_LENGTH_MAX = 500;

export function readAnswer(content: string, symbols: readonly string[], lowest: number, highest: number): Answer {
  const answer = parsed(withoutFence(content));
  const targets = member(answer, 'targets');
  if (typeof targets !== 'object' || targets === null || Array.isArray(targets)) {
    return { weights: null, reasoning: '', notes: [`no JSON object with "targets": ${quote(content)}`] };
  }
  const known = new Set(symbols);
  const weights = new Map<string, number>();
  const notes: string[] = [];
  for (const [symbol, weight] of Object.entries(targets)) {
    if (!known.has(symbol)) {
      notes.push(`unknown symbol ${quote(symbol)} dropped`);
    } else if (typeof weight !== 'number' || !Number.isFinite(weight)) {
      notes.push(`weight of ${quote(symbol)} is no number: ${quote(weight)}`);
    } else {
      const clamped = Math.min(Math.max(weight, lowest), highest);
      if (clamped !== weight) notes.push(`weight of ${quote(symbol)} clamped from ${weight} to ${clamped}`);
      weights.set(symbol, clamped);
    }
  }
  return { weights, reasoning: textOf(member(answer, 'reasoning')), notes };
}

/** Models like to wrap JSON in a Markdown fence, whatever they are told. */
function withoutFence(content: string): string {
  return /^\s*```[a-z]*[ \t]*\r?\n(.*?)\r?\n?```\s*$/is.exec(content)?.[1] ?? content;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Without the half of a character that a cut or an escape may leave: it has no UTF-8. */
function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value.slice(0, REASONING_LENGTH_MAX).replace(/\p{Surrogate}/gu, '\ufffd')
    : '';
}

/** Foreign text for a log: one short line without control characters. */
function quote(value: unknown): string {
  return JSON.stringify(value).replace(/[^ -~]/g, '?').slice(0, 80);
}
