import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
function completionFor(body: string, fence = '```'): Reply {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  const shown = JSON.parse(messages.at(-1)!.content) as { symbol: string; closes: number[] }[];
  const rising = shown.map(({ symbol, closes }) => [symbol, closes.at(-1)! > closes[0]! ? 0.1 : 0]);
  const targets = JSON.stringify({ targets: Object.fromEntries(rising), reasoning: 'what rose' });
  const said = { role: 'assistant', content: `${fence}json\n${targets}\n${fence}` };
  const usage = { prompt_tokens: body.length, completion_tokens: targets.length };
  const completion = { object: 'chat.completion', choices: [{ index: 0, message: said }], usage };
  return { status: 200, body: JSON.stringify(completion) };
}

let built: string;
let calls: Call[];
let reply: (call: Call) => Reply;
let server: Server;
let home: string;

// The compiler of the kit stands in for the template's own, so that nothing is downloaded.
beforeAll(() => {
  built = join(temporaryFolder(), 'built');
  copyWithoutLeftovers(join(projectRoot, 'templates/llm-typescript'), built);
  execFileSync(process.execPath, [join(projectRoot, 'node_modules/typescript/bin/tsc')], { cwd: built });
});

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
  cpSync(built, home, { recursive: true });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function copyWithoutLeftovers(from: string, to: string): void {
  const leftovers = new Set(['node_modules', 'dist', '.sbdev'].map((name) => join(from, name)));
  cpSync(from, to, { recursive: true, filter: (source) => !leftovers.has(source) });
}

async function simulate(
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number | null; report: Report; runText: string }> {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model = { OPENAI_BASE_URL: base, OPENAI_MODEL: 'canned', OPENAI_API_KEY: KEY };
  const result = await sbdev(
    ['simulate', '--window', `20:${20 + STEPS}`, '--format', 'json', '--no-record', ...args],
    { cwd: home, env: plainEnv({ ...model, ...env }) },
  );
  expect(result.stdout + result.stderr).not.toContain(KEY);
  return { code: result.code, report: reportOf(result.stdout), runText: runTextOf(result.stdout) };
}

function cached(): string[] {
  return readdirSync(join(home, 'cache')).filter((name) => name !== 'README.md');
}

function emptyCache(): void {
  for (const name of cached()) rmSync(join(home, 'cache', name));
}

/** What the agent said last before it ended the run. */
function lastWords(report: Report): string {
  const exited = report.findings.find((each) => each.code === 'agent-exited');
  return JSON.stringify(exited?.facts ?? null);
}

describe('the cache makes a run repeat', () => {
  test('the first run fills it, the second makes no call and runs twice equal, a third without it fails', async () => {
    const first = await simulate(['--no-double-run']);
    expect({ code: first.code, findings: first.report.findings }).toStrictEqual({ code: 0, findings: [] });
    expect(calls).toHaveLength(STEPS);
    expect(new Set(calls.map((each) => `${each.url} ${each.authorization}`))).toStrictEqual(
      new Set([`/v1/chat/completions Bearer ${KEY}`]),
    );
    expect(cached()).toHaveLength(STEPS);
    expect(cached().every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
    const spent = calls.reduce((sum, { body }) => {
      const { usage } = JSON.parse(completionFor(body).body);
      return sum + usage.prompt_tokens + usage.completion_tokens;
    }, 0);
    expect(first.report.run.cost).toBe(spent);
    expect(Object.values(first.report.book.at(-1)!.shares).some((each) => each > 0)).toBe(true);

    calls = [];
    const second = await simulate();
    expect({ code: second.code, findings: second.report.findings }).toStrictEqual({ code: 0, findings: [] });
    expect(second.report).toMatchObject({ double_run: { status: 'equal', steps_compared: STEPS } });
    expect(second.runText).toBe(first.runText);
    expect(calls).toStrictEqual([]);

    emptyCache();
    const third = await simulate([], { SHARPEBENCH_REPLAY_ONLY: '1' });
    expect(third.code).toBe(1);
    expect(lastWords(third.report)).toMatch(
      /SHARPEBENCH_REPLAY_ONLY=1 and no answer in cache\/ for request [0-9a-f]{64}: run once without it/,
    );
    expect(calls).toStrictEqual([]);
    expect(cached()).toStrictEqual([]);
  });

  test('two runs side by side agree, although the model does not say the same twice', async () => {
    reply = ({ body }) => {
      const weight = calls.length % 2 === 0 ? 0.1 : 0.2;
      const { status, body: text } = completionFor(body);
      return { status, body: text.replaceAll(':0.1', `:${weight}`) };
    };
    const { code, report } = await simulate();
    expect({ code, findings: report.findings }).toStrictEqual({ code: 0, findings: [] });
    expect(report).toMatchObject({ double_run: { status: 'equal', steps_compared: STEPS } });
    expect(cached()).toHaveLength(STEPS);
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
    emptyCache();
    calls = [];
    reply = ({ body }) => (calls.length === 3 ? { status: 503, body: 'busy' } : completionFor(body));
    const bumpy = await simulate(['--no-double-run']);
    expect(bumpy.runText).toBe(smooth.runText);
    expect(calls).toHaveLength(STEPS + 1);
  });

  const refusals: readonly (readonly [string, Reply, RegExp])[] = [
    [
      'that refuses the key is said to, without the key',
      { status: 401, body: `wrong: ${KEY}` },
      /status 401, .*wrong: \[OPENAI_API_KEY\].*; the key is read from OPENAI_API_KEY, which is set/,
    ],
    [
      'that sends the agent elsewhere is not followed',
      { status: 302, body: '', headers: { Location: '/x' } },
      /redirect/,
    ],
    ['that speaks of other things is no model', { status: 200, body: '{"hello":1}' }, /no chat completion/],
  ];
  for (const [name, answer, words] of refusals) {
    test(name, async () => {
      reply = () => answer;
      const { code, report } = await simulate(['--no-double-run']);
      expect(code).toBe(1);
      expect(lastWords(report)).toMatch(words);
      expect(new Set(calls.map(({ url }) => url))).toStrictEqual(new Set(['/v1/chat/completions']));
      expect(cached()).toStrictEqual([]);
    });
  }

  test('without a model the name of the variable is asked for', async () => {
    const { code, report } = await simulate(['--no-double-run'], { OPENAI_MODEL: '' });
    expect(code).toBe(1);
    expect(lastWords(report)).toContain('OPENAI_MODEL is not set');
  });
});

test('a budget that is spent ends the run, and the next run goes on from the cache', async () => {
  const budget = { SHARPEBENCH_CALL_BUDGET: '6' };
  const first = await simulate(['--no-double-run'], budget);
  expect(first.code).toBe(1);
  expect(lastWords(first.report)).toContain('the budget of 6 calls is spent');
  expect(calls).toHaveLength(6);
  const second = await simulate(['--no-double-run'], budget);
  expect(second.code).toBe(0);
  expect(calls).toHaveLength(STEPS);
});

test('an answer that cannot be used leaves the last targets, and repeats from the cache', async () => {
  reply = ({ body }) => (calls.length < 3 ? completionFor(body) : completionFor(body, '~~~'));
  const first = await simulate(['--no-double-run']);
  expect({ code: first.code, findings: first.report.findings }).toStrictEqual({ code: 0, findings: [] });
  calls = [];
  const second = await simulate();
  expect(second.report).toMatchObject({
    double_run: { status: 'equal', steps_compared: STEPS },
    findings: [],
  });
  expect(second.runText).toBe(first.runText);
  expect(calls).toStrictEqual([]);
});
