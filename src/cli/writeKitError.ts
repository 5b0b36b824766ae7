import type { Diagnostic } from '../kernel/diagnostic.ts';
import type { KitError } from '../kernel/errors.ts';
import { styleFor } from '../reporters/style.ts';
import { findingLines } from '../reporters/text/findingLines.ts';
import { wordsOf } from './catalogue.ts';
import type { Io } from './command.ts';

/** Prints what could not be done, one diagnostic after the other, on stderr. */
export function writeKitError(error: KitError, io: Io): void {
  for (const each of error.diagnostics) writeNotice(each, io);
}

/** Prints one diagnostic on stderr. */
export function writeNotice(notice: Diagnostic, io: Io): void {
  const style = styleFor({ isTTY: io.stderr.isTTY === true, env: io.env, color: io.color });
  const finding = { type: 'finding', diagnostic: notice, excerpt: null } as const;
  io.stderr.write(`${findingLines(finding, wordsOf(notice), style).join('\n')}\n`);
}
