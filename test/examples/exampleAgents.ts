import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

export interface ExampleAgent {
  readonly language: string;
  /** Program and arguments, from the project root. */
  readonly command: readonly [string, ...string[]];
}

/** The bundled agents; each is the momentum agent of page 2.9 once more. */
export const exampleAgents: readonly ExampleAgent[] = [
  { language: 'Python', command: ['python3', 'examples/agents/momentum.py'] },
  { language: 'Node', command: ['node', 'examples/agents/momentum.mjs'] },
  { language: 'jq', command: ['jq', '-c', '--unbuffered', '-f', 'examples/agents/momentum.jq'] },
];

/** Why a test of this agent cannot run on this machine; null if it can. */
export function whyNotHere(agent: ExampleAgent): string | null {
  const [program] = agent.command;
  const found = spawnSync(program, ['--version'], { stdio: 'ignore' });
  return found.error === undefined ? null : `${program} is not on this machine`;
}

/** Says on the terminal that something was left out, so that green does not read as covered. */
export function skipAloud(context: { skip(note?: string): never }, why: string): never {
  console.warn(`SKIPPED: ${why}`);
  return context.skip(why);
}
