import type { RunEvent } from '../../harness/events.ts';
import type { BuildOptions } from '../../reload/build.ts';

/**
 * Builds the agent and tells how that went, to an event each. False if there is nothing new
 * to run: it failed, or the signal ended it.
 */
export async function buildAgent(
  options: BuildOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<boolean> {
  const { startBuild } = await import('../../reload/build.ts');
  const build = startBuild(options);
  emit(build.started);
  const cancel = (): void => void build.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const { ended, diagnostic } = await build.done;
  signal.removeEventListener('abort', cancel);
  emit(ended);
  if (diagnostic !== null) emit({ type: 'finding', scope: 'session', diagnostic, excerpt: null });
  return ended.outcome === 'passed';
}
