import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../src/cli/loadDataset.ts';
import { UsageError } from '../../src/kernel/errors.ts';
import { datasetSha256 } from '../../src/market/digest.ts';
import { messageOf } from '../market/csv/reading.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sbdev data '));
afterAll(() => rmSync(cwd, { recursive: true }));

async function refusal(spec: string, more: { news?: string } = {}) {
  try {
    await loadDataset(spec, { cwd, ...more });
  } catch (error) {
    if (error instanceof UsageError) return error.diagnostics[0]!;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('--data', () => {
  it('is the built-in market with its own windows if nothing is named', async () => {
    const loaded = await loadDataset(undefined, { cwd });
    expect(datasetSha256(loaded.dataset)).toBe(
      '3e468e2997be6a8cf4541619d7efb0fad14941201037cf66955f517fb6cc7a01',
    );
    expect(loaded.windows()).toEqual([
      { start: 20, end: 100 },
      { start: 100, end: 180 },
    ]);
  });

  it('has the windows of its number of bars if the same market is named', async () => {
    const loaded = await loadDataset('synthetic:8:180:20260621', { cwd });
    expect(loaded.windows()).toEqual([
      { start: 18, end: 99 },
      { start: 99, end: 180 },
    ]);
  });

  it('names a sample from any folder, and a path with ./', async () => {
    writeFileSync(join(cwd, 'calm'), 'date,symbol,close\nt1,A,1\nt2,A,2\n');
    expect((await loadDataset('calm', { cwd })).dataset.dates.length).toBe(250);
    expect((await loadDataset('./calm', { cwd })).dataset.dates.length).toBe(2);
    expect((await loadDataset('whipsaw', { cwd })).dataset.symbols).toContain('QUAI');
  });

  it('masks names and keeps prices', async () => {
    const open = (await loadDataset('dividends', { cwd })).dataset;
    const masked = (await loadDataset('dividends', { cwd, masked: true })).dataset;
    expect(masked.closes).toEqual(open.closes);
    expect(masked.dividends).toEqual(open.dividends);
    expect(masked.symbols[0]).toBe('ASSET_000');
    expect(datasetSha256(masked)).not.toBe(datasetSha256(open));
  });

  it('warns about generated prices of zero', async () => {
    const { notices } = await loadDataset('flash_crash:2:50:10:1:1', { cwd });
    expect(messageOf(notices[0])).toContain('80 closes of zero or less in "flash_crash:2:50:10:1:1"');
  });

  it('warns that sidecars can unmask', async () => {
    writeFileSync(join(cwd, 'news.csv'), 'date,symbol,headline\n2025-003,SYM00,up\n');
    const loaded = await loadDataset('synthetic:2:50:1', { cwd, masked: true, news: 'news.csv' });
    expect(loaded.notices.map((each) => each.code)).toEqual(['masked-sidecars']);
    expect(loaded.dataset.sidecars?.newsAt(2, 0)).toEqual(['up']);
  });
});

describe('C17: what cannot be read is refused in its own words, and never replaced', () => {
  it('a missing file, with the name beside it that was meant', async () => {
    writeFileSync(join(cwd, 'prices.csv'), '');
    const missing = await refusal('pricse.csv');
    expect(missing.code).toBe('data-file-missing');
    expect(messageOf(missing)).toContain('did you mean prices.csv?');
  });

  it('a misspelt sample and a misspelt generator', async () => {
    expect(messageOf(await refusal('jumpi'))).toContain('did you mean jumpy?');
    expect(messageOf(await refusal('sinthetic:8:180:1'))).toContain('did you mean synthetic?');
    expect((await refusal('synthetic')).code).toBe('generator-fields');
  });

  it('a directory, with what is in it', async () => {
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'folder', 'inside.csv'), '');
    const directory = await refusal('folder');
    expect(directory.code).toBe('data-file-directory');
    expect(messageOf(directory)).toContain('inside.csv');
  });

  it('an empty file, a device, a name with a NUL byte', async () => {
    writeFileSync(join(cwd, 'empty.csv'), '');
    expect((await refusal('empty.csv')).code).toBe('csv-empty');
    expect((await refusal('/dev/null')).code).toBe('data-file-unreadable');
    expect((await refusal('a\0b')).code).toBe('data-file-unreadable');
  });

  it('a missing sidecar', async () => {
    const missing = await refusal('calm', { news: 'nothing.csv' });
    expect(missing).toMatchObject({ code: 'data-file-missing', place: { file: 'nothing.csv' } });
  });
});

const realData = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const present = existsSync(realData);
if (!present) console.warn(`skipped: the real price files are not in ${realData}`);

describe.skipIf(!present)('real prices', () => {
  interface Vector {
    readonly file: string;
    readonly bars: number;
    readonly symbols: readonly string[];
    readonly sha256: string;
    readonly first_date: string;
    readonly last_date: string;
    readonly windows: readonly (readonly [number, number])[];
  }
  const vectors = JSON.parse(
    readFileSync(new URL('../vectors/real-data.json', import.meta.url), 'utf8'),
  ) as readonly Vector[];

  it.each(vectors)('$file has the reference digest and windows', async (vector) => {
    const { dataset, notices, windows } = await loadDataset(vector.file, { cwd: realData });
    expect(notices).toEqual([]);
    expect(dataset.symbols).toEqual(vector.symbols);
    expect(dataset.dates.length).toBe(vector.bars);
    expect([dataset.dates[0], dataset.dates.at(-1)]).toEqual([vector.first_date, vector.last_date]);
    expect(datasetSha256(dataset)).toBe(vector.sha256);
    expect(windows().map(({ start, end }) => [start, end])).toEqual(vector.windows);
  });
});
