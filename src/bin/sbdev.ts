#!/usr/bin/env node
import { runProgram } from '../cli/program.ts';

process.exitCode = await runProgram(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  color: true,
});
