import type { Agent } from '../../agents/agent.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import type { Surroundings } from './factors.ts';

/** A fresh agent in the given surroundings. */
export type StartIn = (surroundings: Surroundings, signal: AbortSignal) => Promise<Agent>;

/**
 * Starts an agent for `use` and closes it, whatever happens. An aborted signal closes it
 * at once, so that a decision under way settles; a signal aborted before makes this
 * reject with a CannotRunError, as a start that fails does.
 */
export async function withAgent<T>(
  start: () => Promise<Agent>,
  signal: AbortSignal,
  use: (agent: Agent) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new CannotRunError(diagnostic('agent-closed', 'notice', {}));
  const agent = await start();
  const onAbort = (): void => void agent.close();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await use(agent);
  } finally {
    signal.removeEventListener('abort', onAbort);
    await agent.close();
  }
}

/** Waits so long, or until the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}
