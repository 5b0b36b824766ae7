import type { RunStarted } from '../../harness/events.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { declarationText } from './faultLines.ts';
import { count } from './numbers.ts';

/** Who runs, and what on; two lines, so that long names and paths do not push the rest away. */
export function startLines(event: RunStarted, style: Style): string[] {
  const { cell, data } = event;
  const who = `${printable(event.agent.id)}  ${event.agent.transport}`;
  const size = `${count(data.symbols.length, 'symbol')}, ${count(data.bars, 'bar')}`;
  const market = `${printable(data.source)} (${size})`;
  const run = `[${cell.window_start},${cell.window_end})  seed ${cell.seed}  ${printable(event.costs)} costs`;
  return [...[who, `${market}  ${run}`].map((line) => style.dim(line)), ...declarationText(event, style)];
}
