import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { StderrText } from '../agent.ts';
import { ByteTail } from './byteTail.ts';
import { LineFramer, type Overrun } from './lineFramer.ts';
import type { ProcessTree } from './processTree.ts';
import { TailReader } from './tailReader.ts';
import { tearDown } from './teardown.ts';

/** What the owner of a process is told; the facts stand in the process itself. */
export interface ProcessListener {
  onLine(line: Buffer): void;
  /** Bytes came, whether or not they completed a line. */
  onBytes(): void;
  onOverrun(overrun: Overrun): void;
  /** stdout ended, stdin broke, or the process exited. */
  onBroken(): void;
  /** It exited and all its pipes are read out. */
  onClosed(): void;
}

/** A child process and its three pipes: bytes in, lines out, and what is known of its end. */
export class AgentProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #tree: ProcessTree;
  readonly #listener: ProcessListener;
  readonly #framer: LineFramer;
  readonly #stderr = new ByteTail(limits.stderrTailBytes);
  readonly #stderrReader = new TailReader(this.#stderr);
  readonly #whenClosed: Promise<void>;
  #exit: { readonly code: number | null; readonly signal: string | null } | null = null;
  #stdinBroken = false;
  #stdoutEnded = false;
  #closed = false;
  #teardown: Promise<readonly Diagnostic[]> | null = null;

  constructor(child: ChildProcessWithoutNullStreams, tree: ProcessTree, listener: ProcessListener) {
    this.#child = child;
    this.#tree = tree;
    this.#listener = listener;
    this.#framer = new LineFramer((line) => listener.onLine(line));
    this.#whenClosed = new Promise((resolve) => child.once('close', () => resolve()));
    this.#listen();
  }

  /** Writes one observation, its terminator included, in one piece. */
  writeLine(line: Uint8Array | string): void {
    this.#child.stdin.write(line);
  }

  endInput(): void {
    this.#child.stdin.end();
  }

  stopReading(): void {
    this.#child.stdout.destroy();
  }

  /** Starts the teardown, once; settles with its findings when nothing is left. */
  tearDown(failed: boolean): Promise<readonly Diagnostic[]> {
    this.#teardown ??= tearDown(this.#child, this.#tree, { failed, closed: this.#whenClosed });
    return this.#teardown;
  }

  get exit(): { readonly code: number | null; readonly signal: string | null } | null {
    return this.#exit;
  }

  /** A write failed: nothing that was written since is known to have arrived. */
  get stdinBroken(): boolean {
    return this.#stdinBroken;
  }

  get stdoutEnded(): boolean {
    return this.#stdoutEnded;
  }

  /** It exited and all its pipes are read out: nothing more will be known. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Whether a question could not be put or could not be answered any more. */
  get broken(): boolean {
    return this.#stdinBroken || this.#stdoutEnded || this.#exit !== null;
  }

  /** Bytes that wait because the child does not read. */
  get unreadInputBytes(): number {
    return this.#child.stdin.writableLength;
  }

  /** Output bytes after the last terminator. */
  get partial(): Buffer {
    return this.#framer.partial;
  }

  takePartial(): Buffer {
    return this.#framer.takePartial();
  }

  get stderr(): Pick<ByteTail, 'text' | 'totalBytes'> {
    return this.#stderr;
  }

  takeStderr(): readonly StderrText[] {
    return this.#stderrReader.take(this.#closed);
  }

  #listen(): void {
    const child = this.#child;
    child.stdout.on('data', (chunk: Buffer) => {
      const overrun = this.#framer.push(chunk);
      this.#listener.onBytes();
      if (overrun !== null) this.#listener.onOverrun(overrun);
    });
    child.stdout.on('end', () => this.#onStdoutEnd());
    child.stdout.on('error', () => this.#onStdoutEnd());
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    child.stderr.on('error', () => {});
    // EPIPE is evidence, never the verdict: that is why the pipe broke.
    child.stdin.on('error', () => {
      this.#stdinBroken = true;
      this.#listener.onBroken();
    });
    // After the spawn this can only be a signal that found no one.
    child.on('error', () => {});
    child.once('exit', (code, signal) => {
      this.#exit = { code, signal };
      // A group that is seen gone now is not signalled later, when its number may be another's.
      this.#tree.groupAlive();
      this.#listener.onBroken();
    });
    child.once('close', () => {
      this.#closed = true;
      this.#onStdoutEnd();
      this.#listener.onClosed();
    });
  }

  #onStdoutEnd(): void {
    if (this.#stdoutEnded) return;
    this.#stdoutEnded = true;
    this.#framer.finish();
    this.#listener.onBroken();
  }
}

/** A line with its terminator. */
export function terminated(line: Uint8Array | string): Uint8Array | string {
  if (typeof line === 'string') return `${line}\n`;
  const whole = Buffer.allocUnsafe(line.length + 1);
  whole.set(line);
  whole[line.length] = 0x0a;
  return whole;
}
