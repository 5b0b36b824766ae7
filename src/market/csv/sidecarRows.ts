import type { Fact } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import type { Dataset } from '../dataset.ts';
import { axisForm, firstBarAtOrAfter } from '../sidecarAxis.ts';
import type { Columns } from './columns.ts';
import { DateColumn } from './dateColumn.ts';
import type { Findings } from './findings.ts';

/** Where a sidecar row belongs. */
export interface PlacedRow {
  readonly date: string;
  readonly symbol: string;
  /** The first bar that may know of it; null if the data ends before. */
  readonly bar: number | null;
  /** Null for a symbol that the dataset does not have, and for `*`. */
  readonly symbolIndex: number | null;
  /** Whether it is about all symbols (`*`). */
  readonly all: boolean;
}

/** What both kinds of sidecar share: a date on the axis and a symbol of the dataset. */
export class SidecarRows {
  readonly #dates: DateColumn;
  readonly #symbols: ReadonlyMap<string, number>;
  readonly #bars: (number | null)[] = [];
  readonly #unknown = new Map<string, number>();
  readonly #axis: Dataset;
  readonly #dateField: number;
  readonly #symbolField: number;
  readonly #findings: Findings;
  readonly #allowsAll: boolean;
  readonly #neverShown: number[] = [];
  #wrongForm = false;

  constructor(axis: Dataset, columns: Columns, findings: Findings, allowsAll: boolean) {
    this.#axis = axis;
    this.#dateField = columns.at('date');
    this.#symbolField = columns.at('symbol');
    this.#findings = findings;
    this.#allowsAll = allowsAll;
    this.#dates = new DateColumn(this.#dateField, findings);
    this.#symbols = new Map(axis.symbols.map((symbol, index) => [symbol, index]));
  }

  place(fields: readonly string[], row: number): PlacedRow {
    const [date, symbol] = [fields[this.#dateField]!, fields[this.#symbolField]!];
    const bar = this.#barOf(date, row);
    if (bar === null) this.#neverShown.push(row);
    const symbolIndex = this.#symbols.get(symbol) ?? null;
    const all = symbol === '*';
    if (symbol === '') this.refuse('csv-symbol-empty', row, this.#symbolField, '');
    else if (all && !this.#allowsAll) this.refuse('sidecar-all-symbols', row, this.#symbolField, '*');
    else if (symbolIndex === null && !all) this.#unknown.set(symbol, (this.#unknown.get(symbol) ?? 0) + 1);
    return { date, symbol, bar, symbolIndex: all ? null : symbolIndex, all };
  }

  refuse(code: string, row: number, field: number, found: string, facts: Record<string, Fact> = {}): void {
    this.#findings.add({ code, severity: 'error', row, field, found, facts });
  }

  refuseTwice(row: number, otherRow: number, facts: Record<string, Fact>): void {
    this.#findings.add({ code: 'sidecar-row-twice', severity: 'error', row, otherRow, facts });
  }

  /** To be called once all rows are read. */
  notice(): void {
    if (this.#unknown.size > 0) {
      const symbols = [...this.#unknown.keys()].slice(0, limits.findingsPerCode);
      const rows = [...this.#unknown.values()].reduce((sum, count) => sum + count, 0);
      const facts = {
        rows,
        symbols: symbols.map((each) => printableShort(each, 40)),
        count: this.#unknown.size,
      };
      this.#findings.add({ code: 'sidecar-unknown-symbols', severity: 'notice', row: null, facts });
    }
    if (this.#neverShown.length > 0) {
      const facts = { last: this.#axis.dates.at(-1) ?? '' };
      const row = this.#neverShown[0]!;
      this.#findings.add({
        code: 'sidecar-never-shown',
        severity: 'notice',
        row,
        rows: this.#neverShown,
        facts,
      });
    }
  }

  #barOf(date: string, row: number): number | null {
    const id = this.#dates.id(date, row);
    if (id < this.#bars.length) return this.#bars[id]!;
    const expected = axisForm(this.#axis);
    if (this.#dates.form !== null && this.#dates.form !== expected && !this.#wrongForm) {
      this.#wrongForm = true;
      const facts = { form: this.#dates.form, axisForm: expected, axisDate: this.#axis.dates[0]! };
      this.refuse(
        'sidecar-date-form',
        row,
        this.#dateField,
        printableShort(date, limits.excerptChars),
        facts,
      );
    }
    const bar = firstBarAtOrAfter(this.#axis.dates, date);
    this.#bars.push(bar);
    return bar;
  }
}
