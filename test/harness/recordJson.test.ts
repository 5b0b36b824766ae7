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

test('a double beyond 2^53 is written so that a reader with exact integers gets the same double', () => {
  expect(recordJson(18446744073709552000)).toBe('1.8446744073709552e19');
  expect(recordJson([9007199254740991, 9007199254740992, -1e300, Number.POSITIVE_INFINITY])).toBe(
    '[9007199254740991,9007199254740992.0,-1e300,null]',
  );
});
