import { PassThrough, Readable, type Writable } from 'node:stream';
import type { ExitCode, Io } from '../../src/cli/command.ts';
import { runProgram } from '../../src/cli/program.ts';

export interface ProgramResult {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd?: string;
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  readonly env?: Io['env'];
}

/** Streams and surroundings of a command that is run in this process. */
export function memoryIo(options: ProgramOptions & { readonly stderr?: Writable } = {}): Io {
  return {
    stdin: options.stdin ?? Readable.from([]),
    stdout: options.stdout ?? new PassThrough().resume(),
    stderr: options.stderr ?? new PassThrough().resume(),
    env: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    color: true,
  };
}

/** Runs `sbdev` in this process, with streams of its own. */
export async function runSbdev(
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const out = collector();
  const err = collector();
  const code = await runProgram(args, memoryIo({ stdout: out.stream, stderr: err.stream, ...options }));
  return { code, stdout: out.text(), stderr: err.text() };
}

function collector(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
