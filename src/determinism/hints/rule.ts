import type { FactorId } from '../twin/factors.ts';
import type { Code } from './code.ts';

/** What a hint can explain: a factor, or no factor in particular. */
export type HintCause = FactorId | 'ambient' | 'unknown';

/** A kind of code that often makes decisions differ. */
export interface HintKind {
  readonly code: string;
  /** What the place does, and what to do instead; one line. */
  readonly text: string;
  readonly explains: readonly HintCause[];
}

/** Finds the tokens of a source that a kind is about. */
export type Find = (code: Code) => Iterable<Found>;

export interface Found {
  /** Index of the token to point at. */
  readonly at: number;
  readonly kind: HintKind;
}

/** Kinds that several languages share. */
export const kinds = {
  setOrder: {
    code: 'set-order',
    text: 'a set is iterated: its order depends on the hash seed; iterate over sorted(...)',
    explains: ['hash-seed'],
  },
  mapOrder: {
    code: 'map-order',
    text: 'a map is iterated: its order differs from run to run; collect the keys and sort them',
    explains: ['ambient', 'hash-seed'],
  },
  hash: {
    code: 'hash-value',
    text: 'hash() of a string differs from process to process; use a digest (hashlib)',
    explains: ['hash-seed'],
  },
  identity: {
    code: 'object-identity',
    text: 'id() is an address in memory and differs from run to run',
    explains: ['ambient'],
  },
  random: {
    code: 'unseeded-random',
    text: 'a random number without a seed; seed a generator from the observations alone',
    explains: ['ambient'],
  },
  clock: {
    code: 'wall-clock',
    text: 'the clock is read; use the date of the observation',
    explains: ['time', 'ambient', 'pacing'],
  },
  localTime: {
    code: 'local-time',
    text: 'local time depends on the time zone of the machine; work in UTC, or with the date as text',
    explains: ['time-zone', 'time'],
  },
  locale: {
    code: 'locale-dependent',
    text: 'the result depends on the locale of the machine; compare by code point, format by hand',
    explains: ['locale'],
  },
  process: {
    code: 'process-identity',
    text: 'a number of the process or machine differs from run to run',
    explains: ['ambient'],
  },
  listing: {
    code: 'folder-order',
    text: 'a folder is listed in no particular order; sort the names',
    explains: ['folder', 'unknown'],
  },
  threads: {
    code: 'thread-race',
    text: 'what is done at the same time may end in any order; wait for all of it and take the results in a fixed order',
    explains: ['pacing', 'ambient', 'unknown'],
  },
  fileState: {
    code: 'file-state',
    text: 'a file is written; another run that reads it decides differently',
    explains: ['folder', 'process-state', 'parallelism', 'unknown'],
  },
  model: {
    code: 'uncached-model-call',
    text: 'a language model is asked, and no cache is in sight: the same prompt need not get the same answer; keep each answer under a digest of the observation',
    explains: ['ambient', 'unknown'],
  },
} as const satisfies Record<string, HintKind>;

/** A rule by names that are called: exact dotted names, or patterns over them. */
export function calls(
  kind: HintKind,
  names: readonly (string | RegExp)[],
  accepts: (code: Code, paren: number) => boolean = () => true,
): Find {
  const exact = new Set(names.filter((name) => typeof name === 'string'));
  const patterns = names.filter((name) => typeof name !== 'string');
  return function* (code) {
    for (let index = 0; index < code.tokens.length; index += 1) {
      const chain = code.chain(index);
      if (chain === null) continue;
      const { name, next } = chain;
      if (code.text(next) !== '(' || DEFINES.has(code.text(index - 1))) continue;
      if (!exact.has(name) && !patterns.some((pattern) => pattern.test(name))) continue;
      if (accepts(code, next)) yield { at: index, kind };
    }
  };
}

const DEFINES: ReadonlySet<string> = new Set(['def', 'class', 'function', 'fn', 'func']);

/** Clients of language models, by how their calls end. */
const MODEL_CALLS = [
  /\.chat\.completions\.create$/,
  /\.messages\.create$/,
  /\.responses\.create$/,
  /\.completions\.create$/,
  /\.generate_content$/,
  /\.generateContent$/,
  /^(ollama|litellm)\.(chat|generate|completion)$/,
  /^(generateText|generateObject|streamText)$/,
];

export const modelCalls: Find = (code) => (code.has(/cache/i) ? [] : calls(kinds.model, MODEL_CALLS)(code));
