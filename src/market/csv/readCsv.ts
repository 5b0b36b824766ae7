import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import { createDataset } from '../createDataset.ts';
import type { Dataset } from '../dataset.ts';
import { decimal, numberLook } from '../decimal.ts';
import { align } from './align.ts';
import type { Columns } from './columns.ts';
import { DateColumn } from './dateColumn.ts';
import type { Findings } from './findings.ts';
import { Labels } from './labels.ts';
import { PriceRows } from './priceRows.ts';
import { readTable } from './table.ts';
import type { CsvTokenizer } from './tokenizer.ts';

export interface ReadDataset {
  readonly dataset: Dataset;
  /** Warnings and notices; an accepted file may have none. */
  readonly notices: readonly Diagnostic[];
}

/**
 * Reads `date,symbol,close[,dividend]` rows as a dataset (page 3.3). Nothing is
 * dropped, filled or clamped without a notice. Throws `UsageError` with every problem
 * of the file, each at its line and column.
 */
export function readCsv(bytes: Uint8Array, file: string, tokenizer: CsvTokenizer): ReadDataset {
  let prices: PriceReader | null = null;
  const { findings, places } = readTable({ bytes, file }, tokenizer, PRICES, (columns, found) => {
    const reader = new PriceReader(columns, found);
    prices = reader;
    return (fields, row) => reader.take(fields, row);
  });
  const reader = prices as PriceReader | null;
  const axis = reader && align(reader.dates.labels, reader.symbols, reader.rows, findings);
  const notices = findings.settle(file, places);
  const { dates, series } = axis ?? { dates: [], series: [] };
  return { dataset: createDataset(file, dates, series), notices };
}

const PRICES = { required: ['date', 'symbol', 'close'], optional: ['dividend'] } as const;

class PriceReader {
  readonly dates: DateColumn;
  readonly symbols = new Labels();
  readonly rows = new PriceRows();
  readonly #findings: Findings;
  readonly #date: number;
  readonly #symbol: number;
  readonly #close: number;
  readonly #dividend: number;

  constructor(columns: Columns, findings: Findings) {
    this.#findings = findings;
    this.#date = columns.at('date');
    this.#symbol = columns.at('symbol');
    this.#close = columns.at('close');
    this.#dividend = columns.at('dividend');
    this.dates = new DateColumn(this.#date, findings);
  }

  take(fields: readonly string[], row: number): void {
    const date = this.dates.id(fields[this.#date]!, row);
    const symbol = this.symbols.id(fields[this.#symbol]!, row, this.#judgeSymbol);
    const closeText = fields[this.#close]!;
    const dividendText = this.#dividend < 0 ? '' : fields[this.#dividend]!;
    const close = decimal(closeText);
    const dividend = dividendText === '' ? 0 : decimal(dividendText);
    const closeReads = !Number.isNaN(close);
    const dividendReads = dividend >= 0;
    if (closeReads && dividendReads) {
      this.rows.push(row, date, symbol, close, dividend);
      return;
    }
    if (!closeReads) this.#refuseClose(closeText, dividend, row);
    if (!dividendReads) this.#refuseDividend(dividendText, dividend, row);
  }

  readonly #judgeSymbol = (symbol: string, row: number): void => {
    const place = { row, field: this.#symbol } as const;
    if (symbol === '') {
      this.#findings.add({ ...place, code: 'csv-symbol-empty', severity: 'error', found: '' });
    } else if (/^\s|\s$|[\u0000-\u001f\u007f]/.test(symbol)) {
      const found = printableShort(symbol, limits.excerptChars);
      this.#findings.add({ ...place, code: 'csv-symbol-spaces', severity: 'warning', found });
    }
  };

  #refuseClose(text: string, dividend: number, row: number): void {
    const place = { severity: 'error', row, field: this.#close } as const;
    const looksLike = numberLook(text);
    if (looksLike === 'blank' && dividend > 0) {
      const facts = { dividend };
      this.#findings.add({ ...place, code: 'csv-dividend-without-close', found: text, facts });
      return;
    }
    this.#findings.add({ ...place, code: 'csv-close', found: shown(text), facts: { looksLike } });
  }

  #refuseDividend(text: string, dividend: number, row: number): void {
    const looksLike = dividend < 0 ? 'negative' : numberLook(text);
    const place = { severity: 'error', row, field: this.#dividend } as const;
    this.#findings.add({ ...place, code: 'csv-dividend', found: shown(text), facts: { looksLike } });
  }
}

function shown(text: string): string {
  return printableShort(text, limits.excerptChars);
}
