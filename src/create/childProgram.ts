import { spawn } from 'node:child_process';

export interface ChildOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Ends the child when it is aborted. */
  readonly signal: AbortSignal;
  /** Shows all that the child prints on our stderr; else its stdout is returned. */
  readonly isShown: boolean;
}

export interface ChildResult {
  /** Null if it did not start, or ended by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  /** Why it has no exit code: ENOENT, SIGTERM, ... */
  readonly reason: string | null;
}

/** Runs one program to its end, without a shell and without input. Never throws. */
export function runChild(command: readonly string[], options: ChildOptions): Promise<ChildResult> {
  const [program = '', ...args] = command;
  const { cwd, env, timeoutMs, signal, isShown } = options;
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const finish = (code: number | null, reason: string | null): void =>
      resolve({ code, stdout: Buffer.concat(pieces).toString('utf8').trim(), reason });
    const child = spawn(program, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      // Not the option of spawn: its timer outlives a program that never started.
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      // Our stdout is for results alone.
      stdio: isShown ? ['ignore', process.stderr, process.stderr] : ['ignore', 'pipe', 'ignore'],
    });
    child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('error', (error: NodeJS.ErrnoException) => finish(null, error.code ?? error.message));
    child.once('close', (code, endedBy) => finish(code, endedBy));
  });
}
