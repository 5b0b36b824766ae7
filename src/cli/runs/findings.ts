import type { Finding } from '../../harness/events.ts';
import { countAt, type Fields, fieldsAt, textAt } from '../../harness/records/fields.ts';
import type { FindingGroup } from '../../harness/records/sessionRecord.ts';
import { diagnostic, type Severity } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { Style } from '../../reporters/style.ts';
import { findingLines } from '../../reporters/text/findingLines.ts';

/**
 * The first finding of a code in the words that were kept with it: those of the kit that
 * found it, which may be another version than this one.
 */
export function recordedFindingLines({ code, severity, count, first }: FindingGroup, style: Style): string[] {
  const words = {
    message: textAt(first, 'message') ?? code,
    cause: textAt(first, 'cause'),
    fix: textAt(first, 'fix') ?? `sbdev explain ${code}`,
  };
  const step = countAt(first, 'step');
  const finding: Finding = {
    type: 'finding',
    diagnostic: diagnostic(printable(code), severityOf(severity), step === null ? {} : { step }),
    excerpt: excerptOf(fieldsAt(first, 'excerpt')),
  };
  const more = count > 1 ? [style.dim(`    and ${count - 1} more of this code`)] : [];
  return [...findingLines(finding, words, style), ...more];
}

function severityOf(text: string): Severity {
  return text === 'warning' || text === 'notice' ? text : 'error';
}

/** What was read may hold anything; a mark has to stand below the text. */
function excerptOf(excerpt: Fields): Finding['excerpt'] {
  const text = textAt(excerpt, 'text');
  const [column, width] = [countAt(excerpt, 'column'), countAt(excerpt, 'width')];
  if (text === null || column === null || width === null || column < 1) return null;
  const shown = printableShort(printable(text), 2 * limits.excerptChars);
  // A character takes two cells at most.
  const cells = 2 * shown.length + 1;
  return column > cells ? null : { text: shown, column, width: Math.max(1, Math.min(width, cells)) };
}
