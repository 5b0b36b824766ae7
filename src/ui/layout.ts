import type { PaneId } from './model/uiState.ts';

/** Which regions a terminal has room for, and where. Sizes in cells; they add up to the terminal's. */
export type Layout =
  /** Too small for regions: one line. */
  | { readonly kind: 'line'; readonly width: number }
  /** One region at a time. */
  | { readonly kind: 'single'; readonly width: number; readonly body: number }
  /** Equity beside the book, and below them one region that tab switches. */
  | {
      readonly kind: 'stacked';
      readonly width: number;
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }
  /** Everything at once, in two columns. */
  | {
      readonly kind: 'wide';
      readonly width: number;
      readonly left: number;
      readonly right: number;
      /** Heights from the top. */
      readonly leftRows: Readonly<Record<'equity' | 'book' | 'determinism', number>>;
      readonly rightRows: Readonly<Record<'decisions' | 'contract' | 'faults' | 'log', number>>;
    };

export type RegionLayout = Exclude<Layout, { readonly kind: 'line' }>;

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Rows that no region gets: header, news, keys, and the last row, which stays free. */
const FRAME_ROWS = 5;

export const LEAST: Size = { columns: 60, rows: 16 };

/** Panes that share the lower region where there is one. */
export const lowerPanes: readonly PaneId[] = ['decisions', 'contract', 'determinism', 'faults', 'log'];

/** `symbols` and `hasFaults` are of the run: its regions keep their sizes while it lasts. */
export function layoutFor({ columns, rows }: Size, symbols: number, hasFaults: boolean): Layout {
  const width = Math.max(1, Math.min(columns, 400));
  if (columns < LEAST.columns || rows < LEAST.rows) return { kind: 'line', width };
  const body = rows - FRAME_ROWS;
  if (columns < 80) return { kind: 'single', width, body };
  if (columns < 100 || rows < 30) return stacked(width, body, symbols);
  return wide(width, body, symbols, hasFaults);
}

/** Cells of a region. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Rows between the header with its news and the keys. */
export function bodyRoom(layout: RegionLayout): Room {
  const { width } = layout;
  switch (layout.kind) {
    case 'single':
      return { width, height: layout.body };
    case 'stacked':
      return { width, height: layout.top + layout.bottom + 1 };
    case 'wide':
      return { width, height: Object.values(layout.leftRows).reduce((sum, rows) => sum + rows, 0) };
  }
}

/** Whether there are too few rows for a pane beside the others; chosen, it stands where Decisions do. */
export function isLeftOut(layout: RegionLayout, pane: PaneId): boolean {
  return layout.kind === 'wide' && (pane === 'faults' || pane === 'log') && layout.rightRows[pane] === 0;
}

/** Room of the region that a pane is shown in when it is chosen. */
export function paneRoom(layout: RegionLayout, pane: PaneId): Room {
  switch (layout.kind) {
    case 'single': {
      const below = layout.body - 1;
      // The book stands below the equity that it led to.
      return { width: layout.width, height: pane === 'book' ? Math.floor(below / 2) : below };
    }
    case 'stacked':
      return pane === 'book'
        ? { width: layout.right, height: layout.top }
        : { width: layout.width, height: layout.bottom };
    case 'wide':
      if (pane === 'book' || pane === 'determinism')
        return { width: layout.left, height: layout.leftRows[pane] };
      if (isLeftOut(layout, pane)) return paneRoom(layout, 'decisions');
      // A free row between two regions.
      return { width: layout.right, height: layout.rightRows[pane] - (pane === 'log' ? 0 : 1) };
  }
}

function stacked(width: number, body: number, symbols: number): Layout {
  // A third, or what the whole book takes: its name, its symbols and its cash.
  const top = Math.max(6, Math.min(Math.max(symbols + 2, Math.floor(body / 3)), Math.floor(body * 0.45)));
  const left = Math.floor((width - 3) * 0.48);
  // A row for the tabs.
  return { kind: 'stacked', width, left, right: width - 3 - left, top, bottom: body - top - 1 };
}

function wide(width: number, body: number, symbols: number, hasFaults: boolean): Layout {
  const left = Math.floor((width - 3) * 0.46);
  const book = Math.min(symbols + 3, Math.floor(body * 0.4));
  const determinism = Math.min(10, Math.max(6, Math.floor(body * 0.29)));
  const faults = hasFaults ? Math.min(12, Math.max(5, Math.floor(body * 0.22))) : body >= 40 ? 3 : 0;
  const log = body >= 34 ? Math.floor(body * 0.16) : 0;
  const contract = Math.max(8, Math.floor(body * 0.32));
  return {
    kind: 'wide',
    width,
    left,
    right: width - 3 - left,
    leftRows: { equity: body - book - determinism, book, determinism },
    rightRows: { decisions: body - contract - faults - log, contract, faults, log },
  };
}
