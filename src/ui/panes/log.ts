import { limits } from '../../kernel/limits.ts';
import { count } from '../../reporters/text/numbers.ts';
import { wrapToCells } from '../text/cells.ts';
import { type Line, span } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { isFocused, type Pane, type PaneContext, type ScrollRange, scrollMost, titleLine } from './pane.ts';

/** The end of what the agent wrote to stderr, A and B apart; every control character is visible. */
export const logPane: Pane = (context, width, height) => {
  const lines = logLines(context, width);
  const rows = Math.max(0, height - 1);
  const scroll = Math.min(context.ui.pane === 'log' ? context.ui.scroll : 0, scrollMost(lines, rows));
  const end = lines.length - scroll;
  const right = scroll > 0 ? [span(`${count(scroll, 'line')} below`, 'accent')] : [span('stderr', 'dim')];
  const shown = lines.slice(Math.max(0, end - rows), end);
  return [titleLine('Log', isFocused(context, 'log'), right, width), ...shown].slice(0, height);
};

export const logScroll: ScrollRange = (context, width, height) =>
  scrollMost(logLines(context, width), height - 1);

function logLines({ run, session }: PaneContext, width: number): Line[] {
  const { A, B } = run.stderr;
  const build = session.build;
  const lines: Line[] = [];
  if (B !== '') lines.push(...named('B', B, width));
  lines.push(...named(B === '' ? '' : 'A', A, width));
  // The newest: no agent of this generation has run.
  if (build !== null && build.outcome === 'failed') lines.push(...named('build', build.output_tail, width));
  return lines.length === 0 ? [[span('  nothing on stderr', 'dim')]] : lines;
}

/** Lines of a text; the last of them alone if it is long, since only an end is looked at. */
function named(name: string, text: string, width: number): Line[] {
  const end = text.length > limits.shownLogChars ? text.slice(-limits.shownLogChars) : text;
  const prefix = name === '' ? '  ' : `  ${name} `;
  return end
    .split('\n')
    .filter((line, index, all) => line !== '' || index < all.length - 1)
    .flatMap((line) => wrapToCells(screenText(line), Math.max(8, width - prefix.length)))
    .map((part) => [span(prefix, 'dim'), span(part)]);
}
