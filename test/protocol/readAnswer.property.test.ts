import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerpt } from '../../src/protocol/diagnostics/excerpt.ts';
import { observedSymbols } from '../../src/protocol/observedSymbols.ts';
import { readAnswer } from '../../src/protocol/readAnswer.ts';
import { scoreBearing, writeDecision } from '../../src/protocol/write/writeDecision.ts';
import { referenceReason } from '../support/referenceReason.ts';

const observed = observedSymbols(['AAPL', 'MSFT', 'ÅKER', 'constructor']);
/** Mostly good: a line has to get past many values to be accepted. */
const mostly = (good: fc.Arbitrary<string>, ...bad: string[]) =>
  fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(...bad) });
const symbol = mostly(fc.constantFrom('AAPL', 'MSFT', 'ÅKER', 'constructor'), 'aapl', '__proto__', '');
const number = mostly(
  fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }).map(String),
    fc.constantFrom('1', '0', '-0', '1e-400', '0.50'),
  ),
  ...['-1', '1e400', '01', '.5', 'NaN', 'null', '"0.5"', '1.5', '0,5'],
);
const text = mostly(
  fc.string({ unit: 'grapheme' }).map((each) => JSON.stringify(each)),
  ...['""', 'null', '"\\ud800"', '"\t"'],
);
const count = mostly(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String), '1.0', '-1', '1e3', 'null');

const order = fc
  .record({
    symbol: symbol.map((each) => JSON.stringify(each)),
    action: mostly(fc.constantFrom('"buy"', '"sell"', '"hold"', '"close"'), '"BUY"', '{"buy":null}'),
    target_weight: number,
    confidence: fc.option(number, { nil: undefined }),
    rationale: fc.option(text, { nil: undefined }),
  })
  .map(objectText);
const cost = fc
  .record(
    { cost_usd: number, tokens_in: count, tokens_out: count, reasoning_tokens: count },
    { requiredKeys: [] },
  )
  .map(objectText);
const answer = fc
  .record(
    {
      orders: fc.array(order, { maxLength: 3 }).map((each) => `[${each.join(', ')}]`),
      reasoning: text,
      cost,
      extra: text,
    },
    { requiredKeys: ['orders'] },
  )
  .map(objectText);

function objectText(members: Record<string, string | undefined>): string {
  const stated = Object.entries(members).filter(([, value]) => value !== undefined);
  return `{${stated.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
}

/** Edits of bytes: what truncation, interleaving and a bad encoder make of a line. */
const edit = fc.record({
  at: fc.nat({ max: 400 }),
  remove: fc.nat({ max: 6 }),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc
      .constantFrom(
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
        '-',
        '.',
        '0',
        '\n',
        '\t',
        '\0',
        '\ufeff',
      )
      .map((each) => new TextEncoder().encode(each)),
  ),
});
const line = fc
  .tuple(answer, fc.oneof(fc.constant([]), fc.array(edit, { maxLength: 3 })))
  .map(([whole, edits]) => {
    let bytes = new TextEncoder().encode(whole);
    for (const { at, remove, insert } of edits) {
      const start = Math.min(at, bytes.length);
      bytes = Uint8Array.from([...bytes.subarray(0, start), ...insert, ...bytes.subarray(start + remove)]);
    }
    return bytes;
  });

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

describe('10,000 generated and mutated answer lines', () => {
  test('never crash the reader, and none that it accepts is refused by JSON.parse', () => {
    const seen = { accepted: 0, shape: 0, semantic: 0 };
    fc.assert(
      fc.property(line, (bytes) => {
        const verdict = readAnswer(bytes, observed);
        seen[verdict.stage ?? 'accepted'] += 1;
        expect(verdict.accept).toBe(verdict.findings.length === 0);
        expect(verdict.accept).toBe(verdict.decision !== null);
        if (verdict.accept) expect(() => JSON.parse(strict.decode(bytes))).not.toThrow();
        for (const finding of verdict.findings) {
          const { offset = 0, length = 0 } = finding.place;
          expect(offset + length).toBeLessThanOrEqual(bytes.length);
          expect(referenceReason(finding) === null).toBe(!SEMANTIC.has(finding.code));
          expect(excerpt(bytes, offset, length).text).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 10_000, seed: 20260505 },
    );
    // The generator reaches every kind of verdict often enough to mean something.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
  });

  test('an accepted decision written again reads as the same decision', () => {
    fc.assert(
      fc.property(answer, (whole) => {
        const { decision } = readAnswer(new TextEncoder().encode(whole), observed);
        if (decision === null) return;
        const again = readAnswer(new TextEncoder().encode(writeDecision(decision)), observed).decision;
        expect(again).toEqual(decision);
        expect(again === null ? '' : scoreBearing(again)).toBe(scoreBearing(decision));
      }),
      { numRuns: 3000, seed: 7 },
    );
  });
});

const SEMANTIC = new Set([
  'unknown-symbol',
  'duplicate-order',
  'weight-out-of-range',
  'confidence-out-of-range',
  'cost-negative',
]);
