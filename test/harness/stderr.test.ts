import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentSource } from '../../src/cli/agentSource.ts';
import { doubled } from '../../src/cli/doubleRun.ts';
import { Controls } from '../../src/harness/controls.ts';
import type { Task } from '../../src/harness/task.ts';
import { limits } from '../../src/kernel/limits.ts';
import { memoryIo } from '../cli/memoryIo.ts';
import { freePort } from '../fixtures/http/rawServer.ts';
import { agentFixtures, plainEnv, projectRoot, temporaryFolder } from '../support/cli.ts';
import { type RecordedSession, recordedSession, stdioTask } from '../support/session.ts';

const STEPS = 5;
const talking = (padding = 0): string[] => [
  'python3',
  join(agentFixtures, 'stderr_steps.py'),
  String(padding),
];

function stderrOf({ events }: RecordedSession, run: 'A' | 'B') {
  const told = events.filter((each) => each.type === 'agent_stderr' && each.run === run);
  return {
    text: told.map((each) => each.text).join(''),
    dropped: told.reduce((sum, each) => sum + each.dropped_bytes, 0),
    most: Math.max(0, ...told.map((each) => Buffer.byteLength(each.text))),
  };
}

const said = `${Array.from({ length: STEPS }, (_, step) => `step ${step}\n`).join('')}bye\n`;

/** The task run twice, as `sbdev simulate` does it. */
async function twice(task: Task, transport: { url?: string; command: string[] }) {
  const folder = temporaryFolder();
  const kind = transport.url === undefined ? 'stdio' : 'http';
  const values = { name: 'agent', transport: { kind, ...transport } as never };
  const config = { path: join(folder, 'sharpebench.json'), folder, values };
  const io = memoryIo({ cwd: folder, env: plainEnv() });
  const source = await agentSource({}, { cwd: folder, env: io.env, config, symbols: [] });
  const controls = new Controls();
  return doubled({ ...task, agent: source.identity }, { source, config: null, controls, io });
}

describe('stderr as it comes', () => {
  test('is told whole: what an agent says at its steps, and what it says at its end', async () => {
    const session = await recordedSession(stdioTask(talking(), { steps: STEPS }), { tellsStderr: true });
    expect(stderrOf(session, 'A')).toMatchObject({ text: said, dropped: 0 });
    const types = session.events.map((each) => each.type);
    expect(types.lastIndexOf('agent_stderr')).toBeLessThan(types.indexOf('agent_ended'));
  });

  test('is told once a step at most, and in the middle of the run already', async () => {
    const session = await recordedSession(stdioTask(talking(), { steps: 40 }), { tellsStderr: true });
    const types = session.events.map((each) => each.type);
    expect(types.indexOf('agent_stderr')).toBeLessThan(types.lastIndexOf('turn'));
    const running = types.slice(0, types.lastIndexOf('agent_stderr') - 1);
    for (const [at, type] of running.entries())
      if (type === 'agent_stderr') expect(running[at + 1]).not.toBe('agent_stderr');
  });

  test('is told while an agent still thinks', async () => {
    const file = join(temporaryFolder(), 'go on');
    const types: string[] = [];
    await recordedSession(
      stdioTask(['python3', join(agentFixtures, 'says_and_waits.py'), file], { steps: 2 }),
      {
        tellsStderr: true,
        onEvent: ({ type }) => {
          types.push(type);
          if (type === 'agent_stderr') writeFileSync(file, '');
        },
      },
    );
    expect(types.indexOf('agent_stderr')).toBeLessThan(types.indexOf('turn'));
  });

  test('is not told where nobody asked for it; its last bytes stand in the end of the agent', async () => {
    const session = await recordedSession(stdioTask(talking(), { steps: STEPS }));
    expect(session.events.map((each) => each.type)).not.toContain('agent_stderr');
    expect(session.events.find((each) => each.type === 'agent_ended')!.stderr_tail).toBe(said);
  });

  test('is bounded for an event and for a run, and every byte that is not told is counted', async () => {
    const padding = 3_000;
    const steps = 39;
    const session = await recordedSession(stdioTask(talking(padding * 10), { steps }), { tellsStderr: true });
    const written = session.events.find((each) => each.type === 'agent_ended')!.stderr_bytes;
    const { text, dropped, most } = stderrOf(session, 'A');
    expect(most).toBeLessThanOrEqual(limits.stderrTextBytes);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.stderrToldBytes);
    expect(Buffer.byteLength(text) + dropped).toBe(written);
    expect(written).toBeGreaterThan(steps * padding * 10);
  });

  test('begins anew with every attempt', async () => {
    const failing = ['python3', '-c', 'import sys; print("started", file=sys.stderr); sys.exit(3)'];
    const session = await recordedSession(stdioTask(failing), { tellsStderr: true, retries: 1 });
    expect(stderrOf(session, 'A').text).toBe('started\nstarted\n');
  });
});

describe('of two runs', () => {
  test('in lock-step, each is told as its own', async () => {
    const { task, dispose } = await twice(stdioTask(talking(), { steps: STEPS }), { command: talking() });
    const session = await recordedSession(task, { tellsStderr: true });
    await dispose();
    expect(session.report.double_run!.status).toBe('equal');
    expect(stderrOf(session, 'A')).toMatchObject({ text: said, dropped: 0 });
    expect(stderrOf(session, 'B')).toMatchObject({ text: said, dropped: 0 });
  });

  test('on one server, what it says after the first run is the second’s', async () => {
    const port = await freePort();
    const server = join(projectRoot, 'test/fixtures/http/stderr_server.mjs');
    const transport = {
      url: `http://127.0.0.1:${port}`,
      command: [process.execPath, server, String(port)],
    };
    const { task, dispose } = await twice(stdioTask([], { steps: STEPS }), transport);
    const session = await recordedSession(task, { tellsStderr: true });
    await dispose();
    expect(session.report.double_run!.status).toBe('equal');
    const requests = (from: number): string =>
      Array.from({ length: STEPS }, (_, index) => `request ${from + index}\n`).join('');
    expect(stderrOf(session, 'A').text + stderrOf(session, 'B').text).toBe(
      `listening\n${requests(1)}${requests(1 + STEPS)}`,
    );
    expect(stderrOf(session, 'B').text).toContain(`request ${2 * STEPS}\n`);
  });
});

describe('the beginning of a double run', () => {
  const started = ({ events }: RecordedSession) => events.filter((each) => each.type === 'twin_started');

  test('is told once an attempt, right after the run’s, with what is varied', async () => {
    const command = ['python3', join(agentFixtures, 'crash_at.py'), '0'];
    const { task, dispose } = await twice(stdioTask(command, { steps: STEPS }), { command });
    const session = await recordedSession(task, { retries: 1 });
    await dispose();
    const varied = ['hash seed', 'time zone', 'pacing'];
    expect(started(session)).toHaveLength(2);
    for (const each of started(session)) {
      expect(each).toMatchObject({ mode: 'lockstep', varied: expect.arrayContaining(varied) });
      expect(session.events[session.events.indexOf(each) - 1]!.type).toBe('run_started');
    }
  });

  test('is not told of one run, nor of an agent that cannot be started', async () => {
    const alone = await recordedSession(stdioTask(talking(), { steps: STEPS }));
    expect(started(alone)).toStrictEqual([]);
    const command = ['/no/such/program'];
    const { task, dispose } = await twice(stdioTask(command), { command });
    const session = await recordedSession(task);
    await dispose();
    expect(session.report.stop.status).toBe('blocked');
    expect(started(session)).toStrictEqual([]);
  });
});
