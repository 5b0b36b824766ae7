/** The value of an option in a command that the kit wrote into a record; null if it is not there. */
export function recordedOption(command: string | null, name: string): string | null {
  const words = wordsOf(command ?? '');
  const at = words.indexOf(name);
  return at === -1 ? null : (words[at + 1] ?? null);
}

/** Words as `reproduction.ts` quotes them: plain, or between single quotes. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:[^\s'\\]|'[^']*'|\\.)+/g) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? ''),
  );
}
