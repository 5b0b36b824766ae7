import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Journal, type JournalFailure } from '../../src/harness/journal.ts';
import { type JournalFiles, nodeFiles } from '../../src/harness/journalFiles.ts';
import { temporaryFolder } from '../support/cli.ts';

/** A disk in memory: syncs wait until they are let go, and what is asked to fail fails. */
class MemoryDisk implements JournalFiles {
  text = '';
  room = Number.POSITIVE_INFINITY;
  mostPerWrite = Number.POSITIVE_INFINITY;
  syncError: Error | null = null;
  readonly syncs: (() => void)[] = [];
  /** How much was there when each sync began. */
  readonly syncedLengths: number[] = [];
  closed = false;

  makeFolder(): void {}
  openNew(): number {
    return 7;
  }
  write(_file: number, bytes: Uint8Array): number {
    const taken = Math.min(bytes.length, this.mostPerWrite, this.room);
    if (taken === 0) throw failure('ENOSPC');
    this.room -= taken;
    this.text += Buffer.from(bytes.subarray(0, taken)).toString('latin1');
    return taken;
  }
  truncate(_file: number, length: number): void {
    this.room += this.text.length - length;
    this.text = this.text.slice(0, length);
  }
  sync(_file: number, done: (error: Error | null) => void): void {
    this.syncedLengths.push(this.text.length);
    this.syncs.push(() => done(this.syncError));
  }
  syncFolder(_path: string, done: () => void): void {
    done();
  }
  close(): void {
    this.closed = true;
  }
  replace(): void {}

  async finishSync(): Promise<void> {
    this.syncs.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function journalOn(disk: MemoryDisk, syncDistanceMs = 0): { journal: Journal; failures: JournalFailure[] } {
  const failures: JournalFailure[] = [];
  const onFailure = (each: JournalFailure) => failures.push(each);
  const journal = Journal.create('/base', 'a', {}, { files: disk, onFailure, syncDistanceMs });
  return { journal, failures };
}

const END = '{"type":"session_ended","exit_code":0}\n';

describe('a journal', () => {
  test('names its session, its version and the process that writes it', async () => {
    const base = temporaryFolder();
    const journal = Journal.create(base, 'a', { kit: '1.2.3' });
    await journal.close(0);
    const meta = JSON.parse(readFileSync(join(base, '.sbdev/runs/a/meta.json'), 'utf8'));
    expect(meta).toMatchObject({ version: 2, id: 'a', kit: '1.2.3', writer: { pid: process.pid } });
    expect(readFileSync(join(base, '.sbdev/runs/a/journal.jsonl'), 'utf8')).toBe(END);
  });

  test('is never begun twice in one folder', () => {
    const base = temporaryFolder();
    Journal.create(base, 'a', {});
    expect(() => Journal.create(base, 'a', {})).toThrow('EEXIST');
  });

  test('has a line in the file before append returns', () => {
    const base = temporaryFolder();
    const journal = Journal.create(base, 'a', {});
    journal.append(['{"n":', '1}']);
    expect(readFileSync(join(journal.folder, 'journal.jsonl'), 'utf8')).toBe('{"n":1}\n');
  });

  test('continues a write that the system took in part', async () => {
    const disk = new MemoryDisk();
    disk.mostPerWrite = 3;
    const { journal, failures } = journalOn(disk);
    journal.append(['{"n":1}']);
    expect(disk.text).toBe('{"n":1}\n');
    expect(failures).toEqual([]);
  });

  test('has at most one sync under way, and the next one covers all that came meanwhile', async () => {
    const disk = new MemoryDisk();
    const { journal } = journalOn(disk);
    for (let n = 0; n < 4; n += 1) journal.append(['{}']);
    expect(disk.syncs).toHaveLength(1);
    await disk.finishSync();
    expect(disk.syncs).toHaveLength(1);
    expect(disk.syncedLengths).toEqual([3, 12]);
    await disk.finishSync();
    expect(disk.syncs).toHaveLength(0);
  });

  test('keeps its syncs apart, and does not wait for the distance when it is closed', async () => {
    const disk = new MemoryDisk();
    const { journal } = journalOn(disk, 3_600_000);
    for (let n = 0; n < 4; n += 1) journal.append(['{}']);
    await disk.finishSync();
    expect(disk.syncs).toHaveLength(0);
    const closing = journal.close(0);
    await Promise.resolve();
    expect(disk.syncs).toHaveLength(1);
    await disk.finishSync();
    await closing;
    expect(disk.syncedLengths).toEqual([3, `{}\n{}\n{}\n{}\n${END}`.length]);
  });

  test('is closed only when its end record is on disk', async () => {
    const disk = new MemoryDisk();
    const { journal } = journalOn(disk);
    journal.append(['{}']);
    let isClosed = false;
    const closing = journal.close(0).then(() => {
      isClosed = true;
    });
    await disk.finishSync();
    expect({ isClosed, file: disk.closed }).toEqual({ isClosed: false, file: false });
    await disk.finishSync();
    await closing;
    expect(disk.closed).toBe(true);
    expect(disk.syncedLengths.at(-1)).toBe(`{}\n${END}`.length);
    expect(disk.text).toBe(`{}\n${END}`);
  });
});

describe('a journal whose disk is full', () => {
  test('says so once, cuts the torn line off, and throws nothing', () => {
    const disk = new MemoryDisk();
    const { journal, failures } = journalOn(disk);
    journal.append(['{"n":1}']);
    disk.room = 4;
    journal.append(['{"n":2}']);
    journal.append(['{"n":3}']);
    expect(disk.text).toBe('{"n":1}\n');
    expect(failures).toEqual([
      { operation: 'write', path: '/base/.sbdev/runs/a/journal.jsonl', code: 'ENOSPC' },
    ]);
  });

  test('has an end record that says what is missing, once there is room for it', async () => {
    const disk = new MemoryDisk();
    const { journal } = journalOn(disk);
    disk.room = 4;
    journal.append(['{"n":2}']);
    disk.room = 1000;
    const closing = journal.close(0);
    while (disk.syncs.length > 0) await disk.finishSync();
    await closing;
    expect(disk.text).toBe('{"type":"session_ended","exit_code":0,"record_incomplete":"ENOSPC"}\n');
  });

  test('closes all the same when there is never room again', async () => {
    const disk = new MemoryDisk();
    disk.room = 0;
    const { journal, failures } = journalOn(disk);
    journal.append(['{}']);
    await journal.close(1);
    expect({ text: disk.text, closed: disk.closed, failures: failures.length }).toEqual({
      text: '',
      closed: true,
      failures: 1,
    });
  });

  test('gives no path for a further file that could not be written', () => {
    const disk = new MemoryDisk();
    disk.replace = () => {
      throw failure('ENOSPC');
    };
    // meta.json is written when a journal begins, so that one has to succeed.
    const begins = new MemoryDisk();
    const { journal, failures } = journalOn(begins);
    begins.replace = disk.replace;
    expect(journal.writeFile('observation-3.json', '{}')).toBeNull();
    expect(failures).toMatchObject([{ operation: 'write', code: 'ENOSPC' }]);
  });
});

describe('a journal whose disk does not confirm', () => {
  test('says so once, keeps every line, and asks no more', async () => {
    const disk = new MemoryDisk();
    disk.syncError = failure('EIO');
    const { journal, failures } = journalOn(disk);
    journal.append(['{"n":1}']);
    journal.append(['{"n":2}']);
    await disk.finishSync();
    journal.append(['{"n":3}']);
    await journal.close(0);
    expect(disk.syncs).toHaveLength(0);
    expect(failures).toMatchObject([{ operation: 'sync', code: 'EIO' }]);
    expect(disk.text).toBe(
      '{"n":1}\n{"n":2}\n{"n":3}\n{"type":"session_ended","exit_code":0,"record_incomplete":"EIO"}\n',
    );
  });
});

test('a bug in what is appended is not taken for a disk fault', () => {
  const { journal } = journalOn(new MemoryDisk());
  const bug = function* (): Generator<string> {
    yield '{';
    throw new TypeError('a bug');
  };
  expect(() => journal.append(bug())).toThrow('a bug');
});

test('a small file is there whole or not at all', () => {
  const folder = temporaryFolder();
  nodeFiles.replace(join(folder, 'a.json'), '{}');
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('{}');
});
