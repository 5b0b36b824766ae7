import type { Writable } from 'node:stream';
import type { RunEvent } from '../../harness/events.ts';

/**
 * Whether an agent or a build lives, who may write into the watched folder. So may whoever
 * makes something of our output (`| tee run.txt`): they count as alive until it has left.
 */
export class Writers {
  readonly #output: Writable;
  readonly #tell: (areAlive: boolean) => void;
  readonly #alive = new Set<'agent' | 'build'>();

  constructor(output: Writable, tell: (areAlive: boolean) => void) {
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
    this.#tell(true);
  }

  #end(writer: 'agent' | 'build'): void {
    this.#alive.delete(writer);
    // What is told of the end comes after the end.
    setImmediate(() => this.#whenPrinted(() => this.#tell(this.#alive.size > 0)));
  }

  #whenPrinted(then: () => void): void {
    if (this.#output.writableLength === 0) then();
    else this.#output.write('', then);
  }
}
