import { describe, expect, test } from 'vitest';
import { contractCatalogue } from '../../src/protocol/diagnostics/catalogue.ts';
import { notJsonProblems } from '../../src/protocol/diagnostics/notJsonProblems.ts';
import { observedSymbols } from '../../src/protocol/observedSymbols.ts';
import { readAnswer } from '../../src/protocol/readAnswer.ts';

const observed = observedSymbols(['AAPL', 'MSFT']);
const verdict = (line: string) => readAnswer(new TextEncoder().encode(line), observed);
/** Their bad example cannot be written as a line of text. */
const WITHOUT_LINE = ['not-utf8'];

describe('the catalogue of the contract', () => {
  test('has each code once, in kebab-case', () => {
    const codes = contractCatalogue.map((entry) => entry.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(codes.length).toBe(25);
  });

  test.each(contractCatalogue.filter((entry) => !WITHOUT_LINE.includes(entry.code)))(
    'the bad example of $code gets that very code and words for it',
    (entry) => {
      const [first] = verdict(entry.bad).findings;
      expect(first?.code).toBe(entry.code);
      if (first === undefined) return;
      const { message, fix } = entry.words(first);
      expect(message.length).toBeGreaterThan(10);
      expect(fix.length).toBeGreaterThan(5);
      expect(`${message}${fix}`).not.toMatch(/undefined|\[object/);
    },
  );

  test.each(contractCatalogue)('the good example of $code is accepted', (entry) => {
    expect(verdict(entry.good).findings).toEqual([]);
  });
});

const weight = (spelling: string) =>
  `{"orders":[{"symbol":"AAPL","action":"buy","target_weight":${spelling}}]}`;

describe('every sub-kind of not-json', () => {
  const examples: Readonly<Record<string, string>> = {
    'leading-point': weight('.5'),
    'trailing-point': weight('1.'),
    'leading-zero': weight('01'),
    'plus-sign': weight('+0.5'),
    hexadecimal: weight('0x1'),
    'digit-separator': weight('1_000'),
    'malformed-number': weight('--1'),
    'non-finite-spelling': weight('nan'),
    'decimal-comma': weight('0,5'),
    'python-literal': weight('None'),
    'single-quote': "{'orders': []}",
    'undefined-literal': weight('undefined'),
    'letter-case': weight('NULL'),
    'trailing-comma': '{"orders":[],}',
    comment: '{"orders":[] // hold }',
    'unquoted-key': '{orders:[]}',
    'markdown-fence': '```json',
    html: '<html>',
    'log-text': 'decide: {"orders":[]}',
    'bare-word': weight('half'),
    'missing-comma': '{"orders":[] "reasoning":""}',
    'missing-colon': '{"orders" []}',
    mismatched: '{"orders":[1}',
    unexpected: '{"orders":@}',
  };

  test('has an example here', () =>
    expect(Object.keys(examples).sort()).toEqual(Object.keys(notJsonProblems).sort()));

  test.each(Object.entries(examples))('%s', (problem, line) => {
    const finding = verdict(line).findings.find((each) => each.code === 'not-json');
    expect(finding?.facts.problem).toBe(problem);
  });
});
