import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { parseU64 } from '../kernel/u64.ts';
import { decimal } from './decimal.ts';

/** Reads fields by their name in the form; collects what is wrong instead of stopping at the first. */
export class FieldReader {
  readonly problems: Diagnostic[] = [];
  readonly #spec: string;
  readonly #names: readonly string[];
  readonly #fields: readonly string[];

  constructor(spec: string, fieldNames: readonly string[], fields: readonly string[]) {
    this.#spec = spec;
    this.#names = fieldNames;
    this.#fields = fields;
  }

  count(name: string, min: number): number {
    const text = this.#text(name) ?? '';
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min ? value : this.#refuse(name, text, `a whole number of at least ${min}`);
  }

  /** A bar that exists: an index below the count that `limitName` gives. */
  below(name: string, limitName: string): number {
    const limit = this.#text(limitName) ?? '';
    const value = this.count(name, 0);
    return value < Number(limit) ? value : this.#refuse(name, String(value), `a bar below ${limitName}`);
  }

  number(name: string, min: number, max: number, byDefault: number): number {
    const text = this.#text(name);
    if (text === null) return byDefault;
    const value = decimal(text);
    const range = max === Number.POSITIVE_INFINITY ? `of at least ${min}` : `from ${min} to ${max}`;
    return value >= min && value <= max
      ? value
      : this.#refuse(name, text, `a finite decimal number ${range}`);
  }

  seed(name: string): bigint {
    const text = this.#text(name) ?? '';
    const value = parseU64(text);
    if (value === null) this.#refuse(name, text, 'a whole number from 0 to 18446744073709551615');
    return value ?? 0n;
  }

  #text(name: string): string | null {
    const index = this.#names.indexOf(name);
    return index < 0 ? null : (this.#fields[index] ?? null);
  }

  #refuse(name: string, text: string, accepted: string): 0 {
    const facts = { spec: this.#spec, field: name };
    this.problems.push(
      diagnostic('generator-field', 'error', {}, { found: text, accepted: [accepted], facts }),
    );
    return 0;
  }
}
