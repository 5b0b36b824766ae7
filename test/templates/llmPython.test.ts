import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  plainEnv,
  projectRoot,
  type Report,
  reportOf,
  runTextOf,
  sbdev,
  temporaryFolder,
} from '../support/cli.ts';

const STEPS = 10;
const KEY = 'sk-never-to-be-seen';

interface Call {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

/** A chat completion that depends on nothing but the closes in the request. */
function completionFor(body: string): Reply {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const closes = JSON.parse(messages.at(-1)!.content) as Record<string, number[]>;
  const rising = Object.entries(closes).map(([symbol, each]) => [symbol, each.at(-1)! > each[0]! ? 0.1 : 0]);
  const targets = JSON.stringify({ targets: Object.fromEntries(rising) });
  const said = { role: 'assistant', content: `\`\`\`json\n${targets}\n\`\`\`` };
  const usage = { prompt_tokens: body.length, completion_tokens: targets.length };
  const completion = { object: 'chat.completion', choices: [{ index: 0, message: said }], usage };
  return { status: 200, body: JSON.stringify(completion) };
}

let calls: Call[];
let reply: (call: Call) => Reply;
let server: Server;
let home: string;

beforeEach(async () => {
  calls = [];
  reply = ({ body }) => completionFor(body);
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const call = { url: request.url!, authorization: request.headers.authorization, body };
      calls.push(call);
      const { status, body: text, headers } = reply(call);
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = join(temporaryFolder(), 'my agent é');
  cpSync(join(projectRoot, 'templates/llm-python'), home, { recursive: true });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function simulate(
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number | null; report: Report; runText: string }> {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const result = await sbdev(
    ['simulate', '--window', `20:${20 + STEPS}`, '--format', 'json', '--no-record', ...args],
    { cwd: home, env: plainEnv({ OPENAI_BASE_URL: base, OPENAI_API_KEY: KEY, ...env }) },
  );
  expect(result.stdout + result.stderr).not.toContain(KEY);
  return { code: result.code, report: reportOf(result.stdout), runText: runTextOf(result.stdout) };
}

function cached(): string[] {
  return readdirSync(join(home, 'cache')).filter((name) => name.endsWith('.json'));
}

function setting(name: string, value: unknown): void {
  const path = join(home, 'llm.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), [name]: value }));
}

/** What the agent said last before it ended the run. */
function lastWords(report: Report): string {
  const exited = report.findings.find((each) => each.code === 'agent-exited');
  return JSON.stringify(exited?.facts ?? null);
}

describe('the cache makes a run repeat', () => {
  test('the first run fills it, the second makes no call and runs twice equal, a third without it fails', async () => {
    const first = await simulate(['--no-double-run']);
    expect(first.code).toBe(0);
    expect(first.report.findings).toStrictEqual([]);
    expect(calls).toHaveLength(STEPS);
    expect(new Set(calls.map((each) => `${each.url} ${each.authorization}`))).toStrictEqual(
      new Set([`/v1/chat/completions Bearer ${KEY}`]),
    );
    expect(cached()).toHaveLength(STEPS);
    expect(first.report.run.cost).toBeGreaterThan(0);
    expect(Object.values(first.report.book.at(-1)!.shares).some((each) => each > 0)).toBe(true);

    calls = [];
    const second = await simulate();
    expect(second.code).toBe(0);
    expect(second.report.findings).toStrictEqual([]);
    expect(second.report).toMatchObject({ double_run: { status: 'equal', steps_compared: STEPS } });
    expect(second.runText).toBe(first.runText);
    expect(calls).toStrictEqual([]);

    for (const name of cached()) rmSync(join(home, 'cache', name));
    const third = await simulate([], { SHARPEBENCH_REPLAY_ONLY: '1' });
    expect(third.code).toBe(1);
    expect(lastWords(third.report)).toMatch(
      /replay only: .*[0-9a-f]{64}\.json is not there, and no call is made/,
    );
    expect(calls).toStrictEqual([]);
    expect(cached()).toStrictEqual([]);
  });

  test('stale reads, turned signs and rejections ask for nothing new, and cost nothing', async () => {
    const plain = await simulate(['--no-double-run']);
    calls = [];
    const plan = ['--fault-plan', 'faults/sample.json'];
    const faulty = await simulate(plan, { SHARPEBENCH_REPLAY_ONLY: '1', LC_ALL: 'C' });
    expect({ code: faulty.code, findings: faulty.report.findings }).toStrictEqual({ code: 0, findings: [] });
    expect(faulty.runText).toBe(plain.runText);
    expect(calls).toStrictEqual([]);
  });

  test('no file holds the key', async () => {
    await simulate(['--no-double-run']);
    for (const name of cached()) expect(readFileSync(join(home, 'cache', name), 'utf8')).not.toContain(KEY);
  });
});

describe('an endpoint in trouble', () => {
  test('an attempt that fails changes no decision', async () => {
    const smooth = await simulate(['--no-double-run']);
    for (const name of cached()) rmSync(join(home, 'cache', name));
    calls = [];
    reply = ({ body }) => (calls.length === 3 ? { status: 503, body: 'busy' } : completionFor(body));
    const bumpy = await simulate(['--no-double-run']);
    expect(bumpy.runText).toBe(smooth.runText);
    expect(calls).toHaveLength(STEPS + 1);
  });

  const refusals: readonly (readonly [string, Reply, RegExp])[] = [
    [
      'that refuses the key is said to',
      { status: 401, body: `wrong: ${KEY}` },
      /status 401: see OPENAI_API_KEY/,
    ],
    [
      'that quotes the key has it taken out',
      { status: 400, body: `bad ${KEY}` },
      /status 400: 'bad \[key\]'/,
    ],
    [
      'that sends the agent elsewhere is not followed',
      { status: 302, body: '', headers: { Location: '/elsewhere' } },
      /status 302/,
    ],
  ];
  for (const [name, answer, words] of refusals) {
    test(name, async () => {
      reply = () => answer;
      const { code, report } = await simulate(['--no-double-run']);
      expect(code).toBe(1);
      expect(lastWords(report)).toMatch(words);
      expect(calls).toHaveLength(1);
      expect(cached()).toStrictEqual([]);
    });
  }

  test('that is not named is asked for by the name of its variable', async () => {
    const { code, report } = await simulate(['--no-double-run'], { OPENAI_BASE_URL: '' });
    expect(code).toBe(1);
    expect(lastWords(report)).toContain('OPENAI_BASE_URL has to be set');
  });
});

test('a budget that is spent ends the run, and the calls', async () => {
  setting('call_budget', 4);
  const { code, report } = await simulate(['--no-double-run']);
  expect(code).toBe(1);
  expect(lastWords(report)).toContain('the budget of 4 calls a run is spent');
  expect(calls).toHaveLength(4);
});

test('an answer that cannot be used leaves the last targets, and repeats from the cache', async () => {
  reply = ({ body }) => {
    const usable = completionFor(body);
    return calls.length < 3 ? usable : { ...usable, body: usable.body.replaceAll('targets', 'hopes') };
  };
  const first = await simulate(['--no-double-run']);
  expect(first.code).toBe(0);
  calls = [];
  const second = await simulate();
  expect(second.report).toMatchObject({
    double_run: { status: 'equal', steps_compared: STEPS },
    findings: [],
  });
  expect(second.runText).toBe(first.runText);
  expect(calls).toStrictEqual([]);
});
