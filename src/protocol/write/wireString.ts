/** What must be escaped in a JSON string on the wire (page 1.1), lone surrogates included. */
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * A JSON string with the fewest escapes (page 1.1): the two that JSON demands, the five
 * short ones, `\u00xx` for other control characters. This is what JSON.stringify
 * writes, but for a lone surrogate: the wire is UTF-8 and has none, U+FFFD stands for it.
 */
export function wireString(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  return JSON.stringify(text.replace(LONE_SURROGATE, '\ufffd'));
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
