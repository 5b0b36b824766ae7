import type { Diagnostic } from './diagnostic.ts';

/**
 * A circumstance, not a bug. Thrown where nothing can go on; the command line turns
 * it into one message and an exit code (page 6.3).
 */
export class KitError extends Error {
  override readonly name: string = 'KitError';
  constructor(
    /** 2: what was asked for is wrong. 3: it could not be run to the end. */
    readonly exitCode: 2 | 3,
    /** One or more diagnostics; the first is the cause, the rest are evidence. */
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super(diagnostics.map((each) => each.code).join(', '));
  }
}

/** The command line, a config, plan or data file is wrong; nothing was started. */
export class UsageError extends KitError {
  override readonly name = 'UsageError';
  constructor(...diagnostics: readonly Diagnostic[]) {
    super(2, diagnostics);
  }
}

/** It could not be run to the end; no verdict on the agent. */
export class CannotRunError extends KitError {
  override readonly name = 'CannotRunError';
  constructor(...diagnostics: readonly Diagnostic[]) {
    super(3, diagnostics);
  }
}
