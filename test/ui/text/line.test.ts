import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutLine, fitLine, type Line, lineCells, span, spreadLine } from '../../../src/ui/text/line.ts';
import { screenText } from '../../../src/ui/text/screenText.ts';
import { lineText } from '../../support/lineText.ts';

const anyLine: fc.Arbitrary<Line> = fc.array(
  fc.record({
    text: fc.string({ unit: 'binary', maxLength: 12 }).map(screenText),
    tone: fc.constantFrom('plain', 'dim', 'bad'),
  }),
  { maxLength: 6 },
);
const anyWidth = fc.integer({ min: 0, max: 60 });

describe('a line of spans', () => {
  it('is cut, fitted and spread to cells, whatever is in it', () => {
    fc.assert(
      fc.property(anyLine, anyLine, anyWidth, (left, right, width) => {
        expect(lineCells(cutLine(left, width))).toBeLessThanOrEqual(width);
        expect(lineCells(fitLine(left, width))).toBe(width);
        expect(lineCells(spreadLine(left, right, width))).toBe(width);
      }),
    );
  });

  it('keeps its right end when its left one is too long', () => {
    const line = spreadLine([span('a long name of something')], [span('12 ms', 'dim')], 14);
    expect(lineText(line)).toBe('a long … 12 ms');
    expect(line.at(-1)).toEqual(span('12 ms', 'dim'));
  });

  it('keeps the tones of what is left of it', () => {
    expect(cutLine([span('ab', 'good'), span('cdef', 'bad'), span('g', 'dim')], 5)).toEqual([
      span('ab', 'good'),
      span('cd…', 'bad'),
    ]);
  });
});
