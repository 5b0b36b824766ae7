import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../../kernel/limits.ts';
import type { Dialer } from './dialer.ts';

/** Whether someone takes connections on the port now; a port that swallows them is taken, too. */
export function portIsOpen(dialer: Dialer): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (open: boolean): void => {
      clearTimeout(timer);
      resolve(open);
    };
    const cancel = dialer.dial((error, socket) => {
      // It was opened to look, and is closed without a word.
      socket?.on('error', () => {}).destroy();
      settle(error === null || error.errno === 'ECONNRESET');
    });
    const timer = setTimeout(() => {
      cancel();
      settle(true);
    }, limits.httpDialMs);
  });
}

export type Readiness = 'open' | 'late' | 'stopped';

/**
 * Waits until the port takes connections (page 6.2): by TCP alone, since an endpoint
 * that only decides owes no answer to anything else. `stop` ends the wait early.
 */
export async function awaitPort(
  dialer: Dialer,
  options: { readonly withinMs: number; readonly clock: () => number; readonly stop: AbortSignal },
): Promise<Readiness> {
  const endsAt = options.clock() + options.withinMs;
  for (;;) {
    if (options.stop.aborted) return 'stopped';
    if (await portIsOpen(dialer)) return options.stop.aborted ? 'stopped' : 'open';
    if (options.clock() >= endsAt) return 'late';
    await delay(limits.httpPollMs, undefined, { signal: options.stop }).catch(() => {});
  }
}
