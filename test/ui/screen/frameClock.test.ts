import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameClock } from '../../../src/ui/screen/frameClock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A clock whose frames take a time, and when they were drawn. */
function clockOf(costMs = 0): { readonly clock: FrameClock; readonly drawn: number[] } {
  const drawn: number[] = [];
  const startedAt = performance.now();
  const clock = new FrameClock(
    () => {
      drawn.push(performance.now() - startedAt);
      vi.advanceTimersByTime(costMs);
    },
    () => performance.now(),
  );
  return { clock, drawn };
}

describe('when a frame is drawn', () => {
  it('is never while nothing asks', () => {
    const { drawn } = clockOf();
    vi.advanceTimersByTime(10_000);
    expect(drawn).toEqual([]);
  });

  it('is at once for a key, and once for many', () => {
    const { clock, drawn } = clockOf();
    for (let key = 0; key < 50; key += 1) clock.next();
    vi.advanceTimersByTime(0);
    expect(drawn).toEqual([0]);
  });

  it('is at most thirty times a second for keys that are held down', () => {
    const { clock, drawn } = clockOf();
    for (let at = 0; at < 1000; at += 1) {
      clock.next();
      vi.advanceTimersByTime(1);
    }
    expect(drawn.length).toBeLessThanOrEqual(30);
    expect(drawn.length).toBeGreaterThan(20);
  });

  it('is between two turns of a run, and less often where a frame is dear', () => {
    const runFor = (costMs: number): number => {
      const { clock, drawn } = clockOf(costMs);
      for (let at = 0; at < 2000; at += 1) {
        clock.soon();
        if (clock.isDue()) clock.look();
        vi.advanceTimersByTime(1);
      }
      clock.close();
      return drawn.length;
    };
    const [cheap, dear] = [runFor(0), runFor(15)];
    expect(cheap).toBeLessThanOrEqual(30);
    expect(cheap).toBeGreaterThan(20);
    expect(dear).toBeLessThan(cheap / 2);
  });

  it('is without a turn, too, where the agent thinks for long', () => {
    const { clock, drawn } = clockOf();
    clock.soon();
    vi.advanceTimersByTime(1000);
    expect(drawn).toHaveLength(1);
  });

  it('is never again once it is closed', () => {
    const { clock, drawn } = clockOf();
    clock.after(100);
    clock.close();
    clock.next();
    clock.soon();
    clock.look();
    vi.advanceTimersByTime(1000);
    expect(drawn).toEqual([]);
  });
});
