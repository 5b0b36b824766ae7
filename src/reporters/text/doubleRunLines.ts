import type { DoubleRunRepetition, DoubleRunReport } from '../../harness/determinismEvents.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { count } from './numbers.ts';

const VALUE_CHARS = 56;
const HINTS = 3;

/** What the double run showed, and no more: equal for so many steps, or where and why not. */
export function doubleRunLines(report: DoubleRunReport, style: Style): string[] {
  return ['', style.dim('  determinism'), ...bodyLines(report, style), ...exerciseLines(report, style)];
}

function bodyLines(report: DoubleRunReport, style: Style): string[] {
  const { divergence, cause, repetition } = report;
  if (divergence === null) return equalLines(report, style);
  const often = repetition === undefined ? [] : [`  ${style.bad('✗')} ${divergedText(repetition)}`];
  const { step, observation_id, pointer, a, b, last_equal_step, remark } = divergence;
  const where = pointer === '' ? 'the answer' : printable(pointer);
  const before = last_equal_step < 0 ? 'no step was equal' : `equal up to step ${last_equal_step}`;
  const sign = repetition === undefined ? style.bad('✗') : ' ';
  return [
    ...often,
    `  ${sign} A and B differ first at step ${step} (${printable(observation_id)}), ${where}; ${before}`,
    `    A  ${printableShort(a, VALUE_CHARS)}`,
    `    B  ${printableShort(b, VALUE_CHARS)}`,
    ...(remark === null ? [] : [`    ${printable(remark)}`]),
    ...(cause === null ? [] : [`    why: ${printable(cause.text)}`, `    fix: ${printable(cause.fix)}`]),
    ...hintLines(report, style),
  ];
}

function hintLines({ hints }: DoubleRunReport, style: Style): string[] {
  const shown = hints
    .slice(0, HINTS)
    .map(({ file, line, text }) => `    ${style.dim('look at')} ${printable(file)}:${line}: ${text}`);
  const rest = hints.length - shown.length;
  return rest > 0 ? [...shown, style.dim(`    and ${count(rest, 'further place')} (--format json)`)] : shown;
}

/** A pair that was equal says so much of itself, and nothing of the agent. */
function equalLines({ status, reason, steps_compared, repetition }: DoubleRunReport, style: Style): string[] {
  const steps = count(repetition?.steps_compared ?? steps_compared, 'step');
  const runs = repetition === undefined ? '2 runs' : count(repetition.compared, 'double run');
  if (status === 'equal') {
    const equal = repetition === undefined ? `A = B for ${steps}` : `${steps} compared, all equal`;
    return [`  ${style.good('✓')} no divergence in ${runs}: ${equal}`];
  }
  const why = reason === null ? 'nothing could be compared' : printable(reason);
  const verdict = `  ${style.warn('!')} no verdict: ${why}`;
  if (repetition === undefined) return [`${verdict} (${steps} compared)`];
  return [verdict, style.dim(`    no divergence in ${runs}: ${steps} compared, all equal`)];
}

function divergedText({ asked, compared, diverged, without_verdict, example }: DoubleRunRepetition): string {
  const rest = [
    without_verdict > 0 ? `${without_verdict} without a verdict` : '',
    compared + without_verdict < asked ? `${asked} were asked for` : '',
  ].filter((each) => each !== '');
  const more = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  return `diverged in ${diverged} of ${count(compared, 'double run')}${more}; double run ${example}:`;
}

function exerciseLines({ varied, not_exercised: rest }: DoubleRunReport, style: Style): string[] {
  return [
    ...(varied.length === 0 ? [] : [style.dim(`    varied: ${varied.join(', ')}`)]),
    ...(rest.length === 0 ? [] : [style.dim(`    not exercised: ${printable(rest.join(', '))}`)]),
  ];
}
