import { EventEmitter, once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { limits } from '../../../src/kernel/limits.ts';
import { freePort, startRawServer } from '../../fixtures/http/rawServer.ts';
import { agentAt, ask, closing, faultOf, HOLD, holds, lineOf, server } from './support.ts';

const clients = vi.hoisted(() => [] as Record<string, unknown>[]);
vi.mock('undici', async (original) => {
  const undici = await original<typeof import('undici')>();
  class Client extends undici.Client {
    constructor(url: string, options: Record<string, unknown>) {
      super(url, options);
      clients.push(options);
    }
  }
  return { ...undici, Client };
});

test('an observation is posted byte for byte, on a connection of its own', async () => {
  const endpoint = await server(holds);
  const agent = await agentAt(`127.0.0.1:${endpoint.port}`);
  const line = '{"date":"2024-01-02","note":"é \u{1f600}"}';
  for (const [step, body] of [line, Buffer.from(line)].entries()) {
    expect(Buffer.from(lineOf(await ask(agent, step, 10_000, body)).bytes).toString()).toBe('{"orders":[]}');
  }
  expect(endpoint.requests.map((each) => each.body)).toStrictEqual([line, line]);
  const { head } = endpoint.requests[0]!;
  expect(head).toMatch(/^POST \/decide HTTP\/1\.1\r\n/);
  expect(head).toContain(`host: 127.0.0.1:${endpoint.port}`);
  expect(head).toMatch(/^content-type: application\/json\r$/m);
  expect(head).toMatch(/^connection: close\r?$/m);
  expect(head).not.toMatch(/accept-encoding|expect:/i);
  // One look at the port, and one connection a decision.
  expect(endpoint.connections()).toBe(3);
});

test('H09: the budget of the decision is the only deadline', async () => {
  const endpoint = await server(holds);
  clients.length = 0;
  await ask(await agentAt(`127.0.0.1:${endpoint.port}`));
  expect(clients).toMatchObject([{ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 }]);
});

test('a failed attempt is repeated with the same bytes, twice at most, and is told', async () => {
  let left = 2;
  const endpoint = await server({
    onRequest: (socket) => {
      if (left-- > 0) socket.destroy();
      else socket.end(HOLD);
    },
  });
  const agent = await agentAt(`127.0.0.1:${endpoint.port}`);
  const answer = lineOf(await ask(agent, 4, 10_000, '{"date":"x"}'));
  expect(answer.findings).toMatchObject([
    { code: 'http-retried', severity: 'warning', place: { step: 4 }, facts: { attempts: 3 } },
  ]);
  expect(endpoint.requests.map((each) => each.body)).toStrictEqual(Array(3).fill('{"date":"x"}'));
  expect(lineOf(await ask(agent, 5)).findings).toBeUndefined();
});

test('after a fault the endpoint is asked again', async () => {
  let isUp = false;
  const endpoint = await server({
    onRequest: (socket) => void (isUp ? socket.end(HOLD) : socket.end()),
  });
  const agent = await agentAt(`127.0.0.1:${endpoint.port}`);
  expect(faultOf(await ask(agent))).toMatchObject({
    fault: 'transport',
    final: false,
    diagnostic: { code: 'http-closed-early', facts: { attempts: 1 + limits.httpRetries, received_bytes: 0 } },
  });
  isUp = true;
  lineOf(await ask(agent, 1));
});

test('what holds no decision is an answer all the same, and is not asked for again', async () => {
  const endpoint = await server({
    onRequest: (socket) => void socket.end('HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops'),
  });
  const answer = lineOf(await ask(await agentAt(`127.0.0.1:${endpoint.port}`), 3));
  expect(Buffer.from(answer.bytes).toString()).toBe('oops');
  expect(answer.findings).toMatchObject([
    { code: 'http-status', found: '500', place: { step: 3 }, facts: { body: 'oops' } },
    { code: 'http-content-type', found: null },
  ]);
  expect(endpoint.requests).toHaveLength(1);
});

test('the budget holds for all attempts together', async () => {
  let attempts = 0;
  const endpoint = await server({
    onRequest: (socket) => {
      attempts += 1;
      if (attempts === 1) socket.destroy();
    },
  });
  const agent = await agentAt(`127.0.0.1:${endpoint.port}`);
  const startedAt = performance.now();
  const fault = faultOf(await ask(agent, 0, 400));
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(fault.diagnostic).toMatchObject({
    code: 'http-closed-early',
    facts: { attempts: 2, causes: ['http-closed-early', 'http-timeout'], budget_ms: 400 },
  });
});

test('a timeout names what was awaited', async () => {
  const silent = await server({});
  expect(faultOf(await ask(await agentAt(`127.0.0.1:${silent.port}`), 0, 200))).toMatchObject({
    fault: 'timeout',
    diagnostic: { code: 'http-timeout', facts: { phase: 'headers', attempts: 1 } },
  });
  const begun = await server({
    onRequest: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"ord'),
  });
  const fault = faultOf(await ask(await agentAt(`127.0.0.1:${begun.port}`), 0, 200));
  expect(fault.diagnostic).toMatchObject({
    code: 'http-timeout',
    found: '{"ord',
    facts: { phase: 'body', status: 200 },
  });
  expect(Buffer.from(fault.bytes!).toString()).toBe('{"ord');
});

test('a server that comes back within the budget is found again', async () => {
  const first = await startRawServer(holds);
  const agent = await agentAt(`127.0.0.1:${first.port}`);
  lineOf(await ask(agent));
  await first.close();
  const pending = ask(agent, 1);
  await server(holds, { port: first.port });
  lineOf(await pending);
});

test('a port that nobody listens on any more is a refusal that names the address', async () => {
  const first = await startRawServer(holds);
  const agent = await agentAt(`127.0.0.1:${first.port}`);
  await first.close();
  expect(faultOf(await ask(agent)).diagnostic).toMatchObject({
    code: 'http-refused',
    facts: { addresses: [`127.0.0.1:${first.port}`], attempts: 3, phase: 'connect' },
  });
});

test('H01: a server on ::1 alone is found by localhost, and so is one on 127.0.0.1', async () => {
  for (const [host, shown] of [
    ['::1', '[::1]'],
    ['127.0.0.1', '127.0.0.1'],
  ] as const) {
    const endpoint = await server(holds, { host });
    const agent = await agentAt(`localhost:${endpoint.port}`);
    expect(agent.notices).toMatchObject([{ code: 'http-address', found: `${shown}:${endpoint.port}` }]);
    lineOf(await ask(agent));
    expect(endpoint.requests[0]!.head).toContain(`host: localhost:${endpoint.port}`);
  }
});

test('closing makes a pending decision settle, and every later one', async () => {
  const seen = new EventEmitter();
  const endpoint = await server({ onRequest: () => void seen.emit('request') });
  const agent = await agentAt(`127.0.0.1:${endpoint.port}`);
  const arrival = once(seen, 'request');
  const pending = ask(agent, 2);
  await arrival;
  await agent.close();
  expect(faultOf(await pending)).toMatchObject({
    final: true,
    diagnostic: { code: 'agent-closed', severity: 'notice', place: { step: 2 } },
  });
  expect(faultOf(await ask(agent, 3)).diagnostic.code).toBe('agent-closed');
});

test('H07: a server that drops idle connections at odd moments is no fault in 2,000 decisions', async () => {
  let seed = 1;
  const endpoint = await server({
    onRequest: (socket) => {
      seed = (seed * 48_271) % 2_147_483_647;
      socket.write(HOLD.replace('\r\n', '\r\nConnection: keep-alive\r\n'));
      setTimeout(() => socket.destroy(), seed % 6);
    },
  });
  const agent = await agentAt(`127.0.0.1:${endpoint.port}`);
  for (let step = 0; step < 2_000; step += 1) {
    expect(lineOf(await ask(agent, step)).findings).toBeUndefined();
  }
  expect(endpoint.requests).toHaveLength(2_000);
});

test('two agents at once do not mix their answers', async () => {
  const endpoint = await server({
    onRequest: (socket, { body }) => {
      setImmediate(() => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`));
    },
  });
  const url = `127.0.0.1:${endpoint.port}`;
  const [a, b] = [await agentAt(url), await agentAt(url)];
  for (let step = 0; step < 50; step += 1) {
    const answers = await Promise.all([ask(a, step, 5_000, `"a${step}"`), ask(b, step, 5_000, `"b${step}"`)]);
    expect(answers.map((each) => Buffer.from(lineOf(each).bytes).toString())).toStrictEqual([
      `"a${step}"`,
      `"b${step}"`,
    ]);
  }
});

test('errors have their stacks after an exchange as before it', async () => {
  const endpoint = await server(holds);
  const before = Error.stackTraceLimit;
  lineOf(await ask(await agentAt(`127.0.0.1:${endpoint.port}`)));
  expect(Error.stackTraceLimit).toBe(before);
});

test('nobody listens: it is not started, and every address is named', async () => {
  const port = await freePort();
  await expect(
    agentAt(`localhost:${port}`, { readinessMs: 50 }).then((agent) => closing(agent)),
  ).rejects.toMatchObject({
    exitCode: 3,
    diagnostics: [
      {
        code: 'http-unreachable',
        facts: { addresses: [`127.0.0.1:${port}`, `[::1]:${port}`], started: false },
      },
    ],
  });
});

test('says when an observation is on its way: the endpoint has it, and its answer is not in', async () => {
  let answer = (): void => {};
  const endpoint = await server({
    onRequest: (socket) => {
      answer = () => void socket.end(HOLD);
      if (sent > 0) answer();
    },
  });
  let sent = 0;
  const agent = await agentAt(`127.0.0.1:${endpoint.port}`);
  expect(agent.sendsLater).toBe(true);
  // The endpoint is silent until this side has said so.
  const pending = agent.decide(
    {
      step: 0,
      line: () => '{"date":"x"}',
      observation: () => null as never,
      sent: () => {
        sent += 1;
        answer();
      },
    },
    10_000,
  );
  expect(sent).toBe(0);
  expect(Buffer.from(lineOf(await pending).bytes).toString()).toBe('{"orders":[]}');
  expect(sent).toBe(1);
});
