const PLAIN = /^[A-Za-z0-9_./:,=@%+-]+$/;

/** One word of a command line as a shell of this platform takes it back. */
export function shellWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return /^[A-Za-z0-9_./\\:,=@+-]+$/.test(word) ? word : `"${word}"`;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line that can be pasted. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => shellWord(word)).join(' ');
}
