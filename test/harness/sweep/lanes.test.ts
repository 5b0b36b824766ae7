import { describe, expect, test } from 'vitest';
import { inLanes } from '../../../src/harness/sweep/lanes.ts';

describe('lanes', () => {
  const free = { stopped: () => false, onError: () => {} };

  test('run at most so many at a time, all of them, begun in order', async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await inLanes(
      [...Array(20).keys()],
      3,
      async (item) => {
        begun.push(item);
        running += 1;
        most = Math.max(most, running);
        for (let turn = 0; turn < item % 4; turn += 1) await Promise.resolve();
        running -= 1;
      },
      free,
    );
    expect(begun).toStrictEqual([...Array(20).keys()]);
    expect({ most, running }).toStrictEqual({ most: 3, running: 0 });
  });

  test('take nothing more once they are stopped', async () => {
    const done: number[] = [];
    const control = { stopped: () => done.length >= 2, onError: () => {} };
    await inLanes([1, 2, 3, 4], 1, async (item) => void done.push(item), control);
    expect(done).toStrictEqual([1, 2]);
  });

  test('let the others end before they pass on what was thrown first', async () => {
    const events: string[] = [];
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const work = async (item: string): Promise<void> => {
      if (item === 'a') await gate;
      else throw new Error(item);
      events.push(`${item} ended`);
    };
    const control = { stopped: () => false, onError: () => open() };
    await inLanes(['a', 'b', 'c'], 2, work, control).catch((error: Error) => events.push(error.message));
    expect(events).toStrictEqual(['a ended', 'b']);
  });
});
