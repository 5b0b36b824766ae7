import type { DoubleRunReport } from '../../harness/events.ts';
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
  const { divergence, cause } = report;
  if (divergence === null) return [equalLine(report, style)];
  const { step, observation_id, pointer, a, b, last_equal_step, remark } = divergence;
  const where = pointer === '' ? 'the answer' : printable(pointer);
  const before = last_equal_step < 0 ? 'no step was equal' : `equal up to step ${last_equal_step}`;
  return [
    `  ${style.bad('✗')} A and B differ first at step ${step} (${printable(observation_id)}), ${where}; ${before}`,
    `    A  ${printableShort(a, VALUE_CHARS)}`,
    `    B  ${printableShort(b, VALUE_CHARS)}`,
    ...(remark === null ? [] : [`    ${remark}`]),
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

function equalLine(report: DoubleRunReport, style: Style): string {
  const steps = count(report.steps_compared, 'step');
  if (report.status === 'equal') return `  ${style.good('✓')} A = B for ${steps}`;
  const reason = report.reason === null ? 'nothing could be compared' : printable(report.reason);
  return `  ${style.warn('!')} no verdict: ${reason} (${steps} compared)`;
}

function exerciseLines({ varied, not_exercised: rest }: DoubleRunReport, style: Style): string[] {
  return [
    ...(varied.length === 0 ? [] : [style.dim(`    varied: ${varied.join(', ')}`)]),
    ...(rest.length === 0 ? [] : [style.dim(`    not exercised: ${printable(rest.join(', '))}`)]),
  ];
}
