import stringWidth from 'string-width';

const COLUMNS = 80;

/**
 * Text in lines that fit a terminal, broken at spaces; `first` begins the first line
 * and `rest`, or as many spaces, each of the others. A longer word stands by itself.
 */
export function wrapped(text: string, first: string, rest = ' '.repeat(stringWidth(first))): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && stringWidth(line) + 1 + stringWidth(word) > COLUMNS) {
      lines.push(line);
      line = rest + word;
    } else {
      line += isEmpty ? word : ` ${word}`;
    }
    isEmpty = false;
  }
  return [...lines, line];
}
