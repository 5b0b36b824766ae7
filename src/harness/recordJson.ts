import { wireFloat } from '../kernel/floatText.ts';

/**
 * JSON text of a record. Differs from JSON.stringify where that loses facts: bigints
 * keep their digits, -0 its sign, doubles in typed arrays the reference's layout.
 * Maps are written as objects, absent members left out, numbers that are not finite
 * as null.
 */
export function recordJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return stringText(value);
    case 'number':
      return numberText(value);
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : objectText(value);
    default:
      return 'null';
  }
}

/** What JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A string as JSON.stringify writes it; most of what a record says needs no escape. */
export function stringText(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function numberText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0';
  // Beyond 2^53 JavaScript prints the shortest digits and then zeros, which readers with
  // exact integers take for another number.
  return Number.isSafeInteger(value) ? String(value) : value % 1 === 0 ? wireFloat(value) : finiteText(value);
}

function finiteText(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

function objectText(value: object): string {
  if (value instanceof Float64Array) return floatsText(value);
  if (Array.isArray(value)) return arrayText(value);
  let text = '';
  for (const [key, member] of value instanceof Map ? value : Object.entries(value)) {
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${stringText(String(key))}:${recordJson(member)}`;
  }
  return `{${text}}`;
}

function arrayText(values: readonly unknown[]): string {
  let text = '';
  for (let index = 0; index < values.length; index += 1) {
    text += `${index === 0 ? '' : ','}${recordJson(values[index])}`;
  }
  return `[${text}]`;
}

/** Doubles as the wire prints them: `[0.0,1.5]`. */
export function floatsText(values: ArrayLike<number>): string {
  let text = '';
  for (let index = 0; index < values.length; index += 1) {
    text += `${index === 0 ? '' : ','}${wireFloat(values[index]!)}`;
  }
  return `[${text}]`;
}
