import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { compareUtf8 } from '../kernel/utf8.ts';
import { dateForm } from './csv/dateLabel.ts';
import type { Dataset } from './dataset.ts';

/** How the bars of a dataset are dated: as days of the calendar, or by opaque labels. */
export function axisForm(dataset: Dataset): 'iso' | 'label' {
  return dateForm(dataset.dates[0] ?? '') === 'iso' ? 'iso' : 'label';
}

/**
 * Why sidecars cannot be placed on this axis, or null. A generated market of more
 * than 999 bars has labels whose byte order is not the order of its bars.
 */
export function refusedAxis(dataset: Dataset): Diagnostic | null {
  const bar = firstStepBack(dataset.dates);
  if (bar === null) return null;
  const facts = { bar, date: dataset.dates[bar]!, before: dataset.dates[bar - 1]! };
  return diagnostic('sidecar-axis', 'error', {}, { found: dataset.source, facts });
}

/** The first bar whose date does not sort after the date before it; null on an ascending axis. */
export function firstStepBack(dates: readonly string[]): number | null {
  for (let bar = 1; bar < dates.length; bar += 1) {
    if (compareUtf8(dates[bar - 1]!, dates[bar]!) >= 0) return bar;
  }
  return null;
}

/** The first bar dated at or after `date`: the first that may know of it. Null if the axis ends before. */
export function firstBarAtOrAfter(dates: readonly string[], date: string): number | null {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8(dates[middle]!, date) < 0) low = middle + 1;
    else high = middle;
  }
  return low < dates.length ? low : null;
}
