import type { Diagnostic } from '../kernel/diagnostic.ts';
import { limits } from '../kernel/limits.ts';
import type { Finding } from './events.ts';

/** Keeps the first findings of each code and counts all of them. */
export class FindingLog {
  readonly #kept: Finding[] = [];
  readonly #errors: Diagnostic[] = [];
  readonly #counts = new Map<string, number>();

  add(finding: Finding): void {
    const { code, severity } = finding.diagnostic;
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > limits.findingsPerCode) return;
    this.#kept.push(finding);
    if (severity === 'error') this.#errors.push(finding.diagnostic);
  }

  get kept(): readonly Finding[] {
    return this.#kept;
  }

  get errors(): readonly Diagnostic[] {
    return this.#errors;
  }

  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}
