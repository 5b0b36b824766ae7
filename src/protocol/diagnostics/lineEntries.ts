import type { CodeEntry } from '../../kernel/diagnostic.ts';
import { entry, fact, found, where, words } from './entry.ts';

const ONE_LINE = 'one decision is one line: drop indent (json.dumps(d) without indent, JSON.stringify(d))';

/** Codes of a line that is not one whole JSON value in UTF-8. */
export const lineEntries: readonly CodeEntry[] = [
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
];
