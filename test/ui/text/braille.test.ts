import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlotFrame, plot } from '../../../src/ui/text/braille.ts';

const frame: PlotFrame = { columns: 4, rows: 2, steps: 8, low: 0, high: 7 };
const text = (values: readonly number[], given: Partial<PlotFrame> = {}, isDotted = false): string[] =>
  plot([{ values, length: values.length, isDotted }], { ...frame, ...given }).rows.map((row) => row.text);

describe('a curve in braille', () => {
  it('has one dot column a step, and eight rows of dots in two rows of cells', () => {
    expect(text([0, 1, 2, 3, 4, 5, 6, 7])).toEqual(['  ⡠⠊', '⡠⠊  ']);
    expect(text([7, 6, 5, 4, 3, 2, 1, 0])).toEqual(['⠑⢄  ', '  ⠑⢄']);
  });

  it('joins steps that lie far apart', () => {
    expect(text([0, 7], { columns: 1, steps: 2 })).toEqual(['⢸', '⡸']);
  });

  it('ends where the run is, at the scale of the whole run', () => {
    expect(text([0, 1, 2, 3])).toEqual(['    ', '⡠⠊  ']);
  });

  it('leaves a gap for what is no number', () => {
    expect(text([0, Number.NaN, Number.NaN, 0, 0, 0, 0, 0])[1]).toBe('⡀⢀⣀⣀');
  });

  it('is flat in the middle where nothing changes', () => {
    expect(text([3, 3, 3, 3, 3, 3, 3, 3], { low: 3, high: 3 })).toEqual(['    ', '⠉⠉⠉⠉']);
  });

  it('shows every second dot of a dotted one, and hides it below the first in a cell', () => {
    expect(text([0, 0, 0, 0, 0, 0, 0, 0], {}, true)[1]).toBe('⡀⡀⡀⡀');
    const both = plot(
      [
        { values: [0, 0, 0, 0], length: 4, isDotted: false },
        { values: Array(8).fill(0), length: 8, isDotted: true },
      ],
      frame,
    );
    expect(both.rows[1]!.text).toBe('⣀⣀⡀⡀');
    expect([...both.rows[1]!.owners]).toEqual([0, 0, 1, 1]);
    expect([...both.rows[0]!.owners]).toEqual([-1, -1, -1, -1]);
  });

  it('keeps to its cells, whatever the values', () => {
    const value = fc.oneof(fc.double(), fc.double({ min: 0, max: 10 }));
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        (values, columns, rows) => {
          const drawn = plot([{ values, length: values.length, isDotted: false }], {
            ...{ columns, rows, steps: Math.max(1, values.length), low: 0, high: 10 },
          });
          expect(drawn.rows).toHaveLength(rows);
          for (const row of drawn.rows)
            expect(row.text).toMatch(new RegExp(`^[ \u2800-\u28ff]{${columns}}$`));
        },
      ),
    );
  });
});
