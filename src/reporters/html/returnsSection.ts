import type { CellResult } from '../../harness/sweep/records.ts';
import { percent } from '../text/numbers.ts';
import { html, type Markup, nothing } from './markup.ts';
import { section } from './parts.ts';

/** Windows that get a line of their own, and cells that get a point. */
const WINDOWS = 40;
const POINTS = 400;
const ROW_PIXELS = 36;

type Returned = Pick<CellResult, 'cell' | 'summary' | 'index'>;

/** How the returns of clean cells lie, a line a window; where many are, the points grow dark. */
export function returnsSection(cells: readonly Returned[]): Markup {
  const clean = cells.filter(({ summary }) => summary !== null && Number.isFinite(summary.total_return));
  if (clean.length < 2) return nothing;
  const returns = clean.map(returnOf);
  // Zero is in sight, so that gains and losses are told apart.
  const low = returns.reduce((a, b) => Math.min(a, b), 0);
  const high = returns.reduce((a, b) => Math.max(a, b), 0);
  const place = (value: number): string => `${(2 + ((value - low) / (high - low || 1)) * 96).toFixed(2)}%`;
  const windows = [...new Set(clean.map(windowOf))];
  const lines = windows.slice(0, WINDOWS).map((name, row) => {
    const y = row * ROW_PIXELS + 22;
    const points = clean
      .filter((each) => windowOf(each) === name)
      .slice(0, POINTS)
      .map(
        (each) =>
          html`<circle cx="${place(returnOf(each))}" cy="${y}" r="5"><title>seed ${String(each.cell.seed)}: ${percent(returnOf(each))}</title></circle>`,
      );
    return html`<text x="0" y="${y - 10}">${name}</text><line x1="0" x2="100%" y1="${y}" y2="${y}"/>${points}`;
  });
  const foot = Math.min(windows.length, WINDOWS) * ROW_PIXELS + 8;
  return section('returns', 'Returns', [
    html`<div class="strips"><svg role="img" aria-label="total return of every clean cell, by window" width="100%" height="${foot + 18}">${lines}<line class="zero" x1="${place(0)}" x2="${place(0)}" y1="4" y2="${foot}"/>${[
      ...ends(low, high),
    ].map(
      ([value, anchor]) =>
        html`<text class="${anchor}" x="${place(value)}" y="${foot + 14}">${percent(value, 1)}</text>`,
    )}</svg></div>`,
  ]);
}

/** Least and greatest; zero where it is neither, and has room beside them. */
function ends(low: number, high: number): readonly (readonly [number, string])[] {
  const share = (0 - low) / (high - low || 1);
  return [[low, 'start'], ...(share > 0.15 && share < 0.85 ? [[0, 'middle'] as const] : []), [high, 'last']];
}

function returnOf({ summary }: Returned): number {
  return summary?.total_return ?? 0;
}

function windowOf({ cell }: Returned): string {
  return `${cell.window_start}:${cell.window_end}`;
}
