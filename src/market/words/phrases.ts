import type { CodeEntry, Diagnostic, Words } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';

/** A row of the data catalogue; its message is led by the place in the file. */
export type DataRow = Omit<CodeEntry, 'words'> & { readonly say: (diagnostic: Diagnostic) => Words };

export function entries(rows: readonly DataRow[]): readonly CodeEntry[] {
  return rows.map(({ say, ...row }) => ({
    ...row,
    words: (diagnostic) => {
      const words = say(diagnostic);
      return { ...words, message: `${where(diagnostic)}${words.message}` };
    },
  }));
}

export function say(message: string, fix: string, cause: string | null = null): Words {
  return { message, cause, fix };
}

/** `prices.csv:17:12: `, as far as it is known. */
function where({ place }: Diagnostic): string {
  const parts = [place.file && printableShort(place.file, 200), place.line, place.column];
  const known = parts.filter((part) => part !== undefined && part !== '');
  return known.length === 0 ? '' : `${known.join(':')}: `;
}

/** What stood there, in quotes, safe to print. */
export function found(diagnostic: Diagnostic): string {
  return quote(diagnostic.found ?? '');
}

export function quote(text: string): string {
  return `"${printableShort(text, 4 * limits.excerptChars)}"`;
}

/** A fact as text; symbols and dates in facts come from files, so they are made safe. */
export function fact(diagnostic: Diagnostic, name: string): string {
  const value = diagnostic.facts[name];
  return printableShort(Array.isArray(value) ? value.join(', ') : String(value ?? ''), 400);
}

export function count(diagnostic: Diagnostic, name: string): number {
  return Number(diagnostic.facts[name] ?? 0);
}

export function plural(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}

/** ` on line 4`, ` on lines 4, 9 and 2 more`; empty without lines. */
export function onLines(diagnostic: Diagnostic): string {
  const lines = diagnostic.facts.lines;
  if (!Array.isArray(lines) || lines.length === 0) return '';
  const more = count(diagnostic, 'count') - lines.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return ` on ${lines.length === 1 && more <= 0 ? 'line' : 'lines'} ${lines.join(', ')}${rest}`;
}
