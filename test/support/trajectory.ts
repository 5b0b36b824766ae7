import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentFixtures, type CliResult, sbdev } from './cli.ts';

/** A short grid: 2 windows x 2 seeds of the built-in market. */
export const grid = ['--windows', '20:26,26:30', '--seeds', '0,18446744073709551615'];

export function fixtureCommand(name: string, ...args: readonly string[]): string[] {
  return ['--cmd', ['python3', join(agentFixtures, name), ...args].join(' ')];
}

export function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Captures into `folder`; throws what the command said if it did not write. */
export async function captureInto(
  folder: string,
  name: string,
  args: readonly string[],
): Promise<{ path: string; text: string }> {
  const { code, stdout, stderr } = await sbdev(['capture', name, ...grid, ...args], { cwd: folder });
  if (code !== 0) throw new Error(`capture ended with ${code}: ${stdout}${stderr}`);
  const path = join(folder, name);
  return { path, text: readFileSync(path, 'utf8') };
}

/** Writes a changed copy of a file's text; a change that changes nothing is a mistake of the test. */
export function tamperedCopy(
  folder: string,
  name: string,
  text: string,
  from: string | RegExp,
  to: string,
): string {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`nothing to change: ${String(from)}`);
  writeFileSync(join(folder, name), changed);
  return name;
}

/** The one JSON object on stdout, or the last of its lines. */
// biome-ignore lint/suspicious/noExplicitAny: output is read as a stranger would read it.
export function jsonOf({ stdout, stderr }: CliResult): any {
  const line = stdout.trimEnd().split('\n').at(-1);
  if (line === undefined || line === '') throw new Error(`no JSON: ${stderr}`);
  return JSON.parse(line);
}
