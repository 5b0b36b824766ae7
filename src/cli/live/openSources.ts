import { UsageError } from '../../kernel/errors.ts';
import type { SourceWatch } from '../../reload/sourceWatch.ts';
import { SCRIPT } from '../agentSource.ts';
import type { Io } from '../command.ts';
import { type LiveSetting, watchedOf } from './liveSetting.ts';
import { ownOutputs } from './ownOutputs.ts';

/**
 * Watches the files of the agent; null if there are none to follow and none have to be: an
 * agent of the kit's own, or a folder without files. Throws a UsageError.
 */
export async function openSources(
  setting: LiveSetting,
  io: Io,
  wanted: boolean | 'possibly',
  polling: boolean | undefined,
): Promise<SourceWatch | null> {
  if (wanted === false || (wanted === 'possibly' && isKitsOwn(setting))) return null;
  const { watchSources } = await import('../../reload/sourceWatch.ts');
  const watched = watchedOf(setting);
  try {
    const ignore = [...(watched.ignore ?? []), ...ownOutputs(io, watched.root)];
    return await watchSources({ ...watched, ignore, env: io.env, polling });
  } catch (error) {
    const isEmpty = error instanceof UsageError && error.diagnostics[0]?.code === 'watch-matches-nothing';
    // Globs that match nothing are a slip whoever asked.
    if (isEmpty && wanted === 'possibly' && watched.watch === undefined) return null;
    throw error;
  }
}

/** Nothing in the folder is the agent; a script is a file of the person's. */
function isKitsOwn({ setting, config }: LiveSetting): boolean {
  const { transport, id } = setting.source.identity;
  return config === null && transport === 'in-process' && !id.startsWith(SCRIPT);
}
