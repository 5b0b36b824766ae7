import { hasProcessorToSpare } from '../awakeWait.ts';
import { guessLanguage } from '../language.ts';
import { AgentProcess } from './agentProcess.ts';
import { type SpawnOptions, spawnAgent } from './spawnAgent.ts';
import { StdioAgent } from './stdioAgent.ts';

export interface StdioAgentOptions extends SpawnOptions {
  /** Milliseconds, never going back; for elapsed times only. */
  readonly clock?: () => number;
  /** No other agent runs beside it, so that no processor is kept from one; default false. */
  readonly isAlone?: boolean;
}

/**
 * Starts an agent as a child process in a group of its own. Rejects with UsageError for
 * an empty command and CannotRunError for one that cannot be started (page 6.3).
 */
export async function startStdioAgent(options: StdioAgentOptions): Promise<StdioAgent> {
  const { child, tree, pid, withheld, notices, whenSpawned } = await spawnAgent(options);
  const agent = new StdioAgent({
    start: (listener) => new AgentProcess(child, tree, listener),
    pid,
    language: guessLanguage(options.command),
    withheld,
    notices,
    clock: options.clock ?? (() => performance.now()),
    staysAwake: options.isAlone === true && hasProcessorToSpare(),
  });
  await whenSpawned;
  return agent;
}
