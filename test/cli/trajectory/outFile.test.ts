import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OutFile } from '../../../src/cli/trajectory/outFile.ts';
import { CannotRunError } from '../../../src/kernel/errors.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { temporaryFolder } from '../../support/cli.ts';

test('a file is what its pieces are, with their digest', async () => {
  const folder = temporaryFolder();
  const written = await new OutFile('out', folder, false).write(['a', '', 'bc']);
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('abc');
  expect(written).toEqual({
    bytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
  expect(readdirSync(folder)).toEqual(['out']);
});

test('a file that appeared during the run is kept', async () => {
  const folder = temporaryFolder();
  const file = new OutFile('out', folder, false);
  writeFileSync(join(folder, 'out'), 'theirs');
  await expect(file.write(['mine'])).rejects.toMatchObject({ diagnostics: [{ code: 'capture-exists' }] });
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('theirs');
  expect(readdirSync(folder)).toEqual(['out']);
});

test('what breaks off leaves what was there', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'out'), 'before');
  function* breaksOff(): Iterable<string> {
    yield 'half';
    throw new Error('a bug');
  }
  await expect(new OutFile('out', folder, true).write(breaksOff())).rejects.toThrow('a bug');
  expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['out']);
});

test('more than a reader takes is not written', async () => {
  const folder = temporaryFolder();
  const piece = 'x'.repeat(limits.trajectoryBytes / 2);
  const attempt = new OutFile('out', folder, false).write([piece, piece, 'x']);
  await expect(attempt).rejects.toThrow(CannotRunError);
  expect(readdirSync(folder)).toEqual([]);
});
