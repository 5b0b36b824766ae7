import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import { FieldReader } from './generatorFields.ts';
import { nearest } from './nearest.ts';

/** What a generator spec asks for (page 3.2). Seeds are u64, kept exact. */
export type GeneratorSpec =
  | {
      readonly kind: 'synthetic';
      readonly symbols: number;
      readonly bars: number;
      readonly seed: bigint;
      readonly volatility: number;
      readonly jumpProbability: number;
      readonly jumpSize: number;
    }
  | {
      readonly kind: 'flash_crash';
      readonly symbols: number;
      readonly bars: number;
      readonly crashBar: number;
      readonly crashFraction: number;
      readonly seed: bigint;
    }
  | {
      readonly kind: 'whipsaw';
      readonly symbols: number;
      readonly bars: number;
      readonly amplitude: number;
      readonly seed: bigint;
    };

export type GeneratorName = GeneratorSpec['kind'];

/** The forms that a generator spec can take, per name. */
const generatorForms: Readonly<Record<GeneratorName, readonly string[]>> = {
  synthetic: ['synthetic:SYMBOLS:BARS:SEED', 'synthetic:SYMBOLS:BARS:SEED:VOL:JUMP_PROB:JUMP_SIZE'],
  flash_crash: ['flash_crash:SYMBOLS:BARS:CRASH_BAR:CRASH_FRACTION:SEED'],
  whipsaw: ['whipsaw:SYMBOLS:BARS:AMPLITUDE:SEED'],
};

const names = Object.keys(generatorForms) as readonly GeneratorName[];

/** The generator that `text` names before its first colon, or null if it is no generator spec. */
export function generatorNameOf(text: string): GeneratorName | null {
  const head = text.split(':', 1)[0] ?? '';
  return names.find((name) => name === head && (text.includes(':') || text === name)) ?? null;
}

/** The generator that was probably meant by a text that is none (`sythetic:8:180:1`); null if no such slip. */
export function misspeltGenerator(text: string): GeneratorName | null {
  if (!text.includes(':')) return null;
  return nearest((text.split(':', 1)[0] ?? '').replaceAll('-', '_'), names) as GeneratorName | null;
}

/** Reads a generator spec. Throws `UsageError` naming every field that is wrong. */
export function parseGeneratorSpec(text: string): GeneratorSpec {
  const name = generatorNameOf(text);
  if (name === null) {
    const meant = misspeltGenerator(text);
    const facts = meant === null ? {} : { nearest: meant };
    throw new UsageError(
      diagnostic('unknown-generator', 'error', {}, { found: text, accepted: names, facts }),
    );
  }
  const fields = text.split(':').slice(1);
  const form = generatorForms[name].find((each) => each.split(':').length - 1 === fields.length);
  if (form === undefined) {
    const facts = { spec: text, fields: fields.length };
    throw new UsageError(
      diagnostic('generator-fields', 'error', {}, { found: text, accepted: generatorForms[name], facts }),
    );
  }
  const reader = new FieldReader(text, form.split(':').slice(1), fields);
  const spec = readers[name](reader);
  if (reader.problems.length > 0) throw new UsageError(...reader.problems);
  if (spec.symbols * spec.bars > limits.generatedCloses) {
    const facts = { closes: spec.symbols * spec.bars, limit: limits.generatedCloses };
    throw new UsageError(diagnostic('generator-too-large', 'error', {}, { found: text, facts }));
  }
  return spec;
}

const readers: Readonly<Record<GeneratorName, (fields: FieldReader) => GeneratorSpec>> = {
  synthetic: (fields) => ({
    kind: 'synthetic',
    symbols: fields.count('SYMBOLS', 1),
    bars: fields.count('BARS', 2),
    seed: fields.seed('SEED'),
    volatility: fields.number('VOL', 0, Number.POSITIVE_INFINITY, 1),
    jumpProbability: fields.number('JUMP_PROB', 0, 1, 0),
    jumpSize: fields.number('JUMP_SIZE', 0, Number.POSITIVE_INFINITY, 0),
  }),
  flash_crash: (fields) => ({
    kind: 'flash_crash',
    symbols: fields.count('SYMBOLS', 1),
    bars: fields.count('BARS', 2),
    crashBar: fields.below('CRASH_BAR', 'BARS'),
    crashFraction: fields.number('CRASH_FRACTION', 0, Number.POSITIVE_INFINITY, 0),
    seed: fields.seed('SEED'),
  }),
  whipsaw: (fields) => ({
    kind: 'whipsaw',
    symbols: fields.count('SYMBOLS', 1),
    bars: fields.count('BARS', 2),
    amplitude: fields.number('AMPLITUDE', 0, Number.POSITIVE_INFINITY, 0),
    seed: fields.seed('SEED'),
  }),
};
