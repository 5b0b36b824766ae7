/** Kinds of a tape's nodes. Plain constants: the loops that compare them run for every answer. */
export const OBJECT = 1;
export const ARRAY = 2;
/** A string without escapes: its bytes between the quotes are its text. */
export const STRING = 3;
export const ESCAPED_STRING = 4;
/** Digits alone: the only spelling that may be an unsigned integer. */
export const DIGITS = 5;
/** A number with a sign, a point or an exponent. */
export const NUMBER = 6;
export const TRUE = 7;
export const FALSE = 8;
export const NULL = 9;
/** A key stands right before its value. */
export const KEY = 10;
export const ESCAPED_KEY = 11;
/** A scalar or key whose spelling is refused; a fault of the tape says why. */
export const BROKEN = 12;
export const BROKEN_KEY = 13;

export type Kind = number;

const NAMES: readonly string[] = [
  'nothing',
  'object',
  'array',
  'string',
  'string',
  'number',
  'number',
  'boolean',
  'boolean',
  'null',
  'key',
  'key',
  'unreadable value',
  'unreadable key',
];

/** The JSON name of a kind, for messages. */
export function kindName(kind: Kind): string {
  return NAMES[kind] ?? 'nothing';
}
