import { countAt, type Fields, fieldsAt, isFields, listAt, textAt } from '../../harness/records/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { FindingDocument, FindingGroup } from '../../reporters/documents/document.ts';

/** A finding as it is kept, with the places that a source may be found by. */
export interface KeptFinding {
  readonly finding: FindingDocument;
  /** Last lines of the agent's stderr; none where it wrote nothing. */
  readonly stderr: readonly string[];
}

export interface KeptGroup {
  readonly code: string;
  readonly severity: FindingGroup['severity'];
  count: number;
  readonly findings: KeptFinding[];
}

const FINDINGS = 5;
const ACCEPTED = 24;

/** Findings of one attempt by code: all are counted, and the first few of each are kept. */
export class FindingFold {
  readonly #groups = new Map<string, KeptGroup>();

  take(event: Fields): void {
    const code = printableShort(textAt(event, 'code') ?? 'unknown', limits.excerptChars);
    let group = this.#groups.get(code);
    if (group === undefined) {
      if (this.#groups.size >= limits.reportCodes) return;
      group = { code, severity: severityOf(textAt(event, 'severity')), count: 0, findings: [] };
      this.#groups.set(code, group);
    }
    group.count += 1;
    if (group.findings.length < FINDINGS) group.findings.push(keptFinding(event, code));
  }

  /** Errors first, each severity in the order of its first finding. */
  groups(counts: Fields): readonly KeptGroup[] {
    const groups = [...this.#groups.values()];
    for (const group of groups) group.count = Math.max(group.count, countAt(counts, group.code) ?? 0);
    return groups.toSorted((a, b) => rank(a) - rank(b));
  }
}

function keptFinding(event: Fields, code: string): KeptFinding {
  const found = textAt(event, 'found');
  const cause = textAt(event, 'cause');
  const pointer = textAt(event, 'pointer');
  const stderr = listAt(fieldsAt(event, 'facts'), 'stderr_tail').filter((line) => typeof line === 'string');
  return {
    finding: {
      cell: null,
      step: countAt(event, 'step'),
      message: text(textAt(event, 'message') ?? code),
      cause: cause === null ? null : text(cause),
      fix: text(textAt(event, 'fix') ?? `sbdev explain ${code}`),
      found: found === null ? null : printableShort(found, limits.excerptChars * 2),
      accepted: listAt(event, 'accepted')
        .filter((each) => typeof each === 'string')
        .slice(0, ACCEPTED)
        .map((each) => printableShort(each, limits.excerptChars * 2)),
      pointer: pointer === null || pointer === '' ? null : printableShort(pointer, limits.excerptChars * 2),
      excerpt: excerptOf(event.excerpt),
      source: null,
    },
    stderr: stderr.slice(-limits.stderrQuotedLines),
  };
}

function text(value: string): string {
  return printable(value.slice(0, limits.reportTextChars), { keepNewlines: true });
}

/** What was read may hold anything; a mark has to stand below the text. */
function excerptOf(value: unknown): FindingDocument['excerpt'] {
  if (!isFields(value)) return null;
  const line = textAt(value, 'text');
  const [column, width] = [countAt(value, 'column'), countAt(value, 'width')];
  if (line === null || column === null || width === null || column < 1) return null;
  const shown = printableShort(line, 2 * limits.excerptChars);
  const cells = 2 * shown.length + 1;
  return column > cells ? null : { text: shown, column, width: Math.max(1, Math.min(width, cells)) };
}

function severityOf(found: string | null): FindingGroup['severity'] {
  return found === 'warning' || found === 'notice' ? found : 'error';
}

function rank({ severity }: KeptGroup): number {
  return ['error', 'warning', 'notice'].indexOf(severity);
}
