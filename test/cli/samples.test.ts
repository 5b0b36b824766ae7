import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script, without types
import { sampleFiles } from '../../scripts/generate-samples.mjs';
import { loadDataset } from '../../src/cli/loadDataset.ts';
import { datasetSha256 } from '../../src/market/digest.ts';
import { sampleNames } from '../../src/market/sampleNames.ts';

const folder = new URL('../../examples/data/', import.meta.url);
const made = sampleFiles() as readonly { readonly file: string; readonly text: string }[];

interface Manifest {
  readonly licence: string;
  readonly samples: readonly {
    readonly name: (typeof sampleNames)[number];
    readonly file: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly rows: number;
    readonly symbols: readonly string[];
    readonly bars: number;
    readonly dataset_sha256: string;
  }[];
}
const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Manifest;

describe('the samples', () => {
  it.each(made)('$file is what its script makes', ({ file, text }) => {
    expect(readFileSync(new URL(file, folder), 'utf8')).toBe(text);
  });

  it('are those of the manifest and no others', () => {
    expect(manifest.samples.map((each) => each.name)).toEqual([...sampleNames]);
    expect(readdirSync(folder).sort()).toEqual(made.map((each) => each.file).sort());
    expect(manifest.licence).toBe('CC0-1.0');
  });

  it.each(manifest.samples)('$name is frozen, small and without a notice', async (sample) => {
    const bytes = readFileSync(new URL(sample.file, folder));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sample.sha256);
    expect(bytes.length).toBe(sample.bytes);
    expect(bytes.length).toBeLessThan(200_000);
    const { dataset, notices } = await loadDataset(sample.name, { cwd: '/' });
    expect(notices).toEqual([]);
    expect(dataset.symbols).toEqual(sample.symbols);
    expect(dataset.dates.length).toBe(sample.bars);
    expect(sample.rows).toBe(sample.bars * sample.symbols.length);
    expect(datasetSha256(dataset)).toBe(sample.dataset_sha256);
  });

  it('do what they are for', async () => {
    const closes = async (name: string) => (await loadDataset(name, { cwd: '/' })).dataset;
    const crash = await closes('flash-crash');
    for (const each of crash.closes) expect(each[140]! / each[139]!).toBeLessThan(0.85);
    const paying = (await closes('dividends')).dividends.map(
      (each) => each?.filter((paid) => paid > 0).length,
    );
    expect(paying).toEqual([4, 4, 4, 12, undefined]);
    const largest = (await closes('jumpy')).closes.map((each) =>
      Math.max(...Array.from(each.slice(1), (close, bar) => Math.abs(close / each[bar]! - 1))),
    );
    expect(Math.min(...largest)).toBeGreaterThan(0.07);
  });
});
