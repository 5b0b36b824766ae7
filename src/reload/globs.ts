import picomatch from 'picomatch';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';

/** One glob of `watch` or `ignore`, on paths from the agent's folder with `/` between names. */
export interface Glob {
  readonly text: string;
  matches(path: string): boolean;
  /** The folder before the first wildcard; `''` is the agent's folder itself. */
  readonly base: string;
  /** Whether it names one file, without a wildcard. */
  readonly isExact: boolean;
}

/**
 * Reads globs: `*` and `?` inside a name, `**` across folders, `[a-z]`, `{py,json}`. Names
 * with a leading dot are matched like any other; a folder stands for all below it. Throws
 * UsageError `watch-glob` for one that is empty, reaches out of the folder or is too long.
 */
export function readGlobs(texts: readonly string[], key: 'watch' | 'ignore'): readonly Glob[] {
  if (texts.length > limits.watchGlobs) throw refused(key, String(texts.length), 'too_many');
  return texts.map((text) => readGlob(text, key));
}

function readGlob(text: string, key: 'watch' | 'ignore'): Glob {
  const glob = normalized(text);
  if (glob === '') throw refused(key, text, 'empty');
  if (glob.length > limits.watchGlobChars) throw refused(key, text, 'too_long');
  if (glob.startsWith('!')) throw refused(key, text, 'negated');
  if (glob.startsWith('/') || /^[a-z]:/i.test(glob) || glob.split('/').includes('..')) {
    throw refused(key, text, 'outside');
  }
  const options = { dot: true, nonegate: true, windows: false, maxLength: limits.watchGlobChars };
  const scanned = picomatch.scan(glob, options);
  const isExact = scanned.glob === '';
  const self = picomatch(glob, options);
  const below = picomatch(`${glob}/**`, options);
  return { text, isExact, base: scanned.base, matches: (path) => self(path) || below(path) };
}

/** `./src\*.py` as it is matched: `src/*.py`. */
function normalized(text: string): string {
  const slashed = process.platform === 'win32' ? text.replaceAll('\\', '/') : text;
  return slashed
    .trim()
    .replace(/^(\.\/+)+/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
}

function refused(key: 'watch' | 'ignore', found: string, problem: string): UsageError {
  return new UsageError(diagnostic('watch-glob', 'error', {}, { found, facts: { key, problem } }));
}
