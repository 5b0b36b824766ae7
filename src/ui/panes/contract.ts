import type { Finding } from '../../harness/events.ts';
import type { Severity } from '../../kernel/diagnostic.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { RunLog } from '../model/runLog.ts';
import { cutToCells, wrapToCells } from '../text/cells.ts';
import { type Line, span, spreadLine, type Tone } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { bounded, isFocused, type Pane, type PaneContext, titleLine } from './pane.ts';

export interface FindingGroup {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
  readonly newest: Finding;
  readonly newestStep: number;
}

const SIGNS: Readonly<Record<Severity, { readonly sign: string; readonly tone: Tone }>> = {
  error: { sign: '✗', tone: 'bad' },
  warning: { sign: '!', tone: 'warn' },
  notice: { sign: 'i', tone: 'dim' },
};

/** Findings up to a step, one group a code, the one with the newest finding first; notices last. */
export function findingGroups(run: RunLog, upTo: number): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { finding, step } of run.findings) {
    // A finding of the start stands before every step, one of the end after the last.
    if (step > upTo || (step === upTo && step < run.turns.length && step > 0)) continue;
    const { code, severity } = finding.diagnostic;
    const before = groups.get(code);
    groups.delete(code);
    groups.set(code, { code, severity, count: (before?.count ?? 0) + 1, newest: finding, newestStep: step });
  }
  const rank = ({ severity }: FindingGroup): number => (severity === 'notice' ? 1 : 0);
  return [...groups.values()].reverse().sort((a, b) => rank(a) - rank(b));
}

/** What was found against the contract, with the place marked and the way to mend it. */
export const contractPane: Pane = (context, width, height) => {
  const groups = findingGroups(context.run, context.upTo);
  const serious = groups.filter(({ severity }) => severity !== 'notice');
  const total = serious.reduce((sum, group) => sum + group.count, 0);
  const right =
    serious.length === 0
      ? [span('✓ ', 'good'), span('nothing found', 'dim')]
      : [span(`${count(serious.length, 'kind')}, ${total} x`, 'bad')];
  const title = titleLine('Contract', isFocused(context, 'contract'), right, width);
  const chosen = Math.min(context.ui.finding, Math.max(0, groups.length - 1));
  const lines: Line[] = [];
  // Groups before the chosen one are left out if the chosen one would not be seen.
  const first = Math.max(0, chosen - Math.max(0, Math.floor((height - 1) / 3)));
  for (const [index, group] of groups.entries()) {
    if (index < first) continue;
    const isOpen = index === chosen && (group.severity !== 'notice' || isFocused(context, 'contract'));
    lines.push(groupLine(group, isOpen, context, width));
    if (isOpen) lines.push(...detailLines(group, context, width));
    if (lines.length >= height - 1) break;
  }
  return [title, ...bounded(lines, height - 1)].slice(0, height);
};

function groupLine(group: FindingGroup, isOpen: boolean, context: PaneContext, width: number): Line {
  const { sign, tone } = SIGNS[group.severity];
  const where = `${group.count > 1 ? `${group.count} x  ` : ''}step ${group.newestStep}`;
  const message = screenText(context.wordsOf(group.newest.diagnostic).message.split('\n')[0] ?? '');
  return spreadLine(
    [
      span(isOpen && isFocused(context, 'contract') ? '▸' : ' ', 'accent'),
      span(`${sign} `, tone),
      span(group.code, group.severity === 'notice' ? 'dim' : 'bright'),
      // Told in full right below where it is open.
      span(isOpen ? '' : `  ${message}`, 'dim'),
    ],
    [span(group.severity === 'notice' ? '' : where, 'dim')],
    width,
  );
}

/** The newest finding of a group in full: message, place, found and accepted, cause and fix. */
export function detailLines(
  { newest }: FindingGroup,
  { wordsOf }: Pick<PaneContext, 'wordsOf'>,
  width: number,
): Line[] {
  const { diagnostic, excerpt } = newest;
  const words = wordsOf(diagnostic);
  const paragraph = (label: string, text: string, tone: Tone): Line[] =>
    wrapToCells(screenText(text), Math.max(8, width - 4 - label.length)).map((part, index) => [
      span(`    ${index === 0 ? label : ' '.repeat(label.length)}`, 'dim'),
      span(part, tone),
    ]);
  const lines: Line[] = words.message.split('\n').flatMap((part) => paragraph('', part, 'plain'));
  if (excerpt !== null) lines.push(...excerptLines(excerpt, width));
  if (words.cause !== null) lines.push(...paragraph('why ', words.cause, 'plain'));
  lines.push(...paragraph('fix ', words.fix, 'plain'));
  // Most messages say these themselves.
  const { found, accepted } = diagnostic;
  const list = accepted.join(', ');
  if (found !== null && !words.message.includes(unquoted(found)))
    lines.push(...paragraph('found ', cutToCells(found, 200), 'bad'));
  if (list !== '' && !words.message.includes(list))
    lines.push(...paragraph('accepted ', cutToCells(list, 200), 'good'));
  return lines;
}

function unquoted(found: string): string {
  return found.replace(/^"(.*)"$/, '$1');
}

/** The excerpt and its mark, shifted so that the mark is seen in a narrow region. */
function excerptLines(
  { text, column, width: marked }: NonNullable<Finding['excerpt']>,
  width: number,
): Line[] {
  const room = Math.max(8, width - 4);
  const cut = Math.max(0, column - 1 + Math.min(marked, 8) - room);
  const head = cut > 0 ? '…' : '';
  const shown = cutToCells(screenText(head + [...text].slice(cut + head.length).join('')), room);
  const mark = '^'.repeat(Math.max(1, Math.min(marked, room - (column - 1 - cut))));
  return [
    [span('    '), span(shown, 'dim')],
    [span(`    ${' '.repeat(Math.max(0, column - 1 - cut))}`), span(mark, 'bad')],
  ];
}
