// Protocol loop: reads one observation per line, writes one decision per line.
// You should not need to edit this; decisions are made in strategy.ts.

import type { Decision, Observation } from './contract.ts';

export interface Decider {
  /** Called once for every date, in order. */
  decide(observation: Observation): Decision | Promise<Decision>;
}

const LINE_FEED = 0x0a;

/** Answers every line of `input` until it ends; throws on the first line that is no observation. */
export async function run(
  decider: Decider,
  input: AsyncIterable<Uint8Array>,
  write: (line: string) => void,
): Promise<void> {
  let last: { readonly date: string; readonly answer: string } | null = null;
  for await (const line of linesOf(input)) {
    const observation = JSON.parse(line) as Observation;
    // An observation may be presented again; it gets the same decision, byte for byte.
    if (last === null || last.date !== observation.date) {
      last = { date: observation.date, answer: encode(await decider.decide(observation)) };
    }
    write(last.answer);
  }
}

/** One line of JSON. `JSON.stringify` alone would turn a number that is not finite into null. */
export function encode(decision: Decision): string {
  const text = JSON.stringify(decision, (key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new RangeError(`"${key}" of a decision is ${value}, which is no JSON number`);
    }
    return value;
  });
  return `${text}\n`;
}

/**
 * Splits on byte 0x0A alone: a chunk may end inside a line or a character, and
 * `node:readline` also splits on characters that may stand within a line.
 */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield decode([...parts, chunk.subarray(start, end)]);
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield decode(parts);
}

/** Throws on bytes that are no UTF-8, where a lenient decoder would put U+FFFD. */
function decode(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}
