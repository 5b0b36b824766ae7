import type { CodeEntry } from '../../kernel/diagnostic.ts';
import { entry, fact, found, where, words } from './entry.ts';
import { notJsonProblem } from './notJsonProblems.ts';

/** Codes of a spelling that JSON does not have, as the reference harness reads it. */
export const syntaxEntries: readonly CodeEntry[] = [
  entry({
    code: 'not-json',
    title: 'the answer is not JSON',
    about:
      'The line is read as the reference harness reads it, which is stricter than many a parser: no NaN, no leading plus, no hexadecimal, no comments, no trailing commas, no single quotes, nothing around the object. The finding marks the first byte that JSON does not have there.',
    bad: '{"orders":[{"symbol":"AAPL","action":"buy","target_weight":.5}]}',
    good: '{"orders":[{"symbol":"AAPL","action":"buy","target_weight":0.5}]}',
    words: (d) => {
      const problem = notJsonProblem(d);
      const corrected = fact(d, 'corrected');
      const wanted = fact(d, 'wanted');
      const detail =
        corrected === '' ? (wanted === '' ? '' : `; JSON wants ${wanted}`) : `; JSON writes ${corrected}`;
      const seen = fact(d, 'written') === '' ? found(d) : fact(d, 'written');
      const message = `not JSON${where(d)}: ${problem.what}, ${seen}${detail}`;
      return words(
        message,
        problem.cause,
        corrected === '' ? problem.fix : `write ${corrected}; ${problem.fix}`,
      );
    },
  }),
  entry({
    code: 'unterminated-string',
    title: 'the line ends inside a string',
    about:
      'A string opened and never closed on this line. Mostly it holds a raw newline, which ends the line.',
    bad: '{"orders":[],"reasoning":"line one',
    good: '{"orders":[],"reasoning":"line one\\nline two"}',
    words: (d) =>
      words(
        `the line ends inside a string${where(d)}: ${found(d)}`,
        'a newline inside a string (text of a language model pasted in without escaping)',
        'build the string with a JSON library: it writes a newline as \\n',
      ),
  }),
  entry({
    code: 'control-char',
    title: 'a raw control character stands in a string',
    about:
      'JSON strings hold no raw characters below U+0020. A tab is written \\t, a newline \\n, others \\u00xx.',
    bad: '{"orders":[],"reasoning":"a\tb"}',
    good: '{"orders":[],"reasoning":"a\\tb"}',
    words: (d) => {
      const byte = Number(d.facts.byte ?? 0);
      const name =
        byte === 9 ? 'a tab' : byte === 10 ? 'a newline' : `byte ${byte.toString(16).padStart(2, '0')}`;
      return words(
        `a string holds a raw control character (${name})${where(d)}, byte ${d.place.offset ?? 0}`,
        'text was pasted into a string without escaping',
        'build the string with a JSON library: it escapes control characters',
      );
    },
  }),
  entry({
    code: 'lone-surrogate',
    title: 'a string holds half of a character',
    about:
      'Characters beyond U+FFFF are escaped as two \\u escapes. One half alone is no character: JavaScript and Python take it, the reference refuses it, also in free text.',
    bad: '{"orders":[],"reasoning":"\\ud83d"}',
    good: '{"orders":[],"reasoning":"\\ud83d\\ude00"}',
    words: (d) =>
      words(
        `a string holds half a character${where(d)}, byte ${d.place.offset ?? 0}: ${found(d)} without its other half`,
        'a string was cut in the middle of an emoji',
        'cut text by characters, not by UTF-16 units; or drop lone surrogates before writing',
      ),
  }),
  entry({
    code: 'bad-escape',
    title: 'a string holds an escape that JSON does not have',
    about: 'JSON has \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits.',
    bad: '{"orders":[],"reasoning":"\\x41"}',
    good: '{"orders":[],"reasoning":"\\u0041"}',
    words: (d) =>
      words(
        `a string holds an escape that JSON does not have${where(d)}, byte ${d.place.offset ?? 0}: ${found(d)}`,
        'a path with backslashes, or another language’s string literal, was pasted in',
        'build the string with a JSON library; a backslash itself is written \\\\',
      ),
  }),
  entry({
    code: 'too-deep',
    title: 'the JSON is nested deeper than the reference reads',
    about: 'The reference stops at 127 levels. A decision needs three.',
    bad: `${'['.repeat(128)}${']'.repeat(128)}`,
    good: '{"orders":[]}',
    words: (d) =>
      words(
        `the JSON is nested deeper than ${fact(d, 'limit')} levels at byte ${d.place.offset ?? 0}`,
        'a structure that holds itself, or a fuzzed line',
        'send the flat object of the contract',
      ),
  }),
  entry({
    code: 'non-finite-literal',
    title: 'NaN or Infinity stands where a number should',
    about: 'JSON has no NaN and no Infinity. Python’s json.dumps writes them unless it is told not to.',
    bad: '{"orders":[{"symbol":"AAPL","action":"buy","target_weight":NaN}]}',
    good: '{"orders":[{"symbol":"AAPL","action":"hold","target_weight":0.0}]}',
    words: (d) =>
      words(
        `${fact(d, 'literal')}${where(d)} is not JSON; accepted: a finite number`,
        'Python’s json.dumps(allow_nan=True), its default, writes NaN, Infinity and -Infinity',
        'json.dumps(decision, allow_nan=False) finds the place; check for finite numbers before writing',
      ),
  }),
];
