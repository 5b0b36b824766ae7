import type { CodeEntry } from '../../kernel/diagnostic.ts';
import { entry, fact, found, where, words } from './entry.ts';
import { notJsonProblem } from './notJsonProblems.ts';

const ONE_LINE = 'one decision is one line: drop indent (json.dumps(d) without indent, JSON.stringify(d))';

/** Codes of what is not JSON as the reference harness reads it. */
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
    code: 'bom',
    title: 'a byte order mark stands before the answer',
    about:
      'The first three bytes are EF BB BF. Many parsers drop them silently; the reference harness does not, and refuses the line.',
    bad: '\ufeff{"orders":[]}',
    good: '{"orders":[]}',
    words: () =>
      words(
        'a byte order mark (EF BB BF) stands before the JSON',
        'PowerShell or .NET writes one in front of the first line',
        'write UTF-8 without BOM: new UTF8Encoding(false) in .NET, encoding="utf-8" and not "utf-8-sig" in Python',
      ),
  }),
  entry({
    code: 'not-utf8',
    title: 'the answer is not UTF-8',
    about:
      'The wire is UTF-8. Bytes in another encoding are a fault of the transport, whatever they would say.',
    bad: 'FF FE 7B 00 22 00 6F 00 ... (UTF-16)',
    good: '{"orders":[]}',
    words: (d) => {
      const looksLike = fact(d, 'looksLike');
      const wide = looksLike.startsWith('UTF-16');
      return words(
        `the bytes are not UTF-8${where(d)}: found ${found(d)}${wide ? `, looks like ${looksLike}` : ''}`,
        wide
          ? 'output that passed an old PowerShell pipe or redirect becomes UTF-16'
          : 'the agent writes in the encoding of its locale (Latin-1, windows-1252)',
        wide
          ? 'start the agent directly, not through a PowerShell pipe, or set $OutputEncoding to UTF-8'
          : 'set the output to UTF-8: sys.stdout.reconfigure(encoding="utf-8") in Python',
      );
    },
  }),
  entry({
    code: 'empty-line',
    title: 'the answer is an empty line',
    about:
      'Every observation is answered by exactly one JSON object. An empty line is an answer that is no JSON value.',
    bad: '',
    good: '{"orders":[]}',
    words: () =>
      words(
        'the line is empty; one JSON object was expected',
        'a stray println(), or a line end written apart from the answer',
        'write nothing but one object a line; to hold, send {"orders":[]}',
      ),
  }),
  entry({
    code: 'trailing-data',
    title: 'something stands behind the answer on the same line',
    about:
      'One line carries one JSON value and nothing else. The first object is not used when more follows it.',
    bad: '{"orders":[]} {"orders":[]}',
    good: '{"orders":[]}',
    words: (d) => {
      const kind = fact(d, 'kind');
      const second = kind === 'second-value';
      return words(
        `after the JSON value the line goes on${where(d)}: ${found(d)}`,
        second
          ? 'two answers without a line end between them'
          : kind === 'nul'
            ? 'a C string written with its terminating NUL'
            : 'log text or a comment behind the answer',
        second
          ? 'end every answer with exactly one \\n, and answer once'
          : 'end the line right after the object',
      );
    },
  }),
  entry({
    code: 'incomplete-json',
    title: 'the answer ends before its JSON does',
    about:
      'The line ended while an object, array, string or word was open. Mostly an answer was spread over several lines.',
    bad: '{"orders":[',
    good: '{"orders":[]}',
    words: (d) => {
      const missing = fact(d, 'missing');
      const message = `the line ends inside the JSON${where(d)}${missing === '' ? '' : `; ${missing.slice(0, 20)} never came`}`;
      return d.facts.onlyOpeners === true
        ? words(message, 'the answer is pretty-printed over several lines', ONE_LINE)
        : words(message, 'the answer holds a line end, or was cut off', ONE_LINE);
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
