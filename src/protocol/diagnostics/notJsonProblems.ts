import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { fact } from './entry.ts';

interface Problem {
  /** What stands there. */
  readonly what: string;
  readonly cause: string | null;
  readonly fix: string;
}

const LIBRARY = 'build the line with a JSON library, never by pasting text together';
const NUMBER_CAUSE = 'the number was formatted by hand or by a language whose numbers are spelt otherwise';
const PYTHON = 'print(dict) writes Python’s repr, which is not JSON';
const JSON_DUMPS = 'print(json.dumps(decision), flush=True) instead of print(decision)';

/** Every sub-kind of `not-json`. */
export const notJsonProblems: Readonly<Record<string, Problem>> = {
  'leading-point': { what: 'a number without a digit before its point', cause: NUMBER_CAUSE, fix: LIBRARY },
  'trailing-point': { what: 'a number without a digit behind its point', cause: NUMBER_CAUSE, fix: LIBRARY },
  'leading-zero': { what: 'a number with a leading zero', cause: NUMBER_CAUSE, fix: LIBRARY },
  'plus-sign': { what: 'a number with a plus sign', cause: NUMBER_CAUSE, fix: LIBRARY },
  hexadecimal: { what: 'a hexadecimal number', cause: NUMBER_CAUSE, fix: LIBRARY },
  'digit-separator': { what: 'a number with underscores', cause: NUMBER_CAUSE, fix: LIBRARY },
  'malformed-number': { what: 'something like a number that is none', cause: NUMBER_CAUSE, fix: LIBRARY },
  'non-finite-spelling': {
    what: 'a number that is not finite',
    cause:
      'a division by zero or an empty window, printed by C, MicroPython or a formatter; Python’s json.dumps would write NaN',
    fix: 'check for finite numbers before writing; in Python json.dumps(decision, allow_nan=False) finds the place',
  },
  'decimal-comma': {
    what: 'a decimal comma',
    cause: 'a C or C++ program under a locale that writes 0,5 for a half',
    fix: 'set LC_NUMERIC=C in the agent (setlocale(LC_NUMERIC, "C"))',
  },
  'python-literal': { what: 'a Python literal', cause: PYTHON, fix: JSON_DUMPS },
  'single-quote': {
    what: 'a single quote where JSON has a double one',
    cause: `${PYTHON} (this is Python’s repr)`,
    fix: `use json.dumps: ${JSON_DUMPS}`,
  },
  'undefined-literal': {
    what: 'undefined',
    cause: 'the text was pasted together from JavaScript values',
    fix: 'JSON.stringify(decision) leaves such keys out',
  },
  'letter-case': {
    what: 'a literal in the wrong letter case',
    cause: 'the text was pasted together from values of another language',
    fix: LIBRARY,
  },
  'trailing-comma': {
    what: 'a comma before the end of an object or array',
    cause: 'the line was pasted together, or written by a language model',
    fix: LIBRARY,
  },
  comment: {
    what: 'a comment',
    cause: 'JSON has no comments',
    fix: 'leave it out; reasoning takes free text',
  },
  'unquoted-key': {
    what: 'a key without double quotes',
    cause: 'the text is JavaScript or YAML, not JSON',
    fix: LIBRARY,
  },
  'markdown-fence': {
    what: 'a Markdown fence',
    cause: 'a language model wraps its JSON in a Markdown fence',
    fix: 'strip the fence in the agent (or ask the model for plain JSON) and send the object alone',
  },
  html: {
    what: 'HTML',
    cause: 'an error page of a web server or proxy came instead of an answer',
    fix: 'check what answers at that address',
  },
  'log-text': {
    what: 'text, not JSON',
    cause: 'something prints to stdout: a print(), a banner, a warning, a progress bar',
    fix: 'send log text to stderr; stdout belongs to the answers alone',
  },
  'bare-word': { what: 'a word without quotes', cause: 'the text was pasted together', fix: LIBRARY },
  'missing-comma': { what: 'a value where a comma should stand', cause: null, fix: LIBRARY },
  'missing-colon': { what: 'a key without a colon behind it', cause: null, fix: LIBRARY },
  mismatched: { what: 'a bracket that closes something else', cause: null, fix: LIBRARY },
  unexpected: { what: 'something that JSON does not have there', cause: null, fix: LIBRARY },
};

export function notJsonProblem(diagnostic: Diagnostic): Problem {
  return notJsonProblems[fact(diagnostic, 'problem')] ?? notJsonProblems.unexpected!;
}
