import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wireFloat } from '../../src/kernel/floatText.ts';
import { canonicalDigest, canonicalPreimage, canonicalText } from '../../src/protocol/canonical.ts';

const read = (name: string) => readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8');
const vectors = JSON.parse(read('canonical.json')) as { input: string; canonical: string; sha256: string }[];
const floats = JSON.parse(read('floats.json')) as { bits: string; wire: string; canonical: string | null }[];
const bytes = (text: string) => new TextEncoder().encode(text);

function double(bits: string): number {
  return new DataView(
    Uint8Array.from(bits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer,
  ).getFloat64(0);
}

describe('canonical JSON', () => {
  test.each(vectors)('$input', ({ input, canonical, sha256 }) => {
    expect(canonicalText(bytes(input))).toBe(canonical);
    expect(canonicalDigest(bytes(input))).toBe(sha256);
  });

  test('a canonical text is its own canonical text', () => {
    for (const { canonical } of vectors) expect(canonicalText(bytes(canonical))).toBe(canonical);
  });

  test('J16: members are sorted by code point, not by UTF-16 unit', () => {
    expect(canonicalText(bytes('{"\\uD83D\\uDE00":1,"\\uFF3A":2}'))).toBe('{"\uff3a":2,"\u{1f600}":1}');
  });

  test('integers at the edges of i64 and u64 keep every digit; one beyond is a double', () => {
    const text = '[-9223372036854775808,-9223372036854775809,18446744073709551615,18446744073709551616,-0]';
    expect(canonicalText(bytes(text))).toBe(
      '[-9223372036854775808,-9223372036854776000,18446744073709551615,18446744073709552000,0]',
    );
  });

  test('the preimage is the version, a zero byte, the length as big-endian u64, the body', () => {
    expect([...canonicalPreimage('{}')]).toEqual([
      ...bytes('sharpebench/canonical-json/v1\0\0\0\0\0\0\0\0\u0002{}'),
    ]);
  });

  test.each([
    ['not JSON', '{', 'incomplete-json'],
    ['a repeated key', '{"a":1,"\\u0061":1}', 'duplicate-field'],
    ['a number beyond a double', '[1e400]', 'number-out-of-range'],
    ['NaN', '[NaN]', 'non-finite-literal'],
  ])('%s has no canonical form', (_, text, code) => {
    expect(() => canonicalText(bytes(text))).toThrow(code);
  });
});

describe('every double of floats.json', () => {
  test.each(floats)('$bits is $wire on the wire', ({ bits, wire, canonical }) => {
    const value = double(bits);
    expect(wireFloat(value)).toBe(wire);
    if (canonical !== null && Number.isFinite(value)) expect(canonicalText(bytes(wire))).toBe(canonical);
  });
});
