import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { observedSymbols } from '../../src/protocol/observedSymbols.ts';
import { readAnswer } from '../../src/protocol/readAnswer.ts';
import { readObservation } from '../../src/protocol/readObservation.ts';
import { referenceReason } from '../support/referenceReason.ts';

interface Vector {
  readonly line: string;
  readonly accept: boolean;
  readonly stage: string | null;
  readonly reason?: string;
  readonly billable?: number | null;
}

const read = (name: string) => readFileSync(new URL(`../vectors/${name}`, import.meta.url));
const vectors = read('wire.jsonl')
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);
const observation = readObservation(read('wire.observation.json')).observation;
const observed = observedSymbols(observation?.symbols.map((each) => each.symbol) ?? []);

describe('the verdict on every line of wire.jsonl is the reference harness’s', () => {
  test('there are 141 of them, on four symbols', () => {
    expect(vectors.length).toBe(141);
    expect(observed.names).toEqual(['AAPL', 'BTC-USD', 'constructor', 'MSFT']);
  });

  test.each(vectors)('$line', (vector) => {
    const verdict = readAnswer(new TextEncoder().encode(vector.line), observed);
    expect(verdict.accept).toBe(vector.accept);
    expect(verdict.stage).toBe(vector.stage);
    expect(verdict.decision !== null).toBe(vector.accept);
    expect(verdict.findings.length > 0).toBe(!vector.accept);
    expect(verdict.billable).toBe(vector.billable ?? null);
    const reason = verdict.findings[0] === undefined ? null : referenceReason(verdict.findings[0]);
    expect(reason).toBe(vector.reason ?? null);
  });
});
