import type { Finding } from '../../harness/events.ts';
import type { Words } from '../../kernel/diagnostic.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';

const SIGNS = { error: '✗', warning: '!', notice: 'i' } as const;

/**
 * A finding as a person reads it: what and where, the place marked, why, and how to
 * mend it. `observationPath` is the file of the observation that was being answered.
 */
export function findingLines(
  finding: Finding,
  words: Words,
  style: Style,
  observationPath: string | null = null,
): string[] {
  const { code, severity } = finding.diagnostic;
  const sign = paintSign(severity, style);
  const [message = '', ...detail] = words.message.split('\n').map((line) => printable(line));
  if (severity === 'notice') {
    const joint = /[.!?]$/.test(message) ? ' ' : '; ';
    return [style.dim(`i ${message}${joint}${printable(words.fix)}  [${code}]`)];
  }
  return [
    `${sign} ${prefix(finding, words.message)}${message}  ${style.dim(`[${code}]`)}`,
    ...detail.map((line) => style.dim(`    ${line}`)),
    ...markLines(finding, style),
    ...(words.cause === null ? [] : [`    why: ${printable(words.cause)}`]),
    `    fix: ${printable(words.fix)}`,
    ...(observationPath === null ? [] : [style.dim(`    observation: ${printable(observationPath)}`)]),
  ];
}

export function paintSign(severity: Finding['diagnostic']['severity'], style: Style): string {
  const sign = SIGNS[severity];
  if (severity === 'error') return style.bad(sign);
  return severity === 'warning' ? style.warn(sign) : style.dim(sign);
}

/** Which step, unless the message says it itself. */
function prefix({ diagnostic }: Finding, message: string): string {
  const { step } = diagnostic.place;
  return step === undefined || message.includes(`step ${step}`) ? '' : `step ${step}: `;
}

function markLines({ excerpt }: Finding, style: Style): string[] {
  if (excerpt === null) return [];
  const mark = style.bad('^'.repeat(excerpt.width));
  return [style.dim(`    ${excerpt.text}`), `    ${' '.repeat(excerpt.column - 1)}${mark}`];
}
