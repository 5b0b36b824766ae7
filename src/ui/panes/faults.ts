import type { FaultEvent } from '../../faults/evidence.ts';
import { gradeCounts, gradeTally, outcomesOf, outcomeWords } from '../../reporters/text/faultGrades.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ShownTurn } from '../model/runLog.ts';
import { wrapToCells } from '../text/cells.ts';
import { type Line, span, type Tone } from '../text/line.ts';
import { screenText } from '../text/screenText.ts';
import { bounded, isFocused, type Pane, type PaneContext, titleLine } from './pane.ts';

const GRADE_TONES: Readonly<Record<'bad' | 'open' | 'good', Tone>> = {
  bad: 'bad',
  open: 'warn',
  good: 'good',
};
const GRADE_SIGNS: Readonly<Record<'bad' | 'open' | 'good', string>> = { bad: '✗', open: '!', good: '✓' };

/** What the operator may do in this cell, what fired up to here, and how it was answered. */
export const faultsPane: Pane = (context, width, height) => {
  const { run, upTo } = context;
  const declaration = run.started?.faults?.declaration ?? null;
  const title = titleLine('Faults', isFocused(context, 'faults'), [], width);
  if (declaration === null) return [title, [span('  no fault plan (f takes one)', 'dim')]].slice(0, height);
  const fired = firedLines(run.turns, upTo, width);
  const lines = [...scheduleLines(context), ...fired, ...declarationLines(declaration, width)];
  return [title, ...bounded(lines, height - 1)].slice(0, height);
};

function scheduleLines({ run, upTo }: PaneContext): Line[] {
  const { schedule } = run.market;
  if (schedule === null) return [];
  if (schedule.armed.length === 0) return [[span('  this cell draws no fault; ] takes another seed', 'dim')]];
  return schedule.armed.map(({ id, mode, armStep, extent }) => [
    span(armStep < upTo ? '  ▪ ' : '  ▫ ', armStep < upTo ? 'accent' : 'dim'),
    span(screenText(id)),
    span(`  ${mode} from step ${armStep}, extent ${extent}`, 'dim'),
  ]);
}

/** Newest first: the step, the fault, and how the answer was graded. */
function firedLines(turns: readonly ShownTurn[], upTo: number, width: number): Line[] {
  const lines: Line[] = [];
  for (let at = upTo - 1; at >= 0 && lines.length < 40; at -= 1) {
    const turn = turns[at]!;
    for (const event of turn.faults?.events ?? []) lines.push(firedLine(turn.step, event, width));
  }
  return lines;
}

function firedLine(step: number, event: FaultEvent, width: number): Line {
  const outcomes = outcomesOf(event);
  const tones = outcomes.map((outcome) => outcomeWords(outcome).tone);
  const worst = tones.includes('bad') ? 'bad' : tones.includes('open') ? 'open' : 'good';
  const isGraded = outcomes.length > 0;
  const tally = isGraded ? gradeTally(gradeCounts([event])) : '';
  return [
    span(isGraded ? `  ${GRADE_SIGNS[worst]} ` : '    ', GRADE_TONES[worst]),
    span(`${step}  `, 'plain'),
    span(eventText(event), 'plain'),
    span(
      width >= 50 && tally !== '' ? `  ${tally.replaceAll('_', ' ')}` : '',
      isGraded ? GRADE_TONES[worst] : 'dim',
    ),
  ];
}

function eventText(event: FaultEvent): string {
  switch (event.event) {
    case 'rate_limited':
      return `refused ${count(event.rejected_presentations, 'time')}`;
    case 'projection_stale':
      return 'stale book shown';
    case 'sign_inverted':
      return 'signs flipped';
    case 'projection_converged':
      return `book true again after ${count(event.stale_presentations, 'stale read')}`;
    case 'projection_unconverged':
      return 'still stale at the end';
  }
}

function declarationLines(declaration: readonly string[], width: number): Line[] {
  return declaration.flatMap((text) =>
    wrapToCells(screenText(text), Math.max(8, width - 4)).map(
      (part, index): Line => [span(index === 0 ? '  · ' : '    ', 'dim'), span(part, 'dim')],
    ),
  );
}
