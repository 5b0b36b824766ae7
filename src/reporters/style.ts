/** What the output can show; decided once, at the edge. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

export interface StyleFacts {
  readonly isTTY: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False if --no-color was given. */
  readonly color: boolean;
}

/**
 * Colours for a stream. FORCE_COLOR (other than 0 and false) wins over the stream's nature,
 * NO_COLOR over that, --no-color over all; an empty variable counts as unset. Every
 * colour stands beside a sign, so nothing is lost without them.
 */
export function styleFor(facts: StyleFacts): Style {
  return usesColor(facts) ? ansi : plain;
}

export function usesColor({ isTTY, env, color }: StyleFacts): boolean {
  if (!color) return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '')
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTTY && env.TERM !== 'dumb';
}

const same = (text: string) => text;
const plain: Style = { good: same, bad: same, warn: same, dim: same, bold: same };

const paint = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const ansi: Style = {
  good: paint(32, 39),
  bad: paint(31, 39),
  warn: paint(33, 39),
  dim: paint(2, 22),
  bold: paint(1, 22),
};
