import { describe, expect, it } from 'vitest';
import { AwakeWait } from '../../src/agents/awakeWait.ts';

/** A wait whose clock moves by `msPerLook` with each look of it. */
function waiting(longestMs: number, msPerLook = 1) {
  const seen = { looks: 0, isOver: false };
  let now = 0;
  const wait = new AwakeWait(
    () => {
      seen.looks += 1;
      return seen.isOver;
    },
    longestMs,
    () => (now += msPerLook),
  );
  return { wait, seen };
}

/** Until nothing that was begun before looks any more. */
async function settled(seen: { readonly looks: number }): Promise<void> {
  for (let before = -1; before !== seen.looks; ) {
    before = seen.looks;
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

async function inVain({ wait, seen }: ReturnType<typeof waiting>): Promise<boolean> {
  const before = seen.looks;
  wait.begin();
  await settled(seen);
  return seen.looks > before;
}

describe('staying awake for an answer', () => {
  it('ends with what it waits for', async () => {
    const { wait, seen } = waiting(1_000_000);
    wait.begin();
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.looks).toBeGreaterThan(0);
    seen.isOver = true;
    await settled(seen);
    const looks = seen.looks;
    await settled(seen);
    expect(seen.looks).toBe(looks);
  });

  it('ends after its time, counted from the first look', async () => {
    const { wait, seen } = waiting(10);
    wait.begin();
    await settled(seen);
    expect(seen.looks).toBe(11);
  });

  it('spares the waits after one in vain, up to 64 of them', async () => {
    const each = waiting(3);
    const sparedBefore: number[] = [];
    let spared = 0;
    while (sparedBefore.length < 9) {
      if (await inVain(each)) {
        sparedBefore.push(spared);
        spared = 0;
      } else spared += 1;
    }
    expect(sparedBefore).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 64]);
  });

  it('begins anew with sparing once an answer was quick', async () => {
    const each = waiting(3);
    while (!(await inVain(each)));
    while (!(await inVain(each)));
    expect(await inVain(each)).toBe(false);
    expect(await inVain(each)).toBe(false);
    each.seen.isOver = true;
    expect(await inVain(each)).toBe(true);
    each.seen.isOver = false;
    expect(await inVain(each)).toBe(true);
    expect(await inVain(each)).toBe(false);
    expect(await inVain(each)).toBe(true);
  });

  it('takes the next question before its last look for a quick answer', async () => {
    const { wait, seen } = waiting(3);
    for (let step = 0; step < 100; step += 1) {
      wait.begin();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise<void>((resolve) => queueMicrotask(resolve));
    }
    // Each wait took part of the time that it has for itself, so that none was in vain.
    expect(seen.looks).toBeGreaterThanOrEqual(100);
  });

  it('lets everything else happen meanwhile', async () => {
    const { wait, seen } = waiting(1_000_000);
    wait.begin();
    await new Promise((resolve) => setTimeout(resolve, 1));
    seen.isOver = true;
    await settled(seen);
    expect(seen.looks).toBeGreaterThan(1);
  });
});
