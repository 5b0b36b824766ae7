import { describe, expect, test } from 'vitest';
import { cellsOf, inShard } from '../../../src/harness/sweep/cells.ts';

const windows = [
  { start: 20, end: 100 },
  { start: 100, end: 180 },
];

describe('the cells of a sweep', () => {
  test('run through the seeds of a window before the next window', () => {
    const cells = cellsOf(windows, [5n, 18446744073709551615n, 7n]);
    expect(cells.map(({ index, window, seed }) => [index, window.start, seed])).toStrictEqual([
      [0, 20, 5n],
      [1, 20, 18446744073709551615n],
      [2, 20, 7n],
      [3, 100, 5n],
      [4, 100, 18446744073709551615n],
      [5, 100, 7n],
    ]);
  });

  test.each([1, 2, 3, 5, 7])('are each in exactly one of %d shards', (count) => {
    const cells = cellsOf(windows, [0n, 1n, 2n]);
    const shards = Array.from({ length: count }, (_, at) => ({ index: at + 1, count }));
    for (const cell of cells) expect(shards.filter((shard) => inShard(cell, shard))).toHaveLength(1);
    expect(cells.filter((cell) => inShard(cell, null))).toHaveLength(6);
  });
});
