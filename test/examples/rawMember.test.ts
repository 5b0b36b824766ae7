import { expect, it } from 'vitest';
import { rawMember } from './rawMember.ts';

it('finds a member at the top level alone, and keeps its spelling', () => {
  const json = '{"a":"\\"run\\":1,","b":{"run":[1]},"run":{"x":[1.0,-0.0,{"y":"}"}]},"book":1e3}';
  expect(rawMember(json, 'run')).toBe('{"x":[1.0,-0.0,{"y":"}"}]}');
  expect(rawMember(json, 'b')).toBe('{"run":[1]}');
  expect(rawMember(json, 'book')).toBe('1e3');
  expect(() => rawMember(json, 'x')).toThrow('no top-level member x');
});
