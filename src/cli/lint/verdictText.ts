import { printable } from '../../kernel/printable.ts';
import { excerpt } from '../../protocol/diagnostics/excerpt.ts';
import type { Style } from '../../reporters/style.ts';
import { wordsOf } from '../catalogue.ts';
import type { LineVerdict } from './lineVerdict.ts';

/** Findings of one line that are printed in full. */
const SHOWN_FINDINGS = 8;

/** A verdict for a person: what and where, the place marked, why, and how to mend it. */
export function verdictText(name: string, verdict: LineVerdict, bytes: Uint8Array, style: Style): string {
  if (verdict.accept) return `${style.good('✓')} ${name}: accepted\n`;
  const lines: string[] = [];
  verdict.findings.slice(0, SHOWN_FINDINGS).forEach((finding, index) => {
    const { message, cause, fix } = wordsOf(finding);
    const head = index === 0 ? `${style.bad('✗')} ${name}: ` : '  also: ';
    lines.push(`${head}${printable(message)}  ${style.dim(`[${finding.code}]`)}`);
    const { offset, length } = finding.place;
    if (offset !== undefined) {
      const { text, column, width } = excerpt(bytes, offset, length ?? 0);
      lines.push(style.dim(`    ${text}`), `    ${' '.repeat(column - 1)}${style.bad('^'.repeat(width))}`);
    }
    if (cause !== null) lines.push(`    why: ${printable(cause)}`);
    lines.push(`    fix: ${printable(fix)}`);
  });
  const unshown = verdict.findings.length - SHOWN_FINDINGS;
  if (unshown > 0) lines.push(`  and ${unshown} more`);
  return `${lines.join('\n')}\n`;
}
