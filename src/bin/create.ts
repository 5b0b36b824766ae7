#!/usr/bin/env node
import { runCreate } from '../create/program.ts';

function onUncaught(error: unknown): never {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (syscall === 'write' && code !== undefined) {
    process.stderr.write(`create-sharpebench-agent: the output cannot be written (${code})\n`);
    process.exit(3);
  }
  onBug(error);
}

/** A bug of ours: what is needed to report it. */
function onBug(error: unknown): never {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`create-sharpebench-agent: internal error, a bug of the kit\n${detail}\n`);
  process.exit(3);
}

process.on('uncaughtException', onUncaught);
process.on('unhandledRejection', onUncaught);

try {
  process.exitCode = await runCreate(process.argv.slice(2), {
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
