import { EventEmitter } from 'node:events';

/** An output for Ink where it hears keys and draws nothing: its switches reach no terminal. */
export class MutedStream extends EventEmitter {
  readonly isTTY = true;
  readonly columns = 80;
  readonly rows = 24;

  write(_: string, done?: unknown): boolean {
    if (typeof done === 'function') done();
    return true;
  }
}
