import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportRecord } from '../../../src/cli/live/exportRecord.ts';
import { sbdev, temporaryFolder } from '../../support/cli.ts';

/** A record as `simulate` keeps it, in a folder of its own. */
async function recordedRun(cwd: string): Promise<string> {
  const ran = await sbdev(['simulate', '--agent', 'momentum', '--window', '20:60', '--quiet'], { cwd });
  expect(ran.code).toBe(0);
  const runs = join(cwd, '.sbdev', 'runs');
  return join(runs, readdirSync(runs)[0]!);
}

test('an export is a record that others can show and report', async () => {
  const cwd = temporaryFolder('export-');
  const record = await recordedRun(cwd);
  const { folder } = exportRecord(record, join(cwd, 'given'), 'sbdev simulate --agent momentum', null);
  const elsewhere = temporaryFolder('colleague-');
  const shown = await sbdev(['runs', 'show', folder], { cwd: elsewhere });
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('40 of 40') });
  const reported = await sbdev(['report', folder, '--markdown', '-'], { cwd: elsewhere });
  expect(reported).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ passed') });
  expect(readFileSync(join(folder, 'command.txt'), 'utf8')).toBe('sbdev simulate --agent momentum\n');
});

test('an export of a session under way holds whole lines alone', () => {
  const record = join(temporaryFolder('export-'), 'session');
  mkdirSync(record);
  writeFileSync(join(record, 'meta.json'), '{}');
  writeFileSync(join(record, 'journal.jsonl'), '{"type":"a"}\n{"type":"b');
  const into = join(record, '..', 'given');
  const { folder } = exportRecord(record, into, 'again', null);
  expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).toBe('{"type":"a"}\n');
  const ended = exportRecord(record, into, 'again', 1);
  expect(readFileSync(join(ended.folder, 'journal.jsonl'), 'utf8')).toBe(
    '{"type":"a"}\n{"type":"session_ended","exit_code":1}\n',
  );
});

test('a second export takes a name of its own', () => {
  const record = join(temporaryFolder('export-'), 'session');
  mkdirSync(record);
  writeFileSync(join(record, 'journal.jsonl'), '');
  const into = join(record, '..', 'given');
  const folders = [1, 2].map(() => exportRecord(record, into, 'again', null).folder);
  expect(new Set(folders).size).toBe(2);
  expect(folders.every(existsSync)).toBe(true);
});
