import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BatchedLines } from '../../src/harness/batchedLines.ts';
import { limits } from '../../src/kernel/limits.ts';

const WAIT_MS = 40;

describe('the gathered lines of a journal', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function gathering() {
    const written: string[] = [];
    const append = (pieces: Iterable<string>) => void written.push(`${[...pieces].join('')}\n`);
    const lines = new BatchedLines(append, WAIT_MS);
    return { lines, written };
  }

  test('keep their order and their line ends in front of one that is written at once', () => {
    const { lines, written } = gathering();
    lines.add(['{"step":', '0}']);
    lines.add(['{"step":1}']);
    expect(written).toStrictEqual([]);
    lines.addNow(['{"report":1}']);
    expect(written.join('')).toBe('{"step":0}\n{"step":1}\n{"report":1}\n');
  });

  test('are written after a moment, though nothing follows', () => {
    const { lines, written } = gathering();
    lines.add(['{"step":0}']);
    vi.advanceTimersByTime(WAIT_MS - 1);
    expect(written).toStrictEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toStrictEqual(['{"step":0}\n']);
    vi.advanceTimersByTime(10 * WAIT_MS);
    lines.flush();
    expect(written).toHaveLength(1);
  });

  test('are written when they are many, and once', () => {
    const { lines, written } = gathering();
    lines.add(['x'.repeat(limits.journalBatchChars + 1)]);
    expect(written).toHaveLength(1);
    lines.flush();
    expect(written).toHaveLength(1);
  });
});
