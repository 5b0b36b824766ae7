/**
 * Compact JSON text with two spaces of indentation, laid out as serde_json's pretty
 * printer does: `": "` after a key, one member a line, `[]` and `{}` where empty. `depth`
 * is how deep the text will stand in another one.
 */
export function prettyJson(compact: string, depth = 0): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  const take = (text: string): void => {
    parts.push(compact.slice(from, at), text);
    from = at + 1;
  };
  for (; at < compact.length; at += 1) {
    switch (compact[at]) {
      case '"':
        at = endOfString(compact, at);
        break;
      case '{':
      case '[':
        if (compact[at + 1] === '}' || compact[at + 1] === ']') {
          at += 1;
          break;
        }
        depth += 1;
        take(`${compact[at]}\n${'  '.repeat(depth)}`);
        break;
      case '}':
      case ']':
        depth -= 1;
        take(`\n${'  '.repeat(depth)}${compact[at]}`);
        break;
      case ',':
        take(`,\n${'  '.repeat(depth)}`);
        break;
      case ':':
        take(': ');
        break;
    }
  }
  parts.push(compact.slice(from));
  return parts.join('');
}

/** Index of the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
