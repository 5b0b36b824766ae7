import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Envelope } from '../../../src/reporters/documents/envelope.ts';

function envelopeOf(values: readonly number[], groups: number) {
  const envelope = new Envelope(groups);
  for (const value of values) envelope.add(value);
  return envelope.view();
}

describe('the envelope of a curve', () => {
  it('has a point for every step while there is room', () => {
    expect(envelopeOf([3, 1, 2, 5], 4)).toEqual({ steps: [0, 1, 2, 3], values: [3, 1, 2, 5] });
  });

  it('then keeps least and greatest of each pair, in the order in which they came, and the end', () => {
    expect(envelopeOf([3, 1, 2, 5, 4], 4)).toEqual({ steps: [0, 1, 2, 3, 4], values: [3, 1, 2, 5, 4] });
    expect(envelopeOf([9, 1, 2, 2, 2, 2, 2, 7, 5], 4)).toEqual({
      steps: [0, 2, 4, 6, 8],
      values: [9, 1, 2, 7, 5],
    });
  });

  it('loses no peak and no fall, ends where the curve ends, and stays in its room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 500 }),
        (values) => {
          const { steps, values: kept } = envelopeOf(values, 8);
          expect(kept.length).toBeLessThanOrEqual(2 * 8 + 1);
          expect(Math.min(...kept)).toBe(Math.min(...values));
          expect(Math.max(...kept)).toBe(Math.max(...values));
          expect([steps.at(-1), kept.at(-1)]).toEqual([values.length - 1, values.at(-1)]);
          expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('has the same steps for every curve of one length, so that two can be drawn together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })), { maxLength: 200 }),
        (pairs) => {
          const [a, b] = [0, 1].map((side) =>
            envelopeOf(
              pairs.map((pair) => pair[side]!),
              8,
            ),
          );
          expect(a!.steps).toEqual(b!.steps);
        },
      ),
    );
  });
});
