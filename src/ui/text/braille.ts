/** Dots of a braille cell: two columns of four, by row from the top. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;
const BLANK = 0x2800;

/** A curve to draw: a value per step; what is not finite leaves a gap. */
export interface Curve {
  readonly values: ArrayLike<number>;
  /** How many of them are drawn. */
  readonly length: number;
  /** Every second dot alone, so that it can be told from a full one without colour. */
  readonly isDotted: boolean;
}

export interface PlotFrame {
  readonly columns: number;
  readonly rows: number;
  /** Steps across the whole width. */
  readonly steps: number;
  readonly low: number;
  readonly high: number;
}

/** Rows of cells; a cell names the curve that is on top in it, or -1 for none. */
export interface Plot {
  readonly rows: readonly { readonly text: string; readonly owners: Int8Array }[];
}

/** Draws curves over each other in braille; an earlier one covers the later in a cell. */
export function plot(curves: readonly Curve[], frame: PlotFrame): Plot {
  const { columns, rows } = frame;
  const cells = new Uint8Array(columns * rows);
  const owners = new Int8Array(columns * rows).fill(-1);
  for (const [index, curve] of curves.entries()) {
    const own = dots(curve, frame);
    for (let cell = 0; cell < own.length; cell += 1) {
      if (own[cell] === 0 || owners[cell] !== -1) continue;
      cells[cell] = own[cell]!;
      owners[cell] = index;
    }
  }
  return {
    rows: Array.from({ length: rows }, (_, row) => {
      const part = cells.subarray(row * columns, (row + 1) * columns);
      let text = '';
      for (const bits of part) text += bits === 0 ? ' ' : String.fromCharCode(BLANK + bits);
      return { text, owners: owners.subarray(row * columns, (row + 1) * columns) };
    }),
  };
}

function dots({ values, length, isDotted }: Curve, frame: PlotFrame): Uint8Array {
  const { columns, rows, steps, low, high } = frame;
  const cells = new Uint8Array(columns * rows);
  const wide = columns * 2;
  const tall = rows * 4;
  const scale = high > low ? (tall - 1) / (high - low) : 0;
  const yOf = (value: number): number =>
    scale === 0 ? Math.floor(tall / 2) : tall - 1 - Math.round((value - low) * scale);
  let before = Number.NaN;
  for (let x = 0; x < wide; x += 1) {
    const from = Math.floor((x * steps) / wide);
    const to = Math.max(from + 1, Math.floor(((x + 1) * steps) / wide));
    if (from >= length) break;
    if (isDotted && x % 2 === 1) continue;
    // A column of many steps shows their whole range; the join to the column before is drawn too.
    let top = Number.POSITIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (let step = from; step < Math.min(to, length); step += 1) {
      const value = values[step]!;
      if (!Number.isFinite(value)) continue;
      const y = yOf(value);
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (!isDotted && !Number.isNaN(before)) {
        if (before < top - 1) top = before + 1;
        if (before > bottom + 1) bottom = before - 1;
      }
      before = y;
    }
    for (let y = Math.max(0, top); y <= Math.min(tall - 1, bottom); y += 1) {
      const at = (y >> 2) * columns + (x >> 1);
      cells[at] = cells[at]! | DOTS[y & 3]![x & 1]!;
    }
  }
  return cells;
}
