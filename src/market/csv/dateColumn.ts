import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import { type DateForm, dateForm } from './dateLabel.ts';
import type { Findings } from './findings.ts';
import { Labels } from './labels.ts';

/** Forms whose byte order is the order of time; one file keeps to one of them. */
export type AxisForm = Extract<DateForm, 'iso' | 'label'>;

/** The dates of one file: each distinct text is judged once, where it first stands. */
export class DateColumn {
  readonly labels = new Labels();
  /** The form of the first usable date. */
  form: AxisForm | null = null;
  readonly #field: number;
  readonly #findings: Findings;
  #mixed = false;

  constructor(field: number, findings: Findings) {
    this.#field = field;
    this.#findings = findings;
  }

  /** Number of the date text; whatever is wrong with it has been reported. */
  id(text: string, row: number): number {
    return this.labels.id(text, row, this.#judge);
  }

  readonly #judge = (text: string, row: number): void => {
    const place = { severity: 'error', row, field: this.#field } as const;
    const found = printableShort(text, limits.excerptChars);
    if (text === '') {
      this.#findings.add({ ...place, code: 'csv-date-empty', found: '' });
      return;
    }
    const form = dateForm(text);
    if (form === 'impossible') {
      this.#findings.add({ ...place, code: 'csv-date-impossible', found });
    } else if (form === 'foreign') {
      this.#findings.add({ ...place, code: 'csv-date-format', found, accepted: ['YYYY-MM-DD'] });
    } else if (this.form === null) {
      this.form = form;
      this.#firstRow = row;
    } else if (form !== this.form && !this.#mixed) {
      this.#mixed = true;
      const facts = { form, otherForm: this.form };
      this.#findings.add({ ...place, code: 'csv-dates-mixed', found, facts, otherRow: this.#firstRow });
    }
  };

  #firstRow = 0;
}
