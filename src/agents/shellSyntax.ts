/**
 * The first piece of shell syntax in a command text, or null: an operator, a quote, an
 * expansion, or a leading `NAME=value`. There is no shell (page 6.1), so it would
 * reach the agent as it stands.
 */
export function shellSyntax(text: string): string | null {
  const assignment = /^\s*[A-Za-z_][A-Za-z0-9_]*=\S*/.exec(text);
  if (assignment !== null) return assignment[0].trim();
  return /&&|\|\||[|;&<>"'`]|\$[A-Za-z_({]|(?<=^|\s)~(?=\/|\s|$)/.exec(text)?.[0] ?? null;
}
