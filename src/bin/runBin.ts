import type { ExitCode, Io } from '../cli/command.ts';

export interface Bin {
  /** As a person calls it. */
  readonly name: string;
  readonly run: (args: readonly string[], io: Io) => Promise<ExitCode>;
  /** What an end without a result means, for those who read the code alone; empty if nothing more. */
  readonly meaning: string;
}

/** Runs a program on this process. What nobody caught is exit code 3: it says nothing about an agent. */
export async function runBin(bin: Bin): Promise<void> {
  const onUncaught = (error: unknown): never => end(bin, error);
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
  try {
    process.exitCode = await bin.run(process.argv.slice(2), {
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      env: process.env,
      cwd: process.cwd(),
      color: true,
    });
  } catch (error) {
    onUncaught(error);
  }
}

/** Output that cannot be written is a circumstance; anything else a bug, told with what a report needs. */
function end({ name, meaning }: Bin, error: unknown): never {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const said =
    syscall === 'write' && code !== undefined
      ? `the output cannot be written (${code})${meaning}\n`
      : `internal error, a bug of the kit${meaning}\n${detail}\n`;
  process.stderr.write(`${name}: ${said}`);
  process.exit(3);
}
