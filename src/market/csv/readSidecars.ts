import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import type { Dataset } from '../dataset.ts';
import { decimal, numberLook } from '../decimal.ts';
import { type FundamentalRow, indexFundamentals } from '../fundamentals.ts';
import { indexNews, type NewsRow } from '../news.ts';
import { refusedAxis } from '../sidecarAxis.ts';
import { SidecarRows } from './sidecarRows.ts';
import { type CsvFile, readTable } from './table.ts';
import type { CsvTokenizer } from './tokenizer.ts';

/** A sidecar file with the SHA-256 of its bytes, in hex. */
export interface SidecarFile extends CsvFile {
  readonly sha256: string;
}

/**
 * The dataset with fundamentals and news beside its prices (page 3.4). What an
 * observation shows at a bar depends only on rows dated at or before that bar.
 * Throws `UsageError` with every problem of a file.
 */
export function withSidecars(
  dataset: Dataset,
  files: { readonly fundamentals: SidecarFile | null; readonly news: SidecarFile | null },
  tokenizer: CsvTokenizer,
): { readonly dataset: Dataset; readonly notices: readonly Diagnostic[] } {
  const refused = refusedAxis(dataset);
  if (refused !== null) throw new UsageError(refused);
  const digests: Record<string, string> = {};
  const notices: Diagnostic[] = [];
  let fundamentalsAt = (_bar: number, _symbol: number): ReadonlyMap<string, number> => NO_FUNDAMENTALS;
  let newsAt = (_bar: number, _symbol: number): readonly string[] => NO_NEWS;
  if (files.fundamentals !== null) {
    const read = readFundamentals(dataset, files.fundamentals, tokenizer);
    fundamentalsAt = indexFundamentals(dataset.symbols.length, read.rows);
    digests.fundamentals = files.fundamentals.sha256;
    notices.push(...read.notices);
  }
  if (files.news !== null) {
    const read = readNews(dataset, files.news, tokenizer);
    newsAt = indexNews(read.rows);
    digests.news = files.news.sha256;
    notices.push(...read.notices);
  }
  return { dataset: { ...dataset, sidecars: { digests, fundamentalsAt, newsAt } }, notices };
}

const NO_FUNDAMENTALS: ReadonlyMap<string, number> = new Map();
const NO_NEWS: readonly string[] = [];

function readFundamentals(dataset: Dataset, file: SidecarFile, tokenizer: CsvTokenizer) {
  const schema = { required: ['date', 'symbol', 'field', 'value'], optional: [] };
  const rows: FundamentalRow[] = [];
  const firstRows = new Map<string, number>();
  let common: SidecarRows | null = null;
  const { findings, places } = readTable(file, tokenizer, schema, (columns, found) => {
    const reader = new SidecarRows(dataset, columns, found, false);
    common = reader;
    const [fieldAt, valueAt] = [columns.at('field'), columns.at('value')];
    return (fields, row) => {
      const [name, text] = [fields[fieldAt]!, fields[valueAt]!];
      if (name === '') reader.refuse('sidecar-empty', row, fieldAt, '', { column: 'field' });
      const value = decimal(text);
      if (Number.isNaN(value)) {
        const facts = { looksLike: numberLook(text) };
        reader.refuse('sidecar-value', row, valueAt, printableShort(text, limits.excerptChars), facts);
      }
      const placed = reader.place(fields, row);
      const key = JSON.stringify([placed.date, placed.symbol, name]);
      const first = firstRows.get(key);
      if (first === undefined) firstRows.set(key, row);
      else reader.refuseTwice(row, first, { date: placed.date, symbol: placed.symbol, field: name });
      if (placed.bar === null || placed.symbolIndex === null) return;
      rows.push({ date: placed.date, bar: placed.bar, symbolIndex: placed.symbolIndex, field: name, value });
    };
  });
  (common as SidecarRows | null)?.notice();
  return { rows, notices: findings.settle(file.file, places) };
}

function readNews(dataset: Dataset, file: SidecarFile, tokenizer: CsvTokenizer) {
  const schema = { required: ['date', 'symbol', 'headline'], optional: [] };
  const rows: NewsRow[] = [];
  let common: SidecarRows | null = null;
  const { findings, places } = readTable(file, tokenizer, schema, (columns, found) => {
    const reader = new SidecarRows(dataset, columns, found, true);
    common = reader;
    const headlineAt = columns.at('headline');
    return (fields, row) => {
      const headline = fields[headlineAt]!;
      if (headline === '') reader.refuse('sidecar-empty', row, headlineAt, '', { column: 'headline' });
      const placed = reader.place(fields, row);
      if (placed.bar === null || (placed.symbolIndex === null && !placed.all)) return;
      rows.push({ bar: placed.bar, symbolIndex: placed.symbolIndex, headline });
    };
  });
  (common as SidecarRows | null)?.notice();
  return { rows, notices: findings.settle(file.file, places) };
}
