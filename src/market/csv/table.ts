import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import { type Columns, readColumns, type TableSchema } from './columns.ts';
import { markLength, refusedContainer, refusedUtf8 } from './encoding.ts';
import { Findings } from './findings.ts';
import { pieces } from './pieces.ts';
import { type NumberedPiece, RowPlaces } from './rowPlaces.ts';
import type { CsvTokenizer, Tokens } from './tokenizer.ts';

/** One file's bytes, and the name that messages give it. */
export interface CsvFile {
  readonly bytes: Uint8Array;
  readonly file: string;
}

/** Takes one row whose number of fields is right; `row` counts records from 0, the header included. */
export type RowReader = (fields: readonly string[], row: number) => void;

export interface Table {
  readonly findings: Findings;
  readonly places: RowPlaces;
}

/**
 * Reads a file of named columns row by row. `begin` sees the header and gives the
 * reader of rows. Everything that is wrong with single rows is collected in
 * `findings`; a file that is no such table at all throws `UsageError` at once.
 */
export function readTable(
  { bytes, file }: CsvFile,
  tokenizer: CsvTokenizer,
  schema: TableSchema,
  begin: (columns: Columns, findings: Findings) => RowReader,
): Table {
  const refused = refusedContainer(bytes, file) ?? refusedSeparator(bytes, file, schema);
  if (refused !== null) throw new UsageError(refused);
  const textStart = markLength(bytes);
  const findings = new Findings();
  const read: NumberedPiece[] = [];
  const places = new RowPlaces(bytes, file, tokenizer, read);
  let row = 0;
  let dataRows = 0;
  let reader: { readonly columns: Columns; readonly take: RowReader } | null = null;
  for (const piece of pieces(bytes, textStart)) {
    const notText = refusedUtf8(bytes, file, piece.start, piece.end, textStart);
    if (notText !== null) throw new UsageError(notText);
    const { records, failure } = tokenizer.tokenize(bytes.subarray(piece.start, piece.end));
    read.push({ ...piece, firstRow: row });
    for (const fields of records) {
      if (isBlank(fields)) {
        row += 1;
        continue;
      }
      if (reader !== null) {
        takeRow(reader, fields, row, findings);
        dataRows += 1;
      } else {
        const { columns, findings: ofHeader } = readColumns(fields, schema);
        for (const finding of ofHeader) findings.add({ ...finding, row });
        if (findings.refused) findings.settle(file, places);
        reader = { columns, take: begin(columns, findings) };
      }
      row += 1;
    }
    if (failure !== null) {
      addFailure(findings, failure, row);
      break;
    }
  }
  if (dataRows === 0 && !findings.refused)
    findings.add({ code: 'csv-no-rows', severity: 'error', row: null });
  return { findings, places };
}

function takeRow(
  { columns, take }: { readonly columns: Columns; readonly take: RowReader },
  fields: readonly string[],
  row: number,
  findings: Findings,
): void {
  if (fields.length !== columns.width) {
    const facts = { fields: fields.length, expected: columns.width, hint: countHint(fields, columns.width) };
    const found = printableShort(fields.join(','), limits.excerptChars);
    findings.add({ code: 'csv-field-count', severity: 'error', row, found, facts });
    return;
  }
  if (columns.trailing && fields[columns.width - 1] !== '') {
    const field = columns.width - 1;
    const found = fields[field]!;
    const facts = { number: field + 1 };
    findings.add({ code: 'csv-column-unnamed', severity: 'error', row, field, found, facts });
    return;
  }
  take(fields, row);
}

/** A line of nothing but spaces and tabs. */
function isBlank(fields: readonly string[]): boolean {
  return fields.length === 1 && /^[ \t]+$/.test(fields[0]!);
}

function countHint(fields: readonly string[], width: number): 'trailing-comma' | 'decimal-comma' | 'none' {
  if (fields.length !== width + 1) return 'none';
  if (fields.at(-1) === '') return 'trailing-comma';
  return /^[0-9]+$/.test(fields.at(-1) ?? '') && /^[+-]?[0-9]+$/.test(fields.at(-2) ?? '')
    ? 'decimal-comma'
    : 'none';
}

function addFailure(findings: Findings, failure: NonNullable<Tokens['failure']>, row: number): void {
  findings.add({
    code: 'csv-quote',
    severity: 'error',
    row,
    field: failure.field,
    facts: { kind: failure.kind },
  });
}

/** A first line without a comma that splits on something else. */
function refusedSeparator(bytes: Uint8Array, file: string, schema: TableSchema) {
  const lines = new TextDecoder()
    .decode(bytes.subarray(markLength(bytes), limits.fileHeadBytes))
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const header = lines[0] ?? '';
  const separator = [';', '\t', '|'].find((each) => header.includes(each) && !header.includes(','));
  if (separator === undefined) return null;
  const facts = { separator, decimalCommas: /\d,\d/.test(lines[1] ?? '') };
  const found = printableShort(header, 4 * limits.excerptChars);
  const accepted = [schema.required.join(',')];
  return diagnostic('csv-separator', 'error', { file, line: 1, column: 1 }, { found, accepted, facts });
}
