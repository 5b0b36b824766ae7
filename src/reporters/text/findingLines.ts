import type { Finding } from '../../harness/events.ts';
import type { Words } from '../../kernel/diagnostic.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';

const SIGNS = { error: '✗', warning: '!', notice: 'i' } as const;

/** A finding as a person reads it: what and where, the place marked, why, and how to mend it. */
export function findingLines(finding: Finding, words: Words, style: Style): string[] {
  const { code, severity, place } = finding.diagnostic;
  const sign = paintSign(severity, style);
  const where = place.step === undefined ? '' : `step ${place.step}: `;
  if (severity === 'notice') {
    return [style.dim(`i ${where}${printable(words.message)}; ${printable(words.fix)}  [${code}]`)];
  }
  const lines = [`${sign} ${where}${printable(words.message)}  ${style.dim(`[${code}]`)}`];
  if (finding.excerpt !== null) {
    const { text, column, width } = finding.excerpt;
    lines.push(
      style.dim(`    ${text}`),
      `    ${' '.repeat(column)}${style.bad('^'.repeat(Math.max(1, width)))}`,
    );
  }
  const tail = finding.diagnostic.facts.stderr_tail;
  if (typeof tail === 'string' && tail !== '') lines.push(...stderrLines(tail, style));
  if (words.cause !== null) lines.push(`    why: ${printable(words.cause)}`);
  lines.push(`    fix: ${printable(words.fix)}`);
  return lines;
}

export function paintSign(severity: Finding['diagnostic']['severity'], style: Style): string {
  const sign = SIGNS[severity];
  if (severity === 'error') return style.bad(sign);
  return severity === 'warning' ? style.warn(sign) : style.dim(sign);
}

const STDERR_LINES = 8;

function stderrLines(tail: string, style: Style): string[] {
  const lines = tail.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-STDERR_LINES).map((line) => style.dim(`    stderr| ${printable(line)}`));
}
