import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runSbdev } from '../cli/memoryIo.ts';
import { agentFixtures, temporaryFolder } from './cli.ts';

/** A working directory with one record in it. */
export async function recorded(args: readonly string[], cwd = temporaryFolder('report-')): Promise<string> {
  const { stderr } = await runSbdev(['simulate', '--quiet', ...args], { cwd, env: process.env });
  if (stderr !== '') throw new Error(stderr);
  return cwd;
}

/** The command of a bad agent of the tests. */
export function fixture(name: string): readonly string[] {
  return ['--cmd', `python3 ${join(agentFixtures, name)}`];
}

/** The page of the newest record, or of what is named; its address and its text. */
export async function pageOf(
  cwd: string,
  run = 'latest',
): Promise<{ readonly url: string; readonly text: string }> {
  const { code, stderr } = await runSbdev(['report', run, '--html', 'report.html'], { cwd });
  if (code !== 0) throw new Error(stderr);
  const path = join(cwd, 'report.html');
  return { url: pathToFileURL(path).href, text: readFileSync(path, 'utf8') };
}

/** Whether a program is on this machine. */
export function has(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
