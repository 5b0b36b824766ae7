import type { Dice } from './dice.ts';

/** A JSON string with its quotes; now and then something that is none. */
export function stringText(dice: Dice): string {
  let text = '';
  const pieces = dice.pick([0, 1, 1, 2, 3, 5, 12]);
  for (let index = 0; index < pieces; index += 1) text += piece(dice);
  return `"${text}"`;
}

/** `text` as a JSON string in which characters may be spelt as escapes. */
export function spelt(dice: Dice, text: string): string {
  if (dice.chance(0.9)) return JSON.stringify(text);
  const units = text.split('').map((unit) => (dice.chance(0.5) ? unit : escaped(dice, unit)));
  return `"${units.join('').replaceAll('"', '\\"')}"`;
}

function escaped(dice: Dice, unit: string): string {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${dice.chance(0.5) ? digits : digits.toUpperCase()}`;
}

function piece(dice: Dice): string {
  if (dice.chance(0.015)) return dice.pick(BROKEN);
  return dice.pick<(dice: Dice) => string>([
    () => dice.pick(PLAIN),
    () => dice.pick(ESCAPES),
    () => escaped(dice, String.fromCharCode(dice.below(0xd800))),
    () => escaped(dice, String.fromCharCode(0xe000 + dice.below(0x2000))),
    () =>
      [...String.fromCodePoint(0x10000 + dice.below(0x100000))].map((pair) => pairOf(dice, pair)).join(''),
  ])(dice);
}

function pairOf(dice: Dice, pair: string): string {
  return dice.chance(0.3)
    ? pair
    : pair
        .split('')
        .map((unit) => escaped(dice, unit))
        .join('');
}

const PLAIN = [
  ...['a', 'momentum', ' ', 'é', 'e\u0301', '😀', '\u2028', '\u2029', '\u007f', '\u0080', '\u00a0', '\ufeff'],
  ...['\ufffd', '\uffff', '/', "'", '`', '{}', '[]', '0.5', 'null', '\ud7ff', '\ue000', '\u{10ffff}', '日本'],
];

const ESCAPES = [
  ...['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\u001f', '\\u007F', '\\u00e9'],
  ...[
    '\\ud83d\\ude00',
    '\\uD83D\\uDE00',
    '\\ud800\\udc00',
    '\\udbff\\udfff',
    '\\uffff',
    '\\ufeff',
    '\\u0022',
  ],
];

const BROKEN = [
  ...[
    '\\ud800',
    '\\udc00',
    '\\udfff',
    '\\ude00\\ud83d',
    '\\ud83d\\ud83d',
    '\\ud83d\\n',
    '\\ud83dx',
    '\\ud83d\\u0041',
  ],
  ...[
    '\\u',
    '\\u0',
    '\\u00',
    '\\u000',
    '\\u00g0',
    '\\uD83D\\u',
    '\\ud83d\\ude0',
    '\\x41',
    '\\a',
    '\\0',
    "\\'",
    '\\',
  ],
  ...[
    '\0',
    '\t',
    '\n',
    '\r',
    '\u0001',
    '\u001f',
    '\b',
    '"',
    '\\U0001F600',
    '\\u+041',
    '\\u{41}',
    '\\ud83d\\\\',
  ],
];
