import type { Dice } from './dice.ts';

/** The line after one to three edits such as truncation, interleaving and bad encoders make. */
export function edited(dice: Dice, line: Uint8Array, other: Uint8Array): Uint8Array {
  let bytes = line;
  for (let left = dice.pick([1, 1, 1, 2, 3]); left > 0; left -= 1)
    bytes = dice.pick(EDITS)(dice, bytes, other);
  return bytes;
}

type Edit = (dice: Dice, bytes: Uint8Array, other: Uint8Array) => Uint8Array;

const EDITS: readonly Edit[] = [
  // Cut off.
  (dice, bytes) => bytes.subarray(0, dice.below(bytes.length + 1)),
  (dice, bytes) => bytes.subarray(dice.below(Math.min(bytes.length, 8) + 1)),
  // One byte or a few taken out, put in, exchanged, doubled.
  (dice, bytes) => spliced(bytes, dice.below(bytes.length + 1), 1 + dice.below(3), NOTHING),
  (dice, bytes) => spliced(bytes, dice.below(bytes.length + 1), 0, dice.pick(TOKENS)),
  (dice, bytes) => spliced(bytes, dice.below(bytes.length + 1), 1, dice.pick(TOKENS)),
  (dice, bytes) => spliced(bytes, dice.below(bytes.length + 1), 1, Uint8Array.of(dice.below(256))),
  (dice, bytes) => spliced(bytes, dice.below(bytes.length + 1), 0, dice.pick(ENCODINGS)),
  (dice, bytes) => {
    const at = dice.below(bytes.length + 1);
    return spliced(bytes, at, 0, bytes.subarray(at, at + 1 + dice.below(24)));
  },
  // Two writers on one pipe.
  (dice, bytes, other) => {
    const start = dice.below(other.length + 1);
    const part = other.subarray(start, start + dice.below(40));
    return spliced(bytes, dice.below(bytes.length + 1), dice.below(8), part);
  },
  (_, bytes, other) => spliced(bytes, bytes.length, 0, other),
];

const NOTHING = new Uint8Array(0);
const encoder = new TextEncoder();

const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '\\',
    '\\u',
    'e',
    'E',
    '-',
    '+',
    '.',
    '0',
    '1',
    '9',
    ' ',
    '\t',
    '\n',
  ],
  ...[
    '\r',
    '\0',
    '\ufeff',
    'null',
    'true',
    'NaN',
    '1e400',
    '\\ud800',
    '\\u0061',
    '/',
    "'",
    '\u00e9',
    '\u001f',
  ],
].map((text) => encoder.encode(text));

/** Bytes that are not, or only just, UTF-8. */
const ENCODINGS = [
  ...[
    [0x80],
    [0xbf],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xc2],
    [0xc2, 0x80],
    [0xe0, 0x80, 0x80],
    [0xe0, 0xa0, 0x80],
  ],
  ...[[0xe9], [0xe2, 0x82], [0xed, 0x9f, 0xbf], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xee, 0x80, 0x80]],
  ...[
    [0xf0, 0x80, 0x80, 0x80],
    [0xf0, 0x90, 0x80, 0x80],
    [0xf0, 0x9f, 0x98],
    [0xf4, 0x8f, 0xbf, 0xbf],
  ],
  ...[
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xff, 0xfe],
    [0xfe, 0xff],
  ],
  ...[[0xff], [0x7b, 0x00], [0x00, 0x7b], [0xef, 0xbb, 0xbf], [0xef, 0xbb]],
].map((bytes) => Uint8Array.from(bytes));

function spliced(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  const result = new Uint8Array(Math.max(bytes.length - removed, at) + added.length);
  result.set(bytes.subarray(0, at));
  result.set(added, at);
  result.set(bytes.subarray(at + removed), at + added.length);
  return result;
}
