import { describe, expect, it } from 'vitest';
import { generatorNameOf, misspeltGenerator, parseGeneratorSpec } from '../../src/market/generatorSpec.ts';
import { generateDataset } from '../../src/market/generators.ts';
import { diagnosticsOf, messageOf } from './csv/reading.ts';

describe('a generator spec', () => {
  it('keeps its seed exact', () => {
    expect(parseGeneratorSpec('synthetic:2:30:18446744073709551615')).toMatchObject({
      kind: 'synthetic',
      seed: 18446744073709551615n,
      volatility: 1,
      jumpProbability: 0,
    });
  });

  it.each([
    ['synthetic:8:180', 'generator-fields', '2 fields'],
    ['synthetic:8:180:1:2', 'generator-fields', 'VOL:JUMP_PROB:JUMP_SIZE'],
    ['whipsaw:6:180:0.04', 'generator-fields', 'whipsaw:SYMBOLS:BARS:AMPLITUDE:SEED'],
    ['synthetic:0:180:1', 'generator-field', 'SYMBOLS'],
    ['synthetic:8:1:1', 'generator-field', 'BARS'],
    ['synthetic:8:1e2:1', 'generator-field', 'BARS'],
    ['synthetic:8:180:-1', 'generator-field', 'SEED'],
    ['synthetic:8:180:18446744073709551616', 'generator-field', 'SEED'],
    ['synthetic:8:180:1:-1:0:0', 'generator-field', 'VOL'],
    ['synthetic:8:180:1:1:1.5:0', 'generator-field', 'JUMP_PROB'],
    ['synthetic:8:180:1:1:0:inf', 'generator-field', 'JUMP_SIZE'],
    ['flash_crash:6:180:180:0.3:5', 'generator-field', 'CRASH_BAR'],
    ['flash_crash:6:180:90:x:5', 'generator-field', 'CRASH_FRACTION'],
    ['whipsaw:6:180::5', 'generator-field', 'AMPLITUDE'],
    ['synthetic:100000:100000:1', 'generator-too-large', '10000000000'],
    ['sythetic:8:180:1', 'unknown-generator', 'did you mean synthetic?'],
  ])('%s is refused', (spec, code, words) => {
    const refusal = diagnosticsOf(() => parseGeneratorSpec(spec));
    expect(refusal[0]?.code).toBe(code);
    expect(messageOf(refusal[0])).toContain(words);
  });

  it('is refused for every field that is wrong at once', () => {
    const refusal = diagnosticsOf(() => parseGeneratorSpec('flash_crash:0:x:1:-2:y'));
    expect(refusal.map((each) => each.facts.field)).toEqual([
      'SYMBOLS',
      'BARS',
      'CRASH_BAR',
      'CRASH_FRACTION',
      'SEED',
    ]);
  });

  it('is told apart from paths', () => {
    expect(generatorNameOf('synthetic:1:2:3')).toBe('synthetic');
    expect(generatorNameOf('./synthetic:1.csv')).toBeNull();
    expect(generatorNameOf('C:\\data.csv')).toBeNull();
    expect(misspeltGenerator('flash-crash:6:180:90:0.3:5')).toBe('flash_crash');
    expect(misspeltGenerator('C:\\data.csv')).toBeNull();
    expect(misspeltGenerator('prices.csv')).toBeNull();
  });

  it('whose prices overflow is refused with the bar', () => {
    const refusal = diagnosticsOf(() =>
      generateDataset(parseGeneratorSpec('whipsaw:1:2000:9:0'), 'whipsaw:1:2000:9:0'),
    );
    expect(refusal[0]).toMatchObject({ code: 'generator-not-finite', facts: { symbol: 'SYM00' } });
  });
});
