/**
 * Foreign text made safe for a terminal or a page (page 6.2): control characters,
 * escape sequences, line and paragraph separators, bidirectional overrides and lone
 * surrogates become visible escapes. Nothing an agent prints is shown raw.
 */
export function printable(text: string, options: { keepNewlines?: boolean } = {}): string {
  return text.replace(UNSAFE, (character) => {
    if (options.keepNewlines && (character === '\n' || character === '\t')) return character;
    return SHORT[character] ?? escapeUnit(character);
  });
}

/** `printable`, then cut to `max` characters with an ellipsis in the middle of nothing: at the end. */
export function printableShort(text: string, max: number): string {
  const safe = printable(text.length > max * 2 ? text.slice(0, max * 2) : text);
  return safe.length <= max && text.length <= max * 2 ? safe : `${safe.slice(0, Math.max(0, max - 1))}…`;
}

const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeUnit(character: string): string {
  const unit = character.charCodeAt(0);
  return unit < 0x100
    ? `\\x${unit.toString(16).padStart(2, '0')}`
    : `\\u${unit.toString(16).padStart(4, '0')}`;
}
