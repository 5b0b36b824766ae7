/**
 * The source text of a top-level member of a JSON object, byte for byte: what a
 * comparison of bits needs, where JSON.parse would already have read the numbers.
 * Throws if the text has no such member.
 */
export function rawMember(json: string, name: string): string {
  const key = `${JSON.stringify(name)}:`;
  let depth = 0;
  let start = -1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (start === -1 && depth === 1 && character === '"' && json.startsWith(key, at)) start = at + key.length;
    const closes = character === '}' || character === ']';
    if (start !== -1 && at > start && depth === 1 && (character === ',' || closes))
      return json.slice(start, at);
    if (character === '"') at = endOfString(json, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (closes) depth -= 1;
  }
  throw new Error(`no top-level member ${name} in ${json.slice(0, 80)}`);
}

/** Index of the quote that ends the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
