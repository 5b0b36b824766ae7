import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { Agent, Answer } from '../../../src/agents/agent.ts';
import { type HttpEndpointOptions, startHttpAgent } from '../../../src/agents/http/httpEndpoint.ts';
import type { Diagnostic } from '../../../src/kernel/diagnostic.ts';
import { KitError } from '../../../src/kernel/errors.ts';
import { type Misconduct, type RawServer, startRawServer } from '../../fixtures/http/rawServer.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/http/', import.meta.url));

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** Closes `closable` after the test, whatever happens; what came last goes first. */
export function closing<T extends { close(): Promise<unknown> }>(closable: T): T {
  open.push(closable);
  return closable;
}

export async function server(
  conduct: Misconduct,
  at: { readonly host?: string; readonly port?: number } = {},
): Promise<RawServer> {
  return closing(await startRawServer(conduct, at));
}

export const optionsFor = (url: string, more: Partial<HttpEndpointOptions> = {}): HttpEndpointOptions => ({
  url,
  cwd: fixtures,
  env: process.env,
  envNames: [],
  ...more,
});

export async function agentAt(url: string, more: Partial<HttpEndpointOptions> = {}): Promise<Agent> {
  return closing(await startHttpAgent(optionsFor(url, more)));
}

/** The command that runs a server of the fixtures. */
export function fixture(name: string, ...args: readonly (string | number)[]): readonly string[] {
  return [process.execPath, fixtures + name, ...args.map(String)];
}

export function ask(agent: Agent, step = 0, budgetMs = 10_000, line: string | Uint8Array = '{}') {
  return agent.decide(
    {
      step,
      line: () => line,
      observation: () => {
        throw new Error('an endpoint is shown bytes, never objects');
      },
    },
    budgetMs,
  );
}

export function lineOf(answer: Answer): Extract<Answer, { kind: 'line' }> {
  if (answer.kind === 'line') return answer;
  throw new Error(answer.kind === 'fault' ? JSON.stringify(answer.diagnostic) : 'a decision');
}

export function faultOf(answer: Answer): Extract<Answer, { kind: 'fault' }> {
  if (answer.kind === 'fault') return answer;
  throw new Error('it was answered');
}

/** The exit code and the first diagnostic with which something was refused. */
export async function refusalOf(attempt: () => unknown): Promise<{ exitCode: number } & Diagnostic> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof KitError) return { exitCode: error.exitCode, ...error.diagnostics[0]! };
    throw error;
  }
  throw new Error('it was not refused');
}

/** A whole answer with a hold. */
export const HOLD =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"orders":[]}';

export const holds: Misconduct = { onRequest: (socket) => void socket.end(HOLD) };
