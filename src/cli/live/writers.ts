import type { Writable } from 'node:stream';
import type { RunEvent } from '../../harness/events.ts';
import type { AliveWriters } from '../../reload/sourceWatch.ts';

/**
 * Whether an agent or a build lives, who may write into the watched folder. So may whoever
 * makes something of our output (`| tee run.txt`): they count as alive until it has left.
 */
export class Writers {
  readonly #output: Writable;
  readonly #tell: (alive: AliveWriters) => void;
  readonly #alive = new Set<'agent' | 'build'>();

  constructor(output: Writable, tell: (alive: AliveWriters) => void) {
    this.#output = output;
    this.#tell = tell;
  }

  take({ type }: RunEvent): void {
    if (type === 'attempt_started') this.#begin('agent');
    else if (type === 'build_started') this.#begin('build');
    else if (type === 'attempt_ended') this.#end('agent');
    else if (type === 'build_ended') this.#end('build');
  }

  #begin(writer: 'agent' | 'build'): void {
    this.#alive.add(writer);
    this.#tell('programs');
  }

  #end(writer: 'agent' | 'build'): void {
    this.#alive.delete(writer);
    if (this.#alive.size > 0) return;
    this.#tell('readers');
    // What is told of the end comes after the end.
    setImmediate(() => this.#whenPrinted(() => this.#endReaders()));
  }

  #endReaders(): void {
    if (this.#alive.size === 0) this.#tell('nobody');
  }

  #whenPrinted(then: () => void): void {
    if (this.#output.writableLength === 0) then();
    else this.#output.write('', then);
  }
}
