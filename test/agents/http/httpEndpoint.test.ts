import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startHttpEndpoint } from '../../../src/agents/http/httpEndpoint.ts';
import { freePort } from '../../fixtures/http/rawServer.ts';
import { isAlive } from '../stdio/support.ts';
import {
  agentAt,
  ask,
  closing,
  faultOf,
  fixture,
  holds,
  lineOf,
  optionsFor,
  refusalOf,
  server,
} from './support.ts';

/** Fails if the port cannot be bound now. */
async function bind(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

test('a command is started, waited for, and ended; its port can be bound again', async () => {
  const port = await freePort();
  const agent = await agentAt(`127.0.0.1:${port}`, { command: fixture('hold_server.mjs', port, 300) });
  lineOf(await ask(agent));
  const exit = await agent.close();
  expect(exit).toMatchObject({ signal: 'SIGTERM', findings: [] });
  await bind(port);
});

test('a server that ignores TERM and leaves a helper behind is gone with it', async () => {
  const port = await freePort();
  const agent = await agentAt(`127.0.0.1:${port}`, { command: fixture('stubborn_server.mjs', port) });
  lineOf(await ask(agent));
  const exit = await agent.close();
  const [, leader, helper] = /pid (\d+) helper (\d+)/.exec(exit.stderrTail)!.map(Number);
  expect(exit.findings.map((each) => each.code)).toStrictEqual(['ignored-term', 'descendants-killed']);
  expect([leader!, helper!].filter(isAlive)).toStrictEqual([]);
  await bind(port);
});

test('a server that dies before its port is open is reported with its stderr', async () => {
  const port = await freePort();
  const started = () => agentAt(`127.0.0.1:${port}`, { command: fixture('dies_at_start.mjs') });
  expect(await refusalOf(started)).toMatchObject({
    exitCode: 3,
    code: 'http-server-exited',
    facts: {
      at_start: true,
      exit_code: 3,
      stderr_tail: ["Error: Cannot find package 'fastify'"],
      stdout_tail: ['starting'],
    },
  });
});

test('a server that dies for want of a variable is told which one was withheld', async () => {
  const port = await freePort();
  const command = fixture('needs_key.mjs');
  const env = { ...process.env, API_KEY: 'secret' };
  expect(await refusalOf(() => agentAt(`127.0.0.1:${port}`, { command, env }))).toMatchObject({
    code: 'http-server-exited',
    facts: { withheld_variable: 'API_KEY' },
  });
});

test('a server that dies in the run is final, and is reported as that', async () => {
  const port = await freePort();
  const agent = await agentAt(`127.0.0.1:${port}`, { command: fixture('dies_after.mjs', port, 2) });
  lineOf(await ask(agent, 0));
  lineOf(await ask(agent, 1));
  const fault = faultOf(await ask(agent, 2));
  expect(fault).toMatchObject({
    fault: 'transport',
    final: true,
    diagnostic: {
      code: 'http-server-exited',
      place: { step: 2 },
      facts: { exit_code: 9, stderr_tail: ['out of memory, or so'] },
    },
  });
  expect(faultOf(await ask(agent, 3)).diagnostic).toBe(fault.diagnostic);
});

test('a port that is taken is named, and the command is not started', async () => {
  const other = await server(holds);
  const command = ['/nowhere/program'];
  expect(await refusalOf(() => agentAt(`127.0.0.1:${other.port}`, { command }))).toMatchObject({
    exitCode: 3,
    code: 'port-taken',
    found: String(other.port),
  });
});

test('a program that cannot be started is told as over stdio', async () => {
  const port = await freePort();
  const command = ['no-such-program'];
  expect(await refusalOf(() => agentAt(`127.0.0.1:${port}`, { command }))).toMatchObject({
    exitCode: 3,
    code: 'command-not-found',
  });
});

test('a server that opens no port is ended when the wait is over', async () => {
  const port = await freePort();
  const started = () =>
    agentAt(`127.0.0.1:${port}`, { command: fixture('never_listens.mjs'), readinessMs: 500 });
  expect(await refusalOf(started)).toMatchObject({
    exitCode: 3,
    code: 'http-unreachable',
    facts: { started: true, waited_ms: 500, stderr_tail: ['listening on the wrong port'] },
  });
});

test('an interrupt ends the wait for the port', async () => {
  const port = await freePort();
  const interrupt = new AbortController();
  const started = agentAt(`127.0.0.1:${port}`, {
    command: fixture('never_listens.mjs'),
    signal: interrupt.signal,
  });
  interrupt.abort();
  expect(await refusalOf(() => started)).toMatchObject({ exitCode: 3, code: 'agent-closed' });
});

test('H11: one endpoint serves every run and is not restarted: its state is carried on', async () => {
  const port = await freePort();
  const endpoint = closing(
    await startHttpEndpoint(
      optionsFor(`127.0.0.1:${port}`, { command: fixture('counting_server.mjs', port) }),
    ),
  );
  const said: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const agent = endpoint.agentForRun();
    said.push(Buffer.from(lineOf(await ask(agent)).bytes).toString());
    await agent.close();
  }
  expect(said).toStrictEqual(['{"orders":[],"reasoning":"1"}', '{"orders":[],"reasoning":"2"}']);
});
