import { expect, test } from 'vitest';
import { textHash } from '../../src/kernel/textHash.ts';

test('is one exact whole number for a text, whatever its length', () => {
  expect(textHash('')).toBe(textHash(''));
  for (const text of ['', 'a', '{"orders":[]}', '台積電', 'x'.repeat(10_000)]) {
    expect(Number.isSafeInteger(textHash(text))).toBe(true);
  }
});

test('tells a hundred thousand texts apart that differ in one digit', () => {
  const seen = new Set<number>();
  for (let n = 0; n < 100_000; n += 1) {
    seen.add(textHash(`{"orders":[{"symbol":"A","action":"buy","target_weight":0.${n}}]}`));
  }
  expect(seen.size).toBe(100_000);
});

test('tells apart the same characters in another order', () => {
  const texts = ['ab', 'ba', 'aab', 'aba', 'baa', 'a b', 'ab ', ' ab'];
  expect(new Set(texts.map(textHash)).size).toBe(texts.length);
});
