import type { Io } from '../command.ts';

/** What speaks for a screen, and against one. */
export interface ScreenWish {
  readonly format: string;
  readonly quiet?: boolean;
  readonly plain?: boolean;
  /** Asked for several runs of one cell. */
  readonly repeat?: string;
}

/** A screen is for a person: both ends are a terminal that can draw, and nothing asks for lines. */
export function wantsScreen(flags: ScreenWish, io: Io): boolean {
  if (flags.format !== 'text' || flags.quiet === true || flags.plain === true || flags.repeat !== undefined)
    return false;
  const { CI, TERM } = io.env;
  // CI logs keep every redraw, so a terminal there is no person's.
  const isCi = CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0';
  return io.stdin.isTTY === true && io.stdout.isTTY === true && TERM !== 'dumb' && !isCi;
}
