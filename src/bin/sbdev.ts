#!/usr/bin/env node
import { runProgram } from '../cli/program.ts';

/** A bug of ours says nothing about the agent: exit code 3, and what is needed to report it. */
function onBug(error: unknown): never {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`sbdev: internal error, a bug of the kit; no verdict on the agent\n${detail}\n`);
  process.exit(3);
}

process.on('uncaughtException', onBug);
process.on('unhandledRejection', onBug);

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
  onBug(error);
}
