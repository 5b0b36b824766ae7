import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { shellSyntax } from './shellSyntax.ts';

/**
 * Splits the text of `--cmd` on white space, as the reference harness does (page 6.1):
 * no quotes, no escapes, no shell. Throws UsageError `command-empty`.
 */
export function splitCommandLine(text: string): {
  readonly argv: readonly string[];
  readonly notices: readonly Diagnostic[];
} {
  const argv = text.split(/\p{White_Space}+/u).filter((word) => word !== '');
  if (argv.length === 0) throw new UsageError(diagnostic('command-empty', 'error', {}, { found: text }));
  const syntax = shellSyntax(text);
  const notices =
    syntax === null ? [] : [diagnostic('shell-syntax', 'notice', {}, { found: syntax, facts: { argv } })];
  return { argv, notices };
}
