import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { JOURNAL_NAME } from '../../harness/records/fileNames.ts';
import type { ExitCode } from '../command.ts';

export interface Exported {
  readonly folder: string;
  readonly files: number;
}

/**
 * Copies the record of a session as it stands to a folder of its own, with the command
 * that runs what is chosen now. A session goes on writing, so only whole lines are taken;
 * `ended` closes the copy where the run that is shown has ended.
 */
export function exportRecord(
  record: string,
  into: string,
  command: string,
  ended: ExitCode | null,
): Exported {
  // Below the folder of records, which no watcher looks at.
  mkdirSync(into, { recursive: true });
  const folder = freshFolder(join(into, basename(record)));
  let files = 0;
  for (const name of readdirSync(record)) {
    if (name === JOURNAL_NAME) continue;
    cpSync(join(record, name), join(folder, name), { recursive: true });
    files += 1;
  }
  const journal = readFileSync(join(record, JOURNAL_NAME));
  const whole = journal.subarray(0, journal.lastIndexOf(0x0a) + 1);
  const end = ended === null ? '' : `{"type":"session_ended","exit_code":${ended}}\n`;
  writeFileSync(join(folder, JOURNAL_NAME), Buffer.concat([whole, Buffer.from(end)]));
  writeFileSync(join(folder, 'command.txt'), `${command}\n`);
  return { folder, files: files + 2 };
}

/** A folder that was not there before: the name, or the name and a number. */
function freshFolder(wanted: string): string {
  for (let attempt = 1; attempt < 1000; attempt += 1) {
    const folder = attempt === 1 ? wanted : `${wanted}-${attempt}`;
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw Object.assign(new Error(`${wanted} has been exported too often`), { code: 'EEXIST' });
}
