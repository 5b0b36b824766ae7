import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { AgentExit, Answer } from '../../../src/agents/agent.ts';
import { startStdioAgent } from '../../../src/agents/stdio/startStdioAgent.ts';
import type { StdioAgent } from '../../../src/agents/stdio/stdioAgent.ts';

export const fixtures = fileURLToPath(new URL('../../fixtures/agents/', import.meta.url));

const started: StdioAgent[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((agent) => agent.close()));
});

/** Starts a fixture by its file name; it is closed after the test, whatever happens. */
export function startFixture(
  name: string,
  args: readonly (string | number)[] = [],
  more: { env?: Record<string, string | undefined>; envNames?: readonly string[]; cwd?: string } = {},
): Promise<StdioAgent> {
  const program = name.endsWith('.py') ? 'python3' : name.endsWith('.sh') ? 'sh' : 'node';
  return startCommand([program, fixtures + name, ...args.map(String)], more);
}

export async function startCommand(
  command: readonly string[],
  more: { env?: Record<string, string | undefined>; envNames?: readonly string[]; cwd?: string } = {},
): Promise<StdioAgent> {
  const agent = await startStdioAgent({
    command,
    cwd: more.cwd ?? fixtures,
    env: more.env ?? process.env,
    envNames: more.envNames ?? [],
  });
  started.push(agent);
  return agent;
}

export function ask(agent: StdioAgent, step: number, budgetMs = 10_000, line = '{"date":"2024-01-02"}') {
  return agent.decide(
    {
      step,
      line: () => line,
      observation: () => {
        throw new Error('a child process is shown bytes, never objects');
      },
    },
    budgetMs,
  );
}

/** The answer as text; a fault as `!code`. */
export function textOf(answer: Answer): string {
  if (answer.kind === 'line') return Buffer.from(answer.bytes).toString('utf8');
  return answer.kind === 'fault' ? `!${answer.diagnostic.code}` : '(decision)';
}

export type Fault = Extract<Answer, { kind: 'fault' }>;

export function faultOf(answer: Answer): Fault {
  if (answer.kind !== 'fault') throw new Error(`expected a fault, got ${textOf(answer)}`);
  return answer;
}

export function codesOf(exit: AgentExit): readonly string[] {
  return exit.findings.map((finding) => finding.code);
}

/** The `pid N` that a fixture wrote to stderr. */
export function pidIn(stderr: string): number {
  const pid = /pid (\d+)/.exec(stderr)?.[1];
  if (pid === undefined) throw new Error(`no pid in ${JSON.stringify(stderr)}`);
  return Number(pid);
}

export function isAlive(pid: number): boolean {
  return statOf(pid) !== null;
}

/** The pids of the living members of a process group. */
export function groupMembers(group: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.group === group);
}

function statOf(pid: number): { group: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : { group: Number(fields[2]) };
  } catch {
    return null;
  }
}
