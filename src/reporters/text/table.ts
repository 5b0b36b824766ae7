import stringWidth from 'string-width';

/**
 * Rows in columns: the first `leftColumns` to the left, the others to the right, so that
 * numbers read down.
 */
export function table(rows: readonly (readonly string[])[], indent = '  ', leftColumns = 1): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
    }
  }
  return rows.map((row) =>
    (
      indent + row.map((cell, column) => pad(cell, widths[column]!, column < leftColumns)).join('  ')
    ).trimEnd(),
  );
}

function pad(cell: string, width: number, left: boolean): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(cell)));
  return left ? cell + space : space + cell;
}
