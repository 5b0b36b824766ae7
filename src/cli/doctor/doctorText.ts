import type { ControlResult } from '../../grading/checkReport.ts';
import type { WordsOf } from '../../harness/eventText.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../../reporters/style.ts';
import { findingLines } from '../../reporters/text/findingLines.ts';
import { wrapped } from '../../reporters/text/wrapped.ts';
import type { Look } from './check.ts';

export interface ControlLook {
  readonly instrument: string;
  readonly catches: string;
  readonly result: ControlResult;
}

/** One look in a line; what is not as it should be with what to do about it. */
export function doctorLines(
  { id, look }: { readonly id: string; readonly look: Look },
  wordsOf: WordsOf,
  style: Style,
): string[] {
  if (look.finding === null) return wrapped(printable(look.found), `${style.good('✓')} ${id.padEnd(18)} `);
  const finding = { type: 'finding', diagnostic: look.finding, excerpt: null } as const;
  return findingLines(finding, wordsOf(look.finding), style);
}

export function controlLines(
  { instrument, catches, result }: ControlLook,
  isFirst: boolean,
  style: Style,
): string[] {
  const head = isFirst ? ['', style.dim('instruments, each by the bad agent that it must catch')] : [];
  const text = `${result.name}: ${catches}`;
  if (result.state === 'live')
    return [...head, ...wrapped(text, `${style.good('✓')} ${instrument.padEnd(18)} `)];
  const sign = result.state === 'not_needed' ? style.dim('-') : style.bad('✗');
  return [
    ...head,
    ...wrapped(`${text}; ${printable(result.reason ?? 'not caught')}`, `${sign} ${instrument.padEnd(18)} `),
  ];
}
