import { UsageError } from '../../kernel/errors.ts';
import type { SourceWatch } from '../../reload/sourceWatch.ts';
import type { Io } from '../command.ts';
import type { LiveSetting } from './liveSetting.ts';
import { watchedOf } from './reloading.ts';

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
  if (wanted === false) return null;
  const { watchSources } = await import('../../reload/sourceWatch.ts');
  try {
    return await watchSources({ ...watchedOf(setting), env: io.env, polling });
  } catch (error) {
    if (wanted === 'possibly' && error instanceof UsageError) return null;
    throw error;
  }
}
