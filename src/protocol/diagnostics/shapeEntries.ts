import type { CodeEntry, Diagnostic } from '../../kernel/diagnostic.ts';
import { didYouMean, entry, fact, found, oneOf, where, words } from './entry.ts';

const order = (fields: string) => `{"orders":[{"symbol":"AAPL","action":"buy",${fields}}]}`;

/** Codes of JSON that is no decision (or observation). */
export const shapeEntries: readonly CodeEntry[] = [
  entry({
    code: 'number-out-of-range',
    title: 'a number is larger than a double',
    about:
      'Numbers are IEEE doubles, at most about 1.8e308. Beyond that the reference refuses; JSON.parse would give Infinity. Numbers too small for a double are read as 0.',
    bad: order('"target_weight":1e400'),
    good: order('"target_weight":1.0'),
    words: (d) =>
      words(
        `the number${where(d)} is beyond a double: ${found(d)}`,
        'an overflow upstream, or a test for infinity that is missing',
        'check for finite numbers before writing',
      ),
  }),
  entry({
    code: 'duplicate-field',
    title: 'a key stands twice in one object',
    about:
      'Parsers disagree about a repeated key, so the contract refuses it, also when the values agree and when one spelling is escaped.',
    bad: '{"orders":[],"orders":[]}',
    good: '{"orders":[]}',
    words: (d) =>
      words(
        `${fact(d, 'key')} stands twice in ${fact(d, 'shape')}${where(d)}`,
        'the line was pasted together; a JSON library writes each key once',
        `keep one ${fact(d, 'key')}`,
      ),
  }),
  entry({
    code: 'unknown-field',
    title: 'a key that the contract does not have',
    about:
      'The contract is closed since 0.11: an unknown key is refused, not ignored. Agents written for 0.10 drop the key, or move free text into reasoning and spend into cost.',
    bad: '{"orders":[],"latency_ms":12}',
    good: '{"orders":[],"reasoning":"took 12 ms"}',
    words: (d) => {
      const belongs = fact(d, 'belongs');
      const nearest = fact(d, 'nearest');
      return words(
        `${fact(d, 'key')}${where(d)} is no key of ${fact(d, 'shape')}; accepted: ${d.accepted.join(', ')}${didYouMean(d)}`,
        belongs === ''
          ? nearest === ''
            ? 'the contract is closed since 0.11: what was ignored before is refused now'
            : 'a slip of the pen, or another spelling (the keys are snake_case)'
          : `${fact(d, 'key')} belongs in ${belongs}`,
        belongs !== ''
          ? `move it into ${belongs}`
          : nearest !== ''
            ? `write ${nearest}`
            : 'drop the key, or move what it says into reasoning (free text) or cost (spend)',
      );
    },
  }),
  entry({
    code: 'missing-field',
    title: 'a required key is missing',
    about:
      'A decision needs orders (empty for a hold); an order needs symbol, action and target_weight. Everything else may be left out.',
    bad: '{"reasoning":"hold"}',
    good: '{"orders":[],"reasoning":"hold"}',
    words: (d) =>
      words(
        `${fact(d, 'shape')} lacks ${fact(d, 'key')}${where(d)}`,
        null,
        fact(d, 'key') === 'orders' ? 'add it; to hold, send "orders":[]' : `add ${fact(d, 'key')}`,
      ),
  }),
  entry({
    code: 'null-refused',
    title: 'null stands where a value should',
    about:
      'Not stated means that the key is not there. Only cost may be null. Typed models write null for what is not set unless they are told to leave it out.',
    bad: order('"target_weight":0.5,"confidence":null'),
    good: order('"target_weight":0.5'),
    words: (d) => {
      const isRoot = (d.place.pointer ?? '') === '';
      return words(
        `null${where(d)}; accepted: ${d.accepted.join(', ')}, or no such key if it is optional`,
        'a typed model writes null for what is not set (dataclasses.asdict, pydantic without exclude_none)',
        isRoot
          ? 'to hold, send {"orders":[]}'
          : 'leave the key out: model_dump_json(exclude_none=True) in pydantic, no such property in JavaScript',
      );
    },
  }),
  entry({
    code: 'wrong-type',
    title: 'a value of another JSON type',
    about:
      'Types are never coerced: a number in quotes is a string. Objects are written as objects, not as arrays of their values.',
    bad: order('"target_weight":"0.5"'),
    good: order('"target_weight":0.5'),
    words: wrongType,
  }),
  entry({
    code: 'not-u64',
    title: 'a token count is no unsigned 64-bit integer',
    about:
      'Token counts are digits alone, from 0 to 18446744073709551615: no sign, no point, no exponent. They are kept exact.',
    bad: '{"orders":[],"cost":{"tokens_in":12.0}}',
    good: '{"orders":[],"cost":{"tokens_in":12}}',
    words: (d) =>
      words(
        `${found(d)}${where(d)} is no token count; accepted: ${d.accepted.join(', ')}`,
        d.facts.negative === true
          ? 'a count that was subtracted, or -1 for not known'
          : d.facts.tooLarge === true
            ? 'a count beyond 64 bits'
            : 'the count passed through a floating-point number',
        d.facts.negative === true || d.facts.tooLarge === true
          ? 'send the count, or leave the key out where it is not known'
          : 'int(x) before writing',
      ),
  }),
  entry({
    code: 'unknown-action',
    title: 'an action that the contract does not have',
    about: 'Actions are buy, sell, hold and close, in lower case. A short is a negative target_weight.',
    bad: '{"orders":[{"symbol":"AAPL","action":"BUY","target_weight":0.5}]}',
    good: '{"orders":[{"symbol":"AAPL","action":"buy","target_weight":0.5}]}',
    words: (d) =>
      words(
        `${found(d)}${where(d)} is no action; accepted: ${oneOf(d.accepted)}${didYouMean(d)}`,
        'another word or letter case; the label is for the audit, target_weight decides',
        fact(d, 'nearest') === '' ? `write ${oneOf(d.accepted)}` : `write ${fact(d, 'nearest')}`,
      ),
  }),
];

function wrongType(d: Diagnostic) {
  const type = fact(d, 'foundType');
  const wanted = fact(d, 'wanted');
  const isNumeric = d.facts.numeric === true && wanted !== 'object';
  const isRow = type === 'array' && wanted === 'object';
  return words(
    `found ${type} ${found(d)}${where(d)}; accepted: ${d.accepted.join(', ')}`,
    isNumeric
      ? 'default=str turns numbers (Decimal, numpy) into strings'
      : isRow
        ? 'the values were written as a row; the published schema has objects with named keys'
        : null,
    isNumeric && wanted === 'number'
      ? 'float(x) before json.dumps, and no default=str'
      : isNumeric
        ? 'int(x) before json.dumps, and no default=str'
        : `send ${/^[aeiou]/.test(wanted) ? 'an' : 'a'} ${wanted}`,
  );
}
