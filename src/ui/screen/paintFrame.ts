import type { FrameBand } from '../frame.ts';
import { span } from '../text/line.ts';
import { type Palette, paintLine } from '../text/paint.ts';

/** A part of a row, at its own column, counted from 1. */
export interface PaintedPart {
  readonly column: number;
  readonly text: string;
}

/** The rows of a frame from the top, each in its columns; all but the first begin with a rule. */
export function paintFrame(bands: readonly FrameBand[], palette: Palette): PaintedPart[][] {
  const rule = paintLine([span(' │ ', 'dim')], palette);
  return bands.flatMap(({ columns, height }) =>
    Array.from({ length: height }, (_, row) => {
      let end = 0;
      return columns.map(({ lines, width }, at) => {
        const text = paintLine(lines[row]!, palette);
        const part = { column: end + 1, text: at === 0 ? text : rule + text };
        end += at === 0 ? width : width + RULE_CELLS;
        return part;
      });
    }),
  );
}

const RULE_CELLS = 3;
