import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import { nearest } from '../nearest.ts';
import type { Finding } from './findings.ts';

/** Columns that a kind of file has; all others are ignored with a notice. */
export interface TableSchema {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

export interface Columns {
  /** Fields that every row must have. */
  readonly width: number;
  /** 0-based field of a column, -1 if the header lacks it. */
  readonly at: (name: string) => number;
  /** A last column without a name, which must be empty in every row. */
  readonly trailing: boolean;
}

/** Reads the header by name, in any order; says everything that is wrong with it at once. */
export function readColumns(
  header: readonly string[],
  schema: TableSchema,
): { columns: Columns; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const known = [...schema.required, ...schema.optional];
  const missing = schema.required.filter((name) => !header.includes(name));
  const trailing = header.length > 1 && header.indexOf('') === header.length - 1;

  if (missing.length === schema.required.length && !header.some((name) => meaning(name, known) !== null)) {
    findings.push(refuse('csv-header-missing', null, shown(header), schema.required));
  } else {
    for (const name of missing) {
      const slip = header.find((each) => !known.includes(each) && meaning(each, [name]) !== null);
      const wide = missing.includes('symbol') && missing.includes('close');
      const facts = { column: name, wide, ...(slip === undefined ? {} : { nearest: slip }) };
      findings.push({ ...refuse('csv-column-missing', null, shown(header), known), facts });
    }
    findings.push(...repeated(header), ...unnamed(header, trailing));
  }
  const ignored = header.filter((name) => name !== '' && !known.includes(name));
  if (ignored.length > 0) {
    const facts = { columns: ignored.slice(0, limits.findingsPerCode), count: ignored.length };
    findings.push({ code: 'csv-columns-ignored', severity: 'notice', row: 0, facts });
  }
  if (trailing) findings.push({ code: 'csv-trailing-column', severity: 'notice', row: 0 });
  return { columns: { width: header.length, at: (name) => header.indexOf(name), trailing }, findings };
}

function refuse(code: string, field: number | null, found: string, accepted: readonly string[]): Finding {
  return { code, severity: 'error', row: 0, field, found, accepted };
}

function shown(header: readonly string[]): string {
  return printableShort(header.join(','), 4 * limits.excerptChars);
}

function repeated(header: readonly string[]): readonly Finding[] {
  return header.flatMap((name, field) => {
    const first = header.indexOf(name);
    if (name === '' || first === field) return [];
    const facts = { column: name, first: first + 1, second: field + 1 };
    return [{ ...refuse('csv-column-twice', field, name, []), facts }];
  });
}

function unnamed(header: readonly string[], trailing: boolean): readonly Finding[] {
  return header.flatMap((name, field) => {
    if (name !== '' || (trailing && field === header.length - 1)) return [];
    return [{ ...refuse('csv-column-unnamed', field, '', []), facts: { number: field + 1 } }];
  });
}

/** Which of the names `text` was probably meant to be, by spelling or as a common synonym. */
function meaning(text: string, names: readonly string[]): string | null {
  const plain = text.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  return names.find((name) => SYNONYMS[name]?.includes(plain)) ?? nearest(text, names);
}

const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  date: ['day', 'time', 'timestamp', 'datetime'],
  symbol: ['ticker', 'asset', 'instrument', 'code', 'name'],
  close: ['price', 'last', 'adj_close', 'adjclose', 'close_price'],
  dividend: ['dividends', 'div', 'payout'],
  field: ['metric', 'item', 'key'],
  value: ['amount', 'number'],
  headline: ['news', 'title', 'text'],
};
