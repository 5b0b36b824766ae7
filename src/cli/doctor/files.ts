import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemErrorCode } from '../../harness/systemError.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { type DoctorCheck, fine, type Look, unwell } from './check.ts';

const MIB = 1024 * 1024;
/** A check of a long dataset keeps about this much. */
const FREE_MIB_LEAST = 200;
/** A folder is a watch, and an editor has its own. */
const WATCHES_LEAST = 8_192;
/** Four pipes an agent, a journal a cell, and the files of Node itself. */
const OPEN_FILES_LEAST = 512;

export const workingFolder: DoctorCheck = {
  id: 'records',
  title: 'records can be written here',
  look: ({ io }) => writable(io.cwd),
};

export const temporaryFolder: DoctorCheck = {
  id: 'temporary-folder',
  title: 'copies and controls can be written there',
  look: () => writable(tmpdir()),
};

export const fileWatches: DoctorCheck = {
  id: 'file-watches',
  title: 'edits of an agent are seen as they happen',
  look: async () => {
    const watches = await numberIn('/proc/sys/fs/inotify/max_user_watches');
    if (watches === null) return fine('not limited by inotify on this system');
    const found = `${watches} inotify watches`;
    if (watches >= WATCHES_LEAST) return fine(found);
    const rest = { found: String(watches), accepted: [`${WATCHES_LEAST} or more`] };
    return unwell(found, diagnostic('doctor-watches', 'warning', {}, rest));
  },
};

export const openFiles: DoctorCheck = {
  id: 'open-files',
  title: 'enough files may be open at once',
  look: async () => {
    const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
    const limit = /^Max open files\s+(\S+)/m.exec(text)?.[1];
    if (limit === undefined) return fine('unknown on this system');
    const found = `${limit} open files`;
    if (limit === 'unlimited' || Number(limit) >= OPEN_FILES_LEAST) return fine(found);
    const rest = { found: limit, accepted: [`${OPEN_FILES_LEAST} or more`] };
    return unwell(found, diagnostic('doctor-open-files', 'warning', {}, rest));
  },
};

async function writable(folder: string): Promise<Look> {
  try {
    const own = await mkdtemp(join(folder, '.sbdev-doctor-'));
    try {
      await writeFile(join(own, 'file'), 'written');
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  } catch (error) {
    const found = systemErrorCode(error);
    return unwell(found, diagnostic('doctor-unwritable', 'error', { file: folder }, { found }));
  }
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MIB);
  const found = `${folder}, ${free} MiB free`;
  if (free >= FREE_MIB_LEAST) return fine(found);
  const rest = { found: `${free} MiB`, accepted: [`${FREE_MIB_LEAST} MiB or more`] };
  return unwell(found, diagnostic('doctor-disk-full', 'warning', { file: folder }, rest));
}

async function numberIn(path: string): Promise<number | null> {
  try {
    const value = Number((await readFile(path, 'utf8')).trim());
    return Number.isSafeInteger(value) ? value : null;
  } catch {
    return null;
  }
}
