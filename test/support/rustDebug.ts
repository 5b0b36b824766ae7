/** A string as Rust's `{:?}` prints it: quoted, with what cannot be printed escaped. */
export function rustDebug(text: string): string {
  return `"${text.replace(NEEDS_ESCAPE, escaped)}"`;
}

/** Not printable in Rust's sense (control, format, private, unassigned, separators), or joining the letter before. */
const NEEDS_ESCAPE = /["\\]|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\p{Grapheme_Extend}/gu;

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\0': '\\0',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function escaped(character: string): string {
  return SHORT[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
