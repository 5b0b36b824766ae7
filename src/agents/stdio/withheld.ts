/**
 * The last name in `stderr` that is a variable which the kit withheld from the agent,
 * or null. `KeyError: 'API_KEY'` is the usual form; any whole word counts.
 */
export function withheldVariable(stderr: string, withheld: readonly string[]): string | null {
  const names = new Set(withheld);
  let last: string | null = null;
  for (const [word] of stderr.matchAll(/[A-Za-z_][A-Za-z0-9_]{2,}/g)) {
    if (names.has(word)) last = word;
  }
  return last;
}
