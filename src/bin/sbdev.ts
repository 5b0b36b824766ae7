#!/usr/bin/env node
import { runProgram } from '../cli/program.ts';

/** Nothing that ends here says anything about the agent, so all of it is exit code 3. */
function onUncaught(error: unknown): never {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === 'write' && code !== undefined) {
    process.stderr.write(`sbdev: the output cannot be written (${code}); no verdict on the agent\n`);
    process.exit(3);
  }
  onBug(error);
}

/** A bug of ours: what is needed to report it. */
function onBug(error: unknown): never {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`sbdev: internal error, a bug of the kit; no verdict on the agent\n${detail}\n`);
  process.exit(3);
}

process.on('uncaughtException', onUncaught);
process.on('unhandledRejection', onUncaught);

try {
  process.exitCode = await runProgram(process.argv.slice(2), {
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
