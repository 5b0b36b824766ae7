import type { Shard } from '../../harness/sweep/cells.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import type { Window } from '../../market/dataset.ts';
import { parseWindow, walkForwardWindows } from '../../market/windows.ts';
import { badOption, parseSeedOption } from '../options.ts';

const DEFAULT_SEEDS = '0..7';

/** `A:B,C:D`, each once. Throws a UsageError. */
export function parseWindows(text: string, bars: number): readonly Window[] {
  const windows = text.split(',').map((each) => parseWindow(each.trim(), bars));
  return once('--windows', text, windows, ({ start, end }) => `${start}:${end}`);
}

/** `WARMUP:TEST:STEP` in bars. Throws a UsageError. */
export function parseWalkForward(text: string, bars: number): readonly Window[] {
  const match = /^([0-9]{1,15}):([0-9]{1,15}):([0-9]{1,15})$/.exec(text);
  if (match === null) throw badOption('--walk-forward', text, 'WARMUP:TEST:STEP in bars, as 30:60:60');
  const [warmup = 0, test = 0, step = 0] = match.slice(1).map(Number);
  return walkForwardWindows(bars, { warmup, test, step });
}

/** Seeds and ranges of them, both ends included: `0..7`, `0,3,9`, `0..3,100`. Throws a UsageError. */
export function parseSeeds(text: string = DEFAULT_SEEDS): readonly bigint[] {
  const seeds: bigint[] = [];
  for (const part of text.split(',')) {
    const [first = '', last = first, ...more] = part.trim().split('..');
    const accepted = 'seeds and ranges from 0 to 18446744073709551615, as 0..7 or 0,3,9';
    if (more.length > 0) throw badOption('--seeds', text, accepted);
    const start = parseSeedOption(first, '--seeds');
    const end = parseSeedOption(last, '--seeds');
    if (end < start) throw badOption('--seeds', text, accepted);
    if (end - start >= BigInt(limits.sweepCells)) throw sizeError(end - start + 1n);
    for (let seed = start; seed <= end; seed += 1n) seeds.push(seed);
  }
  return once('--seeds', text, seeds, String);
}

/** `I/N`, part I of N. Throws a UsageError. */
export function parseShard(text: string): Shard {
  const match = /^([0-9]{1,6})\/([0-9]{1,6})$/.exec(text);
  const shard = { index: Number(match?.[1]), count: Number(match?.[2]) };
  if (match !== null && shard.index >= 1 && shard.index <= shard.count) return shard;
  throw badOption('--shard', text, 'I/N, part I of N with 1 <= I <= N, as 1/4');
}

/** Throws a UsageError for nothing to run, and for more than can be kept. */
export function requireSize(cells: number, shard: Shard | null): void {
  if (cells > limits.sweepCells) throw sizeError(BigInt(cells));
  if (shard !== null && shard.index > cells) {
    throw badOption('--shard', `${shard.index}/${shard.count}`, `at most ${cells} parts of ${cells} cells`);
  }
}

function sizeError(found: bigint): UsageError {
  const accepted = [`1 to ${limits.sweepCells}`];
  const facts = { fix: 'give fewer windows or seeds' };
  return new UsageError(diagnostic('sweep-size', 'error', {}, { found: String(found), accepted, facts }));
}

function once<Value>(
  option: string,
  text: string,
  values: readonly Value[],
  name: (value: Value) => string,
): readonly Value[] {
  const names = new Set(values.map(name));
  if (names.size < values.length) throw badOption(option, text, 'each one once');
  return values;
}
