import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Checked, checkRun } from '../../support/check.ts';
import { plainEnv, type Report, reportOf, runTextOf, sbdev, temporaryFolder } from '../../support/cli.ts';

export const STEPS = 10;
export const KEY = 'sk-never-to-be-seen';

/** What an agent asked. */
export interface Call {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

/** The closes of each symbol, oldest first, as an agent shows them to its model. */
export type ReadCloses = (lastMessage: string) => readonly (readonly [symbol: string, closes: number[]])[];

/**
 * A chat completion that depends on nothing but the closes in the request: a tenth of
 * each symbol that rose, in a fenced block.
 */
export function completionFor(body: string, closesIn: ReadCloses, fence = '```'): Reply {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const rising = closesIn(messages.at(-1)!.content).map(([symbol, closes]) => [
    symbol,
    closes.at(-1)! > closes[0]! ? 0.1 : 0,
  ]);
  const targets = JSON.stringify({ targets: Object.fromEntries(rising), reasoning: 'what rose' });
  const said = { role: 'assistant', content: `${fence}json\n${targets}\n${fence}` };
  const usage = { prompt_tokens: body.length, completion_tokens: targets.length };
  const completion = { object: 'chat.completion', choices: [{ index: 0, message: said }], usage };
  return { status: 200, body: JSON.stringify(completion) };
}

export interface Simulated {
  readonly code: number | null;
  readonly report: Report;
  readonly runText: string;
}

/** A copy of an agent that asks a model, and the endpoint on loopback that it asks. */
export class ModelAgent {
  readonly home: string;
  /** What was asked, since this was last emptied. */
  calls: Call[] = [];
  reply: (call: Call) => Reply;
  readonly #server: Server;

  private constructor(folder: string, reply: (call: Call) => Reply) {
    this.home = join(temporaryFolder(), 'my agent é');
    cpSync(folder, this.home, { recursive: true });
    this.reply = reply;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const call = { url: request.url!, authorization: request.headers.authorization, body };
        this.calls.push(call);
        const { status, body: text, headers } = this.reply(call);
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
      });
    });
  }

  static async start(folder: string, reply: (call: Call) => Reply): Promise<ModelAgent> {
    const agent = new ModelAgent(folder, reply);
    await new Promise<void>((resolve) => agent.#server.listen(0, '127.0.0.1', resolve));
    return agent;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** One simulation; whatever came of it, the key is not in what it printed. */
  async simulate(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Simulated> {
    const result = await sbdev(
      ['simulate', '--window', `20:${20 + STEPS}`, '--format', 'json', '--no-record', ...args],
      { cwd: this.home, env: plainEnv({ ...this.#env(), ...env }) },
    );
    expect(result.stdout + result.stderr).not.toContain(KEY);
    return { code: result.code, report: reportOf(result.stdout), runText: runTextOf(result.stdout) };
  }

  /** A check of few steps; whatever came of it, the key is not in what it printed. */
  async check(): Promise<Checked> {
    const result = await checkRun(['--format', 'json'], { cwd: this.home, env: this.#env() });
    expect(result.stdout + result.stderr).not.toContain(KEY);
    return result;
  }

  #env(): Record<string, string> {
    const base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
    return { OPENAI_BASE_URL: base, OPENAI_API_KEY: KEY };
  }

  /** Names of the answers that are kept. */
  cached(): string[] {
    return readdirSync(join(this.home, 'cache')).filter((name) => name !== 'README.md');
  }

  cachedText(name: string): string {
    return readFileSync(join(this.home, 'cache', name), 'utf8');
  }

  emptyCache(): void {
    for (const name of this.cached()) rmSync(join(this.home, 'cache', name));
  }

  /** Changes one member of `llm.json`. */
  set(name: string, value: unknown): void {
    this.#edit('llm.json', (file) => ({ ...file, [name]: value }));
  }

  /** Names a variable that the agent may see. */
  allow(variable: string): void {
    this.#edit('sharpebench.json', (file) => ({ ...file, env: [...(file.env as string[]), variable] }));
  }

  #edit(name: string, change: (file: Record<string, unknown>) => unknown): void {
    const path = join(this.home, name);
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
  }
}

/** What the agent said last before it ended the run. */
export function lastWords({ findings }: Report): string {
  const exited = findings.find((each) => each.code === 'agent-exited');
  return JSON.stringify(exited?.facts ?? null);
}

/** Code and findings of a run that went well. */
export const CLEAN = { code: 0, findings: [] };

export function outcomeOf({ code, report }: Simulated): { code: number | null; findings: unknown } {
  return { code, findings: report.findings };
}
