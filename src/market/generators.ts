import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { SplitMix64 } from '../kernel/splitMix64.ts';
import { createDataset } from './createDataset.ts';
import type { Dataset } from './dataset.ts';
import type { GeneratorSpec } from './generatorSpec.ts';

/**
 * The dataset of a spec, bit-exact with page 3.2: sums and products are evaluated
 * left to right exactly as that page writes them. Throws `UsageError` if a price
 * passes the range of a double.
 */
export function generateDataset(spec: GeneratorSpec, source: string): Dataset {
  const closes = generateCloses(spec);
  for (const [index, series] of closes.entries()) {
    const bar = series.findIndex((close) => !Number.isFinite(close));
    if (bar < 0) continue;
    const facts = { symbol: symbolName(index), bar };
    throw new UsageError(diagnostic('generator-not-finite', 'error', {}, { found: source, facts }));
  }
  const dates = Array.from({ length: spec.bars }, (_, bar) => `2025-${String(bar + 1).padStart(3, '0')}`);
  const series = closes.map((each, index) => ({ symbol: symbolName(index), closes: each, dividends: null }));
  return createDataset(source, dates, series);
}

function symbolName(index: number): string {
  return `SYM${String(index).padStart(2, '0')}`;
}

function generateCloses(spec: GeneratorSpec): Float64Array[] {
  switch (spec.kind) {
    case 'synthetic':
      return synthetic(spec);
    case 'flash_crash':
      return flashCrash(spec);
    case 'whipsaw':
      return whipsaw(spec);
  }
}

type SpecOf<K extends GeneratorSpec['kind']> = Extract<GeneratorSpec, { kind: K }>;

function synthetic(spec: Omit<SpecOf<'synthetic'>, 'kind'>): Float64Array[] {
  const random = new SplitMix64(spec.seed ^ 0x1234_5678_9abc_def0n);
  const all: Float64Array[] = [];
  for (let symbol = 0; symbol < spec.symbols; symbol += 1) {
    const closes = new Float64Array(spec.bars);
    const drift = 0.0002 + 0.0004 * (symbol / Math.max(spec.symbols, 1));
    let price = 100;
    let momentum = 0;
    for (let bar = 0; bar < spec.bars; bar += 1) {
      const shock = (random.unit() - 0.5) * 0.02 * spec.volatility;
      momentum = 0.9 * momentum + 0.1 * shock;
      let change = drift + momentum + 0.5 * shock;
      if (spec.jumpProbability > 0 && random.unit() < spec.jumpProbability) {
        change += (random.unit() - 0.5) * 2 * spec.jumpSize;
      }
      price *= Math.max(1 + change, 1e-9);
      closes[bar] = price;
    }
    all.push(closes);
  }
  return all;
}

function flashCrash(spec: SpecOf<'flash_crash'>): Float64Array[] {
  const { symbols, bars, seed } = spec;
  const all = synthetic({ symbols, bars, seed, volatility: 1, jumpProbability: 0, jumpSize: 0 });
  const left = Math.max(1 - spec.crashFraction, 0);
  for (const closes of all) {
    for (let bar = spec.crashBar; bar < bars; bar += 1) closes[bar]! *= left;
  }
  return all;
}

function whipsaw(spec: SpecOf<'whipsaw'>): Float64Array[] {
  const phase = Number(spec.seed % 2n);
  return Array.from({ length: spec.symbols }, (_, symbol) => {
    const closes = new Float64Array(spec.bars);
    let price = 100;
    for (let bar = 0; bar < spec.bars; bar += 1) {
      price *= 1 + ((bar + symbol + phase) % 2 === 0 ? 1 : -1) * spec.amplitude;
      closes[bar] = price;
    }
    return closes;
  });
}
