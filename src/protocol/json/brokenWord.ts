import type { JsonFault } from './fault.ts';
import { notJson } from './structureFaults.ts';

/** Words of other languages and what JSON writes for them. */
const FOREIGN: Readonly<Record<string, { problem: string; corrected: string }>> = {
  True: { problem: 'python-literal', corrected: 'true' },
  False: { problem: 'python-literal', corrected: 'false' },
  None: { problem: 'python-literal', corrected: 'null' },
  undefined: { problem: 'undefined-literal', corrected: 'null' },
};

const NON_FINITE = /^[+-]?(?:nan|inf(?:inity)?)$/i;
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]{1,13})$/;

/** Why the run of word characters at `at` is no JSON value, with the right spelling where there is one. */
export function brokenWord(bytes: Uint8Array, at: number, length: number, node: number): JsonFault {
  const word = String.fromCharCode(...bytes.subarray(at, at + length));
  if (word === 'NaN' || word === 'Infinity' || word === '-Infinity') {
    return { code: 'non-finite-literal', offset: at, length, node, facts: { literal: word } };
  }
  if (NON_FINITE.test(word)) return notJson('non-finite-spelling', at, length, node, { literal: word });
  const foreign = Object.hasOwn(FOREIGN, word) ? FOREIGN[word] : undefined;
  if (foreign !== undefined) {
    return notJson(foreign.problem, at, length, node, { corrected: foreign.corrected });
  }
  const lower = word.toLowerCase();
  if (lower === 'true' || lower === 'false' || lower === 'null') {
    return notJson('letter-case', at, length, node, { corrected: lower });
  }
  if (at + length === bytes.length && ['true', 'false', 'null'].some((whole) => whole.startsWith(word))) {
    return { code: 'incomplete-json', offset: at, length, node, facts: { missing: '', onlyOpeners: false } };
  }
  if (!/^[+-]*\.?[0-9]/.test(word) && !/^[+-]/.test(word)) return notJson('bare-word', at, length, node);
  const corrected = correctedNumber(word);
  return notJson(numberProblem(word), at, length, node, corrected === null ? {} : { corrected });
}

function numberProblem(word: string): string {
  if (HEXADECIMAL.test(word)) return 'hexadecimal';
  if (word.includes('_')) return 'digit-separator';
  if (word.startsWith('+')) return 'plus-sign';
  if (/^-?\./.test(word)) return 'leading-point';
  if (/\.(?:$|[eE])/.test(word)) return 'trailing-point';
  return /^-?0[0-9]/.test(word) ? 'leading-zero' : 'malformed-number';
}

/** The JSON spelling of a number that another language would take; null if none would. */
function correctedNumber(word: string): string | null {
  const hexadecimal = HEXADECIMAL.exec(word);
  if (hexadecimal !== null)
    return `${hexadecimal[1] === '-' ? '-' : ''}${Number.parseInt(hexadecimal[2]!, 16)}`;
  const spelt = word
    .replace(/^\+/, '')
    .replaceAll('_', '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '.0')
    .replace(/^(-?)0+(?=[0-9])/, '$1');
  return JSON_NUMBER.test(spelt) ? spelt : null;
}
