import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../../src/kernel/limits.ts';
import { LookSchedule } from '../../src/reload/lookSchedule.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A schedule whose looks are noted, and take this long. */
function schedule(options: { tookMs?: number; againInMs?: number | null } = {}) {
  const looks: { readonly atMs: number; readonly paths: readonly string[] | null }[] = [];
  const startedMs = performance.now();
  const running = new LookSchedule(async (paths) => {
    looks.push({ atMs: performance.now() - startedMs, paths: paths === null ? null : [...paths] });
    if (options.tookMs !== undefined) vi.advanceTimersByTime(options.tookMs);
    const again = options.againInMs ?? null;
    return { againAtMs: again === null ? null : performance.now() + again };
  });
  return { running, looks };
}

it('looks at a path at once when it is told of it, and at everything now and then', async () => {
  const { running, looks } = schedule();
  running.now();
  await vi.advanceTimersByTimeAsync(100);
  running.hint(['a.py']);
  running.hint(['b.py']);
  await vi.advanceTimersByTimeAsync(limits.watchAssureMs);
  expect(looks.map(({ paths }) => paths)).toEqual([null, ['a.py', 'b.py'], null]);
  expect(looks[1]!.atMs).toBe(100);
  await running.stop();
});

it('looks at everything when it is told that anything may have changed', async () => {
  const { running, looks } = schedule();
  running.now();
  await vi.advanceTimersByTimeAsync(100);
  running.hint(null);
  await vi.advanceTimersByTimeAsync(10);
  expect(looks.map(({ paths }) => paths)).toEqual([null, null]);
  await running.stop();
});

it('gives looks at everything a bounded share of the time, and hinted ones no delay by that', async () => {
  const { running, looks } = schedule({ tookMs: 50 });
  running.now();
  await vi.advanceTimersByTimeAsync(1);
  for (let index = 0; index < 100; index += 1) {
    running.hint(null);
    await vi.advanceTimersByTimeAsync(20);
  }
  // 2 s of hints: a look of 50 ms, then ten times that without one.
  expect(looks.filter(({ paths }) => paths === null).length).toBeLessThanOrEqual(5);
  running.hint(['a.py']);
  await vi.advanceTimersByTimeAsync(11);
  expect(looks.some(({ paths }) => paths?.includes('a.py'))).toBe(true);
  await running.stop();
});

it('comes back when the look says so', async () => {
  const { running, looks } = schedule({ againInMs: 50 });
  running.hint(['a.py']);
  await vi.advanceTimersByTimeAsync(60);
  expect(looks.map(({ atMs, paths }) => [atMs, paths])).toEqual([
    [0, ['a.py']],
    [50, []],
  ]);
  await running.stop();
});

it('polls more often, and looks no more once it is stopped', async () => {
  const { running, looks } = schedule();
  running.poll();
  await vi.advanceTimersByTimeAsync(4 * limits.watchPollMs);
  expect(looks.length).toBe(5);
  await running.stop();
  running.hint(['a.py']);
  await vi.advanceTimersByTimeAsync(10 * limits.watchAssureMs);
  expect(looks.length).toBe(5);
});
