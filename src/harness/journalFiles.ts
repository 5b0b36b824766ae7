import { closeSync, fdatasync, fsync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { writeWholeNow } from './wholeFile.ts';

/** What a journal asks of a file system; each throws, or calls back with, the system's error. */
export interface JournalFiles {
  makeFolder(path: string): void;
  /** Opens a new file for appending; throws if there is one. */
  openNew(path: string): number;
  /** May take less than it is given; returns how many bytes it took. */
  write(file: number, bytes: Uint8Array): number;
  truncate(file: number, length: number): void;
  /** Brings a file's bytes to the disk. */
  sync(file: number, done: (error: Error | null) => void): void;
  /** Brings a folder's list of names to the disk; done at once where a system has no such thing. */
  syncFolder(path: string, done: () => void): void;
  close(file: number): void;
  /** Writes a small file whole: a reader finds all of it, or no such file. */
  replace(path: string, content: string | Uint8Array): void;
}

export const nodeFiles: JournalFiles = {
  makeFolder(path) {
    try {
      mkdirSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  },
  openNew: (path) => openSync(path, 'ax'),
  write: (file, bytes) => writeSync(file, bytes),
  truncate: (file, length) => ftruncateSync(file, length),
  sync: (file, done) => fdatasync(file, done),
  syncFolder(path, done) {
    let folder: number;
    try {
      folder = openSync(path, 'r');
    } catch {
      // Windows opens no folders.
      done();
      return;
    }
    fsync(folder, () => {
      closeSync(folder);
      done();
    });
  },
  close: (file) => closeSync(file),
  replace: writeWholeNow,
};
