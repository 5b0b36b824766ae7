import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ARRAY, DIGITS, NUMBER, OBJECT } from '../../../src/protocol/json/kinds.ts';
import { nodeAt, pointerOf } from '../../../src/protocol/json/pointer.ts';
import { JsonTape } from '../../../src/protocol/json/tape.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
function read(text: string | Uint8Array): JsonTape {
  const tape = new JsonTape();
  tape.read(typeof text === 'string' ? bytes(text) : text);
  return tape;
}

describe('the tape of a JSON text', () => {
  const text = '{"a~/b" : [1, -2.5e3, "x\\u0041"], "é":{"k":null} , "t":[true,false,[]]}';

  test('knows the byte of every value and key', () => {
    const tape = read(text);
    expect(tape.faults).toEqual([]);
    const spans = Array.from({ length: tape.count }, (_, node) => tape.sourceAt(node));
    expect(spans).toEqual([
      text,
      '"a~/b"',
      '[1, -2.5e3, "x\\u0041"]',
      '1',
      '-2.5e3',
      '"x\\u0041"',
      '"é"',
      '{"k":null}',
      '"k"',
      'null',
      '"t"',
      '[true,false,[]]',
      'true',
      'false',
      '[]',
    ]);
    expect(tape.start(7)).toBe(bytes(text.slice(0, text.indexOf('{"k"'))).length);
  });

  test('gives the pointer of every node, and finds it again', () => {
    const tape = read(text);
    expect(pointerOf(tape, 4)).toBe('/a~0~1b/1');
    expect(pointerOf(tape, 9)).toBe('/é/k');
    expect(pointerOf(tape, 14)).toBe('/t/2');
    expect(pointerOf(tape, 0)).toBe('');
    expect(nodeAt(tape, ['a~/b', 2])).toBe(5);
    expect(nodeAt(tape, ['é', 'k'])).toBe(9);
    expect(nodeAt(tape, ['t', 3])).toBe(-1);
    expect(nodeAt(tape, ['k'])).toBe(-1);
  });

  test('reads strings, escapes and numbers as JSON.parse does', () => {
    const tape = read(text);
    expect(tape.stringAt(5)).toBe('xA');
    expect(tape.stringAt(6)).toBe('é');
    expect(tape.numberAt(4)).toBe(-2500);
    expect([tape.kind(3), tape.kind(4)]).toEqual([DIGITS, NUMBER]);
  });

  test('is filled anew by the next text', () => {
    const tape = read('[1,[2]]');
    tape.read(bytes('{'));
    expect(tape.faults[0]?.code).toBe('incomplete-json');
    expect(tape.read(bytes('{"a":1}'))).toBe(true);
    expect([tape.count, tape.kind(0), tape.faults]).toEqual([3, OBJECT, []]);
  });

  test('grows with the text and gives the memory back', () => {
    const tape = read(`[${'0,'.repeat(200_000)}0]`);
    expect([tape.count, tape.kind(0), tape.next(0)]).toEqual([200_002, ARRAY, 200_002]);
    expect(tape.read(bytes('[]'))).toBe(true);
    expect(tape.count).toBe(1);
  });
});

describe('accepts what JSON.parse accepts, but for what serde_json refuses', () => {
  const halfCharacter = /\\u[dD][89a-fA-F]/;

  test('on any JSON value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'binary' }), (text) => {
        // fast-check may write lone surrogates as escapes; those serde_json refuses.
        if (!halfCharacter.test(text)) expect(read(text).faults).toEqual([]);
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test('on short texts of JSON’s own characters', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '1',
      '0',
      '-',
      '.',
      'e',
      'true',
      'null',
      ' ',
      '"a"',
      '\\',
      'u',
    );
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 12 }).map((each) => each.join('')),
        (text) => {
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          expect(read(text).faults.length === 0).toBe(isJson);
        },
      ),
      { numRuns: 20_000, seed: 2 },
    );
  });

  test.each([
    ['overlong', [0x22, 0xc0, 0x80, 0x22], 1],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ['beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1],
    ['cut short', [0x22, 0xe2, 0x82], 1],
    ['a stray continuation after text', [0x22, 0x61, 0xc3, 0xa9, 0x80, 0x22], 4],
  ])('bytes that are not UTF-8 are placed: %s', (_, given, offset) => {
    expect(read(Uint8Array.from(given)).faults).toMatchObject([{ code: 'not-utf8', offset }]);
  });
});
