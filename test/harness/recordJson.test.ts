import fc from 'fast-check';
import { expect, test } from 'vitest';
import { floatsText, recordJson } from '../../src/harness/recordJson.ts';

test('a record keeps what JSON.stringify loses: the sign of zero and every digit of a u64', () => {
  expect(recordJson({ a: -0, b: 18446744073709551615n, c: undefined, d: Number.NaN })).toBe(
    '{"a":-0.0,"b":18446744073709551615,"d":null}',
  );
});

test('a typed array of doubles is written as the reference writes it', () => {
  expect(recordJson(Float64Array.of(1, -0, 1e16, 0.5))).toBe('[1.0,-0.0,1e16,0.5]');
  expect(floatsText([])).toBe('[]');
});

test('a map is an object, in its order, whatever its keys are called', () => {
  expect(recordJson(new Map([['__proto__', 1]]))).toBe('{"__proto__":1}');
});

test('any JSON value reads back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(recordJson(value))).toStrictEqual(value);
    }),
  );
});
