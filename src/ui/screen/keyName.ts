import type { Key } from 'ink';

/** Names of keys as the table has them; several for what was typed faster than it was read. */
export function keyNames(input: string, key: Key): string[] {
  const named = NAMED.find(([member]) => key[member]);
  if (named !== undefined) return [named[1]];
  if (key.tab) return [key.shift ? 'backtab' : 'tab'];
  if (key.ctrl) return [`ctrl+${input}`];
  return [...input].flatMap((character) => CHARACTERS[character] ?? (character < ' ' ? [] : [character]));
}

/** What stands among typed letters where several keys came at once. */
const CHARACTERS: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\r': 'return',
  '\n': 'return',
  '\t': 'tab',
  '\u001b': 'escape',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0003': 'ctrl+c',
  '\u001a': 'ctrl+z',
};

const NAMED: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'return'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
];
