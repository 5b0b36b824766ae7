import { join } from 'node:path';
import { agentFixtures, plainEnv, sbdevBin, temporaryFolder } from './cli.ts';
import { Terminal } from './terminal.ts';

export interface ScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Flags of Node itself. */
  readonly node?: readonly string[];
}

/** `sbdev` with these arguments, as a person starts it on a terminal. */
export function onTerminal(args: readonly string[], options: ScreenOptions = {}): Terminal {
  const { node = [], env, ...size } = options;
  return Terminal.running([process.execPath, ...node, sbdevBin, ...args], { ...size, env: plainEnv(env) });
}

/** A fixture of `agents` as a command line; `marker` finds its processes. */
export function agentCommand(file: string, ...args: readonly (string | number)[]): string {
  return [process.execPath, join(agentFixtures, file), ...args].join(' ');
}

/** A word that no other process has on its command line. */
export function newMarker(): string {
  return temporaryFolder('marker-').split('/').at(-1)!;
}
