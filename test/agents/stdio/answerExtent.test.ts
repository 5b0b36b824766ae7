import { expect, test } from 'vitest';
import { AnswerExtent, isWholeObject } from '../../../src/agents/stdio/answerExtent.ts';

/** After how many of the lines the answer is whole; null if it never is. */
function wholeAfter(...lines: readonly string[]): number | null {
  const [first = '', ...rest] = lines.map((line) => Buffer.from(line));
  const extent = new AnswerExtent(Buffer.from(first));
  if (extent.complete) return 1;
  for (const [index, line] of rest.entries()) {
    extent.feed(line);
    if (extent.complete) return index + 2;
  }
  return null;
}

test('an answer is whole when what it opened is closed', () => {
  expect(wholeAfter('{"orders":[]}')).toBe(1);
  expect(wholeAfter('{"orders":[],"reasonning":"x"}')).toBe(1);
  expect(wholeAfter('{', '  "orders": []', '}')).toBe(3);
  expect(wholeAfter('{"reasoning":"line1', 'line2 }"', '}')).toBe(3);
  expect(wholeAfter('{"a":"\\"', '"}')).toBe(2);
  expect(wholeAfter("{'orders': [], 'cost': None}")).toBe(1);
});

test('a fence is whole at its closing mark, other text at the first object behind it', () => {
  expect(wholeAfter('```json', '{"orders":[', ']}', '```')).toBe(4);
  expect(wholeAfter('[db] ready', 'loading', '{"orders":[]}')).toBe(3);
  expect(wholeAfter('[db] ready', 'loading')).toBeNull();
  expect(wholeAfter('', '{"orders":[]}')).toBe(2);
});

test('only an object that is closed on its own line is whole', () => {
  expect(isWholeObject(Buffer.from('  {"a":[{}]} \r'))).toBe(true);
  expect(isWholeObject(Buffer.from('{"a":['))).toBe(false);
  expect(isWholeObject(Buffer.from('bye'))).toBe(false);
  expect(isWholeObject(Buffer.from(''))).toBe(false);
});
