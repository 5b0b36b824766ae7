import type { Window } from '../../market/dataset.ts';

/** One run of a sweep: a window under a seed. */
export interface SweepCell {
  /** Place in the whole sweep, from 0, window-major. */
  readonly index: number;
  readonly window: Window;
  /** u64. */
  readonly seed: bigint;
}

/** Part `index` (from 1) of `count`: the cells whose index mod count is index - 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** All windows x seeds, window-major (page 2.8). */
export function cellsOf(windows: readonly Window[], seeds: readonly bigint[]): readonly SweepCell[] {
  return windows.flatMap((window, row) =>
    seeds.map((seed, column) => ({ index: row * seeds.length + column, window, seed })),
  );
}

export function inShard(cell: { readonly index: number }, shard: Shard | null): boolean {
  return shard === null || cell.index % shard.count === shard.index - 1;
}

/** `[20,100) seed 3`: a cell as people call it. */
export function cellName(cell: {
  readonly window_start: number;
  readonly window_end: number;
  readonly seed: bigint;
}): string {
  return `[${cell.window_start},${cell.window_end}) seed ${cell.seed}`;
}
