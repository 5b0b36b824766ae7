import { describe, expect, test } from 'vitest';
import { observationAt } from '../../src/engine/observe.ts';
import { ObservationLines } from '../../src/harness/observationLines.ts';
import { createDataset } from '../../src/market/createDataset.ts';
import { writeWholeObservation } from '../../src/protocol/write/writeObservation.ts';
import { type EngineVector, vectorDataset, vectorLines } from '../support/vectors.ts';

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

describe('an observation line', () => {
  test('is the reference’s, byte for byte, as the run of the vector goes on', () => {
    const vectors = new Map(vectorLines<EngineVector>('engine.jsonl').map((each) => [each.id, each]));
    const lines = new Map<string, ObservationLines>();
    for (const { id, step, line } of vectorLines<{ id: string; step: number; line: string }>(
      'observation-lines.jsonl',
    )) {
      const vector = vectors.get(id)!;
      const dataset = vectorDataset(vector.data);
      const writer = lines.get(id) ?? new ObservationLines(dataset);
      lines.set(id, writer);
      const before = step === 0 ? { cash: 1, shares: {} as Record<string, number> } : vector.book[step - 1]!;
      const shares = dataset.symbols.map((symbol) => before.shares[symbol] ?? 0);
      const bar = vector.window[0] + step;
      writer.prepare(bar);
      expect(text(writer.terminated(bar, before.cash, shares))).toBe(`${line}\n`);
    }
  });

  test('has room for every name and number, and is the same prepared or not, or asked for twice', () => {
    const symbols = ['台積電', 'A"\\\n', '\u{1f600}'.repeat(40)];
    const dates = ['d\u00e9-1', 'd\u00e9-2', 'd\u00e9-3'];
    const dataset = createDataset(
      'wide',
      dates,
      symbols.map((symbol) => ({
        symbol,
        closes: Float64Array.of(-1.7976931348623157e308, 5e-324, 2.2250738585072014e-308),
        dividends: new Float64Array(3),
      })),
    );
    const writer = new ObservationLines(dataset);
    const shares = dataset.symbols.map(() => -2.2250738585072014e-308);
    for (const bar of [0, 1, 1, 2, 0]) {
      if (bar === 1) writer.prepare(bar);
      const cash = -1.234567890123456e-300;
      const whole = writeWholeObservation(observationAt(dataset, bar, cash, shares));
      expect(text(writer.terminated(bar, cash, shares))).toBe(`${whole}\n`);
    }
  });

  test('that was handed out is not written into again', () => {
    const dataset = vectorDataset('synthetic:2:60:9');
    const writer = new ObservationLines(dataset);
    const first = writer.terminated(20, 1, [0, 0]);
    const copy = text(first);
    writer.terminated(20, 0.5, [1, 1]);
    writer.prepare(21);
    expect(text(first)).toBe(copy);
  });
});
