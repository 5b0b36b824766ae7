import { printableShort } from '../../kernel/printable.ts';
import { sparkline } from '../../reporters/sparkline.ts';
import type { Style } from '../../reporters/style.ts';
import { findingLines } from '../../reporters/text/findingLines.ts';
import { count, percent } from '../../reporters/text/numbers.ts';
import { table } from '../../reporters/text/table.ts';
import { wordsOf } from '../catalogue.ts';
import type { Description } from './describe.ts';

/** A dataset as a person reads it. */
export function describeText(description: Description, style: Style): string[] {
  const { dataset, sha256, windows, warnings } = description;
  const [first, last] = [dataset.dates[0] ?? '', dataset.dates.at(-1) ?? ''];
  const lines = [
    style.bold(printableShort(dataset.source, 100)),
    `  ${count(dataset.symbols.length, 'symbol')}, ${count(dataset.dates.length, 'bar')}, ${show(first)} to ${show(last)}`,
    `  sha256 ${sha256}`,
    ...sidecarLines(description),
    '',
    ...symbolLines(description, style),
    '',
    ...windows.map(({ start, end, regime }) => `  window ${start}:${end}  ${regime}`),
  ];
  for (const each of warnings) {
    lines.push(...findingLines({ type: 'finding', diagnostic: each, excerpt: null }, wordsOf(each), style));
  }
  return lines;
}

function sidecarLines({ dataset }: Description): string[] {
  return Object.entries(dataset.sidecars?.digests ?? {}).map(
    ([kind, digest]) => `  ${kind} sha256 ${digest}`,
  );
}

function symbolLines({ dataset }: Description, style: Style): string[] {
  const shown = dataset.symbols.slice(0, SYMBOLS_SHOWN);
  const rows = shown.map((symbol, index) => {
    const closes = dataset.closes[index]!;
    const dividends = Array.from(dataset.dividends[index] ?? []).filter((each) => each !== 0);
    const paid = dividends.reduce((sum, each) => sum + each, 0);
    return [
      show(symbol),
      price(closes[0]!),
      price(closes.at(-1)!),
      closes[0]! > 0 ? percent(closes.at(-1)! / closes[0]! - 1, 1) : '-',
      price(closes.reduce((least, each) => Math.min(least, each))),
      price(closes.reduce((most, each) => Math.max(most, each))),
      dividends.length === 0 ? '-' : `${dividends.length} x, ${price(paid)}`,
      sparkline(closes, SPARKLINE_WIDTH),
    ];
  });
  const head = ['symbol', 'first', 'last', 'change', 'low', 'high', 'dividends', ''];
  const [header = '', ...body] = table([head, ...rows]);
  const more = dataset.symbols.length - shown.length;
  return [style.dim(header), ...body, ...(more > 0 ? [`  and ${count(more, 'more symbol')}`] : [])];
}

const SYMBOLS_SHOWN = 40;
const SPARKLINE_WIDTH = 32;

function show(text: string): string {
  return printableShort(text, 24);
}

/** Six significant digits, without a tail of zeros. */
function price(value: number): string {
  return String(Number(value.toPrecision(6)));
}
