import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { observedSymbols } from '../../../src/protocol/observedSymbols.ts';
import { readAnswer } from '../../../src/protocol/readAnswer.ts';
import { readObservation } from '../../../src/protocol/readObservation.ts';
import { SymbolsText } from '../../../src/protocol/write/symbolsText.ts';
import { wireString } from '../../../src/protocol/write/wireString.ts';
import { scoreBearing, writeDecision } from '../../../src/protocol/write/writeDecision.ts';
import { writeObservation, writeWholeObservation } from '../../../src/protocol/write/writeObservation.ts';
import { rustDebug } from '../../support/rustDebug.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const decision = (line: string) => {
  const verdict = readAnswer(bytes(line), observedSymbols(['A', 'B']));
  if (verdict.decision === null) throw new Error(`refused: ${verdict.findings[0]?.code}`);
  return verdict.decision;
};

describe('strings on the wire', () => {
  test('are escaped as little as JSON allows', () => {
    expect(wireString('"\\/\b\f\n\r\t\u0000\u001f\u007fé\u2028😀')).toBe(
      '"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007fé\u2028😀"',
    );
  });

  test('have U+FFFD for half a character, for the wire is UTF-8', () => {
    expect(wireString('a\ud800b😀')).toBe('"a\ufffdb😀"');
  });
});

describe('a decision written again', () => {
  const line =
    '{"cost":{"tokens_out":18446744073709551615},"orders":[{"target_weight":1,"symbol":"A","action":"buy","confidence":5e-1},{"symbol":"B","action":"close","target_weight":-0,"rationale":"é"}]}';

  test('has the keys in order, floats in wire text, counts exact, and only what was stated', () => {
    expect(writeDecision(decision(line))).toBe(
      '{"orders":[{"symbol":"A","action":"buy","target_weight":1.0,"confidence":0.5,"rationale":""},{"symbol":"B","action":"close","target_weight":-0.0,"rationale":"é"}],"reasoning":"","cost":{"cost_usd":0.0,"tokens_in":0,"tokens_out":18446744073709551615,"reasoning_tokens":0}}',
    );
  });

  test('without its free text is what must repeat: values count, spellings and text do not', () => {
    const text = (weight: string, rest = '') =>
      scoreBearing(decision(`{"orders":[{"symbol":"A","action":"buy","target_weight":${weight}${rest}}]}`));
    expect(text('1')).toBe(text('1.0', ',"rationale":"why"'));
    expect(text('5e-1')).toBe(text('0.5'));
    expect(text('-0.0')).not.toBe(text('0'));
    expect(text('0', ',"confidence":0')).not.toBe(text('0'));
    expect(scoreBearing(decision('{"orders":[],"reasoning":"x"}'))).toBe(
      scoreBearing(decision('{"orders":[]}')),
    );
    expect(scoreBearing(decision('{"orders":[],"cost":{}}'))).not.toBe(
      scoreBearing(decision('{"orders":[]}')),
    );
  });
});

describe('an observation written', () => {
  test('J17: has its floats as the reference prints them', () => {
    const close_history = [1, 100, 1e15, 1e16, 1.5e-7, 0.00001, 0.000001, -0];
    const text = writeWholeObservation({
      date: 'd',
      cash: 1,
      symbols: [{ symbol: 'A', close_history, fundamentals: new Map(), news: [] }],
      portfolio: [{ symbol: 'A', shares: -0, avg_price: 0 }],
    });
    expect(text).toBe(
      '{"date":"d","cash":1.0,"symbols":[{"symbol":"A","close_history":[1.0,100.0,1000000000000000.0,1e16,1.5e-7,0.00001,1e-6,-0.0],"fundamentals":{},"news":[]}],"portfolio":[{"symbol":"A","shares":-0.0,"avg_price":0.0}]}',
    );
  });

  test('has fundamentals in byte order, a `__proto__` among them', () => {
    const line =
      '{"date":"d","cash":1.0,"symbols":[{"symbol":"A","close_history":[],"fundamentals":{"z":1,"\u{1f600}":2,"\uff3a":3,"__proto__":4},"news":["a\\nb"]}],"portfolio":[]}';
    const { observation } = readObservation(bytes(line));
    expect(observation === null ? '' : writeWholeObservation(observation)).toContain(
      '"fundamentals":{"__proto__":4.0,"z":1.0,"\uff3a":3.0,"\u{1f600}":2.0},"news":["a\\nb"]',
    );
  });
});

describe('the symbols of one bar after the other', () => {
  const closes = Array.from({ length: 50 }, (_, bar) => 100 + bar * 0.25);
  const source = { symbols: ['A', 'B"'], closes: [closes, closes.map((close) => close / 3)], sidecars: null };
  const whole = (bar: number) => {
    const symbols = source.symbols.map((symbol, index) => ({
      symbol,
      close_history: (source.closes[index] ?? []).slice(Math.max(0, bar - 19), bar + 1),
      fundamentals: new Map(),
      news: [],
    }));
    return writeWholeObservation({ date: 'd', cash: 1, symbols, portfolio: [] });
  };
  const byParts = (text: SymbolsText, bar: number) =>
    writeObservation({ date: 'd', cash: 1, symbolsText: text.at(bar), portfolio: [] });

  test('are the same text as written whole: from the first bar, on, back and again', () => {
    const text = new SymbolsText(source);
    const bars = [...Array.from({ length: 50 }, (_, bar) => bar), 49, 3, 4, 30, 31, 31, 0, 1];
    for (const bar of bars) expect(byParts(text, bar)).toBe(whole(bar));
  });

  test('carry what the sidecars know at that bar', () => {
    const sidecars = {
      fundamentalsAt: (bar: number, index: number) => new Map([['pe', bar + index]]),
      newsAt: (bar: number) => (bar === 1 ? ['x'] : []),
    };
    const text = new SymbolsText({ symbols: ['A'], closes: [[1, 2]], sidecars });
    expect(text.at(1)).toBe(
      '[{"symbol":"A","close_history":[1.0,2.0],"fundamentals":{"pe":1.0},"news":["x"]}]',
    );
    expect(text.at(0)).toBe('[{"symbol":"A","close_history":[1.0],"fundamentals":{"pe":0.0},"news":[]}]');
  });

  test('of the vectors are the reference’s bytes', () => {
    const lines = readFileSync(
      new URL('../../vectors/observation-lines.jsonl', import.meta.url),
      'utf8',
    ).trimEnd();
    for (const each of lines.split('\n')) {
      const { line } = JSON.parse(each) as { line: string };
      const { observation } = readObservation(bytes(line));
      if (observation === null) throw new Error('refused');
      const symbols = observation.symbols.map((snapshot) => snapshot.symbol);
      const histories = observation.symbols.map((snapshot) => snapshot.close_history);
      const text = new SymbolsText({ symbols, closes: histories, sidecars: null });
      const symbolsText = text.at((histories[0]?.length ?? 0) - 1);
      expect(writeObservation({ ...observation, symbolsText })).toBe(line);
    }
  });
});

describe('Rust’s quoting of a symbol', () => {
  test.each([
    ['plain', 'BTC-USD', '"BTC-USD"'],
    ['quotes and backslashes', 'a"\\\'', '"a\\"\\\\\'"'],
    ['controls', '\0\t\n\r\u001b\u007f', '"\\0\\t\\n\\r\\u{1b}\\u{7f}"'],
    ['letters and emoji stay', 'ÅKER 读 😀', '"ÅKER 读 😀"'],
    [
      'joining marks, separators and format characters do not',
      'e\u0301\u00a0\u2028\u200b\u3000',
      '"e\\u{301}\\u{a0}\\u{2028}\\u{200b}\\u{3000}"',
    ],
    ['private and unassigned', '\ue000\u0378', '"\\u{e000}\\u{378}"'],
  ])('%s', (_, text, quoted) => expect(rustDebug(text)).toBe(quoted));
});
