import { describe, expect, it } from 'vitest';
import { type Layout, LEAST, layoutFor } from '../../src/ui/layout.ts';

const everySize = Array.from({ length: 250 }, (_, column) => column + 1);
const everyHeight = Array.from({ length: 70 }, (_, row) => row + 1);
const runs = [1, 2, 5, 8, 40, 500].flatMap((symbols) =>
  [false, true].map((hasFaults) => ({ symbols, hasFaults })),
);

describe('the layout', () => {
  it('fills the terminal but for its last row, at every size', () => {
    for (const columns of everySize) {
      for (const rows of everyHeight) {
        for (const { symbols, hasFaults } of runs) {
          const layout = layoutFor({ columns, rows }, symbols, hasFaults);
          const place = `${columns}x${rows}, ${symbols} symbols, faults ${hasFaults}`;
          if (layout.width !== columns) throw new Error(`${place}: width ${layout.width}`);
          if (layout.kind === 'line') continue;
          // Two rows of header, one of news, one of keys.
          if (bodyOf(layout) !== rows - 5) throw new Error(`${place}: ${JSON.stringify(layout)}`);
          if (layout.kind !== 'single' && layout.left + 3 + layout.right !== columns)
            throw new Error(`${place}: ${JSON.stringify(layout)}`);
          const smallest = Math.min(...heightsOf(layout));
          if (smallest < 0) throw new Error(`${place}: ${JSON.stringify(layout)}`);
        }
      }
    }
  });

  it('is one line below the least size, and regions from it on', () => {
    expect(layoutFor({ columns: LEAST.columns - 1, rows: 70 }, 5, false).kind).toBe('line');
    expect(layoutFor({ columns: 250, rows: LEAST.rows - 1 }, 5, false).kind).toBe('line');
    expect(layoutFor(LEAST, 5, false).kind).toBe('single');
    expect(layoutFor({ columns: 80, rows: 24 }, 5, false).kind).toBe('stacked');
    expect(layoutFor({ columns: 120, rows: 40 }, 5, false).kind).toBe('wide');
  });

  it('shows each region with its title and a row at least, where it has one', () => {
    for (const columns of [100, 120, 200, 250]) {
      for (const rows of everyHeight.filter((each) => each >= 30)) {
        for (const { symbols, hasFaults } of runs) {
          const layout = layoutFor({ columns, rows }, symbols, hasFaults);
          if (layout.kind !== 'wide') throw new Error(`${columns}x${rows} is ${layout.kind}`);
          const { log, faults, ...others } = layout.rightRows;
          for (const height of [...Object.values(layout.leftRows), ...Object.values(others)])
            if (height < 3) throw new Error(`${columns}x${rows}, ${symbols}: ${JSON.stringify(layout)}`);
          for (const height of [log, faults])
            if (height !== 0 && height < 3) throw new Error(`${columns}x${rows}: ${JSON.stringify(layout)}`);
        }
      }
    }
  });

  it('depends on the run and the terminal alone, so that a region keeps its place', () => {
    expect(layoutFor({ columns: 120, rows: 40 }, 5, true)).toEqual(
      layoutFor({ columns: 120, rows: 40 }, 5, true),
    );
  });
});

function bodyOf(layout: Exclude<Layout, { kind: 'line' }>): number {
  switch (layout.kind) {
    case 'single':
      return layout.body;
    case 'stacked':
      return layout.top + 1 + layout.bottom;
    case 'wide': {
      const left = Object.values(layout.leftRows).reduce((sum, rows) => sum + rows, 0);
      const right = Object.values(layout.rightRows).reduce((sum, rows) => sum + rows, 0);
      expect(right).toBe(left);
      return left;
    }
  }
}

function heightsOf(layout: Exclude<Layout, { kind: 'line' }>): number[] {
  switch (layout.kind) {
    case 'single':
      return [layout.body];
    case 'stacked':
      return [layout.top, layout.bottom];
    case 'wide':
      return [...Object.values(layout.leftRows), ...Object.values(layout.rightRows)];
  }
}
