import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Deadline } from '../../../src/agents/stdio/deadline.ts';

describe('the deadline of one decision after the other', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched() {
    const expired: number[] = [];
    const startedAt = performance.now();
    const deadline = new Deadline(() => void expired.push(performance.now() - startedAt));
    return { deadline, expired };
  }

  test('expires once, when the budget is spent', () => {
    const { deadline, expired } = watched();
    deadline.start(1_000);
    vi.advanceTimersByTime(999);
    expect(expired).toStrictEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(expired).toStrictEqual([1_000]);
  });

  test('counts from the start of the last decision, however many were answered before', () => {
    const { deadline, expired } = watched();
    for (let decision = 0; decision < 10; decision += 1) {
      deadline.start(1_000);
      vi.advanceTimersByTime(300);
      deadline.stop();
    }
    deadline.start(1_000);
    vi.advanceTimersByTime(999);
    expect(expired).toStrictEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toStrictEqual([4_000]);
  });

  test('of a shorter budget comes before one that was longer', () => {
    const { deadline, expired } = watched();
    deadline.start(30_000);
    deadline.stop();
    deadline.start(50);
    vi.advanceTimersByTime(50);
    expect(expired).toStrictEqual([50]);
  });

  test('never comes after an answer, or after the end', () => {
    const { deadline, expired } = watched();
    deadline.start(100);
    deadline.stop();
    vi.advanceTimersByTime(1_000);
    deadline.start(100);
    deadline.clear();
    vi.advanceTimersByTime(1_000);
    expect(expired).toStrictEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('longer than a timer can hold is no short one', () => {
    const { deadline, expired } = watched();
    deadline.start(2 ** 31 + 5_000);
    vi.advanceTimersByTime(2 ** 31);
    expect(expired).toStrictEqual([]);
    vi.advanceTimersByTime(5_000);
    expect(expired).toHaveLength(1);
  });
});
