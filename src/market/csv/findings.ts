import { type Diagnostic, diagnostic, type Fact, type Severity } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import type { RowPlaces } from './rowPlaces.ts';

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** 0-based record; null for the file as a whole. */
  readonly row: number | null;
  /** 0-based field of that record; null for the whole record. */
  readonly field?: number | null;
  readonly found?: string | null;
  readonly accepted?: readonly string[];
  readonly facts?: Readonly<Record<string, Fact>>;
  /** A further record that the words need, as the fact `otherLine`. */
  readonly otherRow?: number;
  /** All records that it is about, as the fact `lines`. */
  readonly rows?: readonly number[];
}

/**
 * What was found while a file was read. Records are numbers until the end; lines and
 * columns are looked up for those findings that are kept: at most
 * `limits.findingsPerCode` of a code, the rest is counted.
 */
export class Findings {
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<string, { count: number; readonly severity: Severity }>();
  #errors = 0;

  add(finding: Finding): void {
    const counted = this.#counts.get(finding.code) ?? { count: 0, severity: finding.severity };
    counted.count += 1;
    this.#counts.set(finding.code, counted);
    if (finding.severity === 'error') this.#errors += 1;
    if (counted.count <= limits.findingsPerCode) this.#kept.push(finding);
  }

  get refused(): boolean {
    return this.#errors > 0;
  }

  /** Throws `UsageError` with every error if there is one; else what there is to notice. */
  settle(file: string, places: RowPlaces): readonly Diagnostic[] {
    const severities: readonly Severity[] = this.refused ? ['error'] : ['warning', 'notice'];
    const shown = this.#kept.filter((finding) => severities.includes(finding.severity));
    if (this.refused)
      shown.sort((a, b) => (a.row ?? -1) - (b.row ?? -1) || (a.field ?? -1) - (b.field ?? -1));
    const all = shown.map((finding) => resolve(finding, file, places));
    for (const [code, { count, severity }] of this.#counts) {
      const more = count - limits.findingsPerCode;
      if (more <= 0 || !severities.includes(severity)) continue;
      all.push(diagnostic('csv-more-findings', severity, { file }, { facts: { code, more } }));
    }
    if (this.refused) throw new UsageError(...all);
    return all;
  }
}

function resolve(finding: Finding, file: string, places: RowPlaces): Diagnostic {
  const place = finding.row === null ? { file } : places.place(finding.row, finding.field ?? null);
  const facts: Record<string, Fact> = { ...finding.facts };
  if (finding.otherRow !== undefined) facts.otherLine = places.place(finding.otherRow, null).line ?? 0;
  if (finding.rows !== undefined) {
    facts.lines = finding.rows
      .slice(0, limits.findingsPerCode)
      .map((row) => String(places.place(row, null).line ?? 0));
    facts.count = finding.rows.length;
  }
  return diagnostic(finding.code, finding.severity, place, {
    found: finding.found ?? null,
    accepted: finding.accepted ?? [],
    facts,
  });
}
