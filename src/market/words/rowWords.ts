import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { count, entries, fact, found, plural, say } from './phrases.ts';

/** Cause and fix for a number that is none, by what it looks like. */
const NUMBERS: Readonly<Record<string, readonly [string, string]>> = {
  blank: ['the field is blank, and a blank is never 0', 'give the value, or leave the whole row out'],
  spaces: ['there are spaces around it', 'remove the spaces'],
  thousands: ['thousands separator?', 'write the number without separators: 1234.56'],
  'decimal-comma': ['decimal comma?', 'write a decimal point: 181.2'],
  underscore: ['underscores are no part of a number', 'write the digits alone'],
  hexadecimal: ['it is hexadecimal', 'write it in decimal digits'],
  'not-a-number': [
    'a missing value',
    'leave the whole row out; the common axis is the dates that every symbol has',
  ],
  infinite: ['it is infinite', 'give a finite number'],
  'too-large': ['it passes the range of a double', 'give a finite number'],
  currency: ['a currency sign?', 'write the number alone'],
  percent: ['a percent sign?', 'write the number alone'],
  'missing-mark': [
    'a mark for a missing value?',
    'leave the whole row out; the common axis is the dates that every symbol has',
  ],
  negative: ['a dividend is never negative', 'correct the sign'],
  text: ['it is no number', 'write a decimal number such as 181.2 or 1e2'],
};

export function sayNumber(d: Diagnostic, name: string) {
  const [cause, fix] = NUMBERS[String(d.facts.looksLike)] ?? NUMBERS.text!;
  return say(`${name} ${found(d)} is not accepted; expected a finite decimal number`, fix, cause);
}

const QUOTES: Readonly<Record<string, string>> = {
  'inside-unquoted': 'a quote inside a field that does not start with one',
  'text-after-closing': 'text after the closing quote of a field',
  'never-closed': 'a quote is opened here and never closed',
};

export const rowWords = entries([
  {
    code: 'csv-quote',
    severity: 'error',
    title: 'a quote stands where none can',
    about:
      'A field is quoted as a whole, and a quote in it is doubled (RFC 4180). What follows a malformed quote cannot be read, so nothing after it is checked.',
    bad: '2024-01-05,A"B,1',
    good: '2024-01-05,"A""B",1',
    say: (d) =>
      say(
        QUOTES[fact(d, 'kind')] ?? 'a malformed quote',
        'quote the whole field and double the quotes in it: "A""B"',
      ),
  },
  {
    code: 'csv-field-count',
    severity: 'error',
    title: 'a row has too few or too many fields',
    about: 'Every row has as many fields as the header; rows are never padded or cut.',
    bad: 'date,symbol,close\n2024-01-05,AAA,1,234.5',
    good: 'date,symbol,close\n2024-01-05,AAA,1234.5',
    say: (d) => {
      const hints: Readonly<Record<string, string>> = {
        'trailing-comma': 'a comma at the end of the line',
        'decimal-comma': 'a decimal comma or a thousands separator?',
      };
      return say(
        `the row has ${plural(count(d, 'fields'), 'field')}, the header ${count(d, 'expected')}: ${found(d)}`,
        `give the row ${count(d, 'expected')} fields`,
        hints[fact(d, 'hint')] ?? null,
      );
    },
  },
  {
    code: 'csv-date-empty',
    severity: 'error',
    title: 'a row has no date',
    about: 'Every row says for which date and symbol its close is.',
    bad: ',AAA,10.5',
    good: '2024-01-02,AAA,10.5',
    say: () => say('the date is empty', 'give the date as YYYY-MM-DD, or remove the row'),
  },
  {
    code: 'csv-symbol-empty',
    severity: 'error',
    title: 'a row has no symbol',
    about: 'Every row says for which date and symbol its close is.',
    bad: '2024-01-02,,10.5',
    good: '2024-01-02,AAA,10.5',
    say: () => say('the symbol is empty', 'give the symbol, or remove the row'),
  },
  {
    code: 'csv-symbol-spaces',
    severity: 'warning',
    title: 'a symbol has spaces around it or control characters in it',
    about:
      'Symbols are kept byte for byte: " NA " and "NA" are two symbols, and an agent must repeat the one it means exactly.',
    bad: '2024-01-02, AAA,10.5',
    good: '2024-01-02,AAA,10.5',
    say: (d) =>
      say(
        `the symbol ${found(d)} is kept as it is, spaces and all`,
        'remove the spaces if they are not meant',
      ),
  },
  {
    code: 'csv-date-impossible',
    severity: 'error',
    title: 'there is no such day',
    about:
      'A date of the form YYYY-MM-DD must be a day of the calendar; it is never rolled over into the next month.',
    bad: '2023-02-29',
    good: '2024-02-29',
    say: (d) => say(`there is no day ${found(d)}`, 'correct the date'),
  },
  {
    code: 'csv-date-format',
    severity: 'error',
    title: 'a calendar date is not written as YYYY-MM-DD',
    about:
      'Bars are sorted by the bytes of their dates. For dates such as 01/02/2024, 2024-1-2, 20240102 or with a time of day that is not, or cannot be known to be, the order of time, and which number is the month would be a guess. Labels that are no calendar dates (2020-001, t7) are accepted as they are.',
    bad: '01/02/2024',
    good: '2024-02-01',
    say: (d) => say(`the date ${found(d)} is not written as YYYY-MM-DD`, 'write all dates as YYYY-MM-DD'),
  },
  {
    code: 'csv-dates-mixed',
    severity: 'error',
    title: 'dates of different forms in one file',
    about:
      'One file keeps to calendar dates (YYYY-MM-DD) or to opaque labels; sorted together their order would mean nothing.',
    bad: '2024-01-02 on one line, t7 on another',
    good: 'all dates as YYYY-MM-DD',
    say: (d) => {
      const names: Readonly<Record<string, string>> = { iso: 'a calendar date', label: 'an opaque label' };
      const name = (of: string) => names[fact(d, of)] ?? 'of another form';
      return say(
        `${found(d)} is ${name('form')}, but line ${fact(d, 'otherLine')} has ${name('otherForm')}`,
        'write all dates in one form, best as YYYY-MM-DD',
      );
    },
  },
  {
    code: 'csv-close',
    severity: 'error',
    title: 'a close is no number',
    about:
      'A close is a finite decimal number: 181.2, 1e2, -36.98 or 0. Blank fields, NaN, infinities, hexadecimal digits and separators are refused: nothing is filled or guessed.',
    bad: '2024-01-05,AAA,"1,234.56"',
    good: '2024-01-05,AAA,1234.56',
    say: (d) => sayNumber(d, 'the close'),
  },
  {
    code: 'csv-dividend',
    severity: 'error',
    title: 'a dividend is no number, or is negative',
    about:
      'A dividend is a finite decimal number that is not negative, per share, on the day it is paid. A blank field is 0.',
    bad: '2024-02-09,AAA,188.85,null',
    good: '2024-02-09,AAA,188.85,',
    say: (d) => {
      const words = sayNumber(d, 'the dividend');
      const absent = ['blank', 'missing-mark', 'not-a-number'].includes(String(d.facts.looksLike));
      return absent
        ? { ...words, cause: 'a mark for no dividend?', fix: 'leave the field empty: that is 0' }
        : words;
    },
  },
  {
    code: 'csv-dividend-without-close',
    severity: 'error',
    title: 'a row has a dividend and no close',
    about:
      'A dividend belongs to a bar, and a bar has a close. Some sources list dividends as rows of their own.',
    bad: '2024-02-10,AAA,,0.24',
    good: '2024-02-09,AAA,188.85,0.24',
    say: (d) =>
      say(
        `dividend without a close: ${fact(d, 'dividend')}`,
        'put the dividend into the row with the close of its day',
      ),
  },
]);
