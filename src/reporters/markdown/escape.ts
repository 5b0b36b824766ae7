/**
 * Text that Markdown takes as text: no emphasis, link, image, HTML or formula. What GitHub
 * turns into links by itself (people, issues, addresses) is broken by an empty comment.
 */
export function plainText(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => ENTITIES[character]!)
    .replace(/[\\`*_[\]|~]/g, (character) => `\\${character}`)
    .replace(/[@$]|#(?=\d)|:(?=\/\/)|\bwww(?=\.)/g, (start) => `${start}<!-- -->`)
    .replace(/\n/g, '<br>');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Foreign text as it was written, in a line of text or in a cell of a table. */
export function codeSpan(text: string): string {
  if (text === '') return '';
  const fence = '`'.repeat(longestRun(text) + 1);
  const pad = /^[ `]|[ `]$/.test(text) ? ' ' : '';
  return `${fence}${pad}${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}${pad}${fence}`;
}

/** Lines as they were written. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Cells are Markdown already. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: ReadonlySet<number> = new Set(),
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, index) => (numbers.has(index) ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}
