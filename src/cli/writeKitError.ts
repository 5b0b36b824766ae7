import type { KitError } from '../kernel/errors.ts';
import { styleFor } from '../reporters/style.ts';
import { findingLines } from '../reporters/text/findingLines.ts';
import { wordsOf } from './catalogue.ts';
import type { Io } from './command.ts';

/** Prints what could not be done, one diagnostic after the other, on stderr. */
export function writeKitError(error: KitError, io: Io): void {
  const style = styleFor({ isTTY: io.stderr.isTTY === true, env: io.env, color: io.color });
  for (const each of error.diagnostics) {
    const lines = findingLines({ type: 'finding', diagnostic: each, excerpt: null }, wordsOf(each), style);
    io.stderr.write(`${lines.join('\n')}\n`);
  }
}
