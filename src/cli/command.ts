import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';

/** Exit codes of every command (page 6.3). */
export type ExitCode = 0 | 1 | 2 | 3 | 129 | 130 | 143;

/** What a command may touch of the process; tests pass their own. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** False if --no-color was given. */
  readonly color: boolean;
}

/**
 * One command of `sbdev`: one file in `commands/` and one row in `program.ts`.
 * `define` adds arguments, options, help examples and the action; the action gives
 * its exit code to `exit` and never ends the process itself.
 */
export interface CommandModule {
  define(command: Command, io: Io, exit: (code: ExitCode) => void): void;
}
