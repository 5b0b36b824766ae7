import type { CodeEntry, Diagnostic, Words } from '../../kernel/diagnostic.ts';

/** A row of the contract's catalogue; every contract finding is an error. */
export function entry(row: Omit<CodeEntry, 'severity'>): CodeEntry {
  return { severity: 'error', ...row };
}

/** A fact as text; empty if it is not there. */
export function fact(diagnostic: Diagnostic, name: string): string {
  const value = diagnostic.facts[name];
  return value === undefined ? '' : String(value);
}

/** ` at /orders/0/symbol`, ` in the decision itself`, or ` at byte 12` for what is not JSON. */
export function where({ place }: Diagnostic): string {
  if (place.pointer !== undefined && place.pointer !== '') return ` at ${place.pointer}`;
  return place.offset === undefined ? '' : ` at byte ${place.offset}`;
}

export function found(diagnostic: Diagnostic): string {
  return diagnostic.found ?? 'nothing';
}

export function oneOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

export function words(message: string, cause: string | null, fix: string): Words {
  return { message, cause, fix };
}

/** ` Did you mean x?` */
export function didYouMean(diagnostic: Diagnostic): string {
  const nearest = fact(diagnostic, 'nearest');
  return nearest === '' ? '' : `; did you mean ${nearest}?`;
}
