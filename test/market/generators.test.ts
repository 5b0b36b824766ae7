import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { datasetSha256 } from '../../src/market/digest.ts';
import { parseGeneratorSpec } from '../../src/market/generatorSpec.ts';
import { generateDataset } from '../../src/market/generators.ts';
import { maskDataset } from '../../src/market/mask.ts';

interface Vector {
  readonly spec: string;
  readonly bars: number;
  readonly symbols: readonly string[];
  readonly sha256: string;
  readonly last_closes: Readonly<Record<string, number>>;
  readonly first_date: string;
  readonly last_date: string;
  readonly masked_sha256: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../vectors/datasets.json', import.meta.url), 'utf8'),
) as readonly Vector[];

function generate(spec: string) {
  return generateDataset(parseGeneratorSpec(spec), spec);
}

describe('generators', () => {
  it.each(vectors)('$spec is bit-exact with the reference', (vector) => {
    const dataset = generate(vector.spec);
    expect(dataset.symbols).toEqual(vector.symbols);
    expect(dataset.dates.length).toBe(vector.bars);
    expect([dataset.dates[0], dataset.dates.at(-1)]).toEqual([vector.first_date, vector.last_date]);
    for (const [index, symbol] of dataset.symbols.entries()) {
      expect(dataset.closes[index]?.at(-1)).toBe(vector.last_closes[symbol]);
    }
    expect(datasetSha256(dataset)).toBe(vector.sha256);
    expect(datasetSha256(maskDataset(dataset))).toBe(vector.masked_sha256);
  });

  it('keeps symbols in byte order when a hundredth symbol gets a third digit', () => {
    const dataset = generate('whipsaw:101:2:0.5:0');
    expect(dataset.symbols.slice(10, 13)).toEqual(['SYM10', 'SYM100', 'SYM11']);
    // Symbol 100 has an even index: with phase 0 it starts upwards.
    expect(dataset.closes[11]?.[0]).toBe(150);
    expect(dataset.closes[12]?.[0]).toBe(50);
  });

  it('a flash crash that takes everything leaves zeros, never negative prices', () => {
    const closes = generate('flash_crash:1:4:2:1.5:1').closes[0];
    expect(closes?.[1]).toBeGreaterThan(0);
    expect([closes?.[2], closes?.[3]]).toEqual([0, 0]);
  });
});
