import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { processesWith, sbdev, startSbdev, temporaryFolder } from '../support/cli.ts';
import { appears } from '../support/sweep.ts';
import { captureInto, fixtureCommand, jsonOf, tamperedCopy } from '../support/trajectory.ts';

const folder = temporaryFolder();
let text = '';
beforeAll(async () => {
  text = (await captureInto(folder, 'good.json', fixtureCommand('by_date.py'))).text;
});
const verify = (...args: string[]) => sbdev(['verify', ...args], { cwd: folder });

test('a capture is whole', async () => {
  const result = await verify('good.json');
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toContain('✓ strict  4 runs, 20 steps');
  expect(jsonOf(await verify('good.json', '--format', 'json'))).toEqual({
    type: 'trajectory_verification',
    file: 'good.json',
    agent_id: expect.stringContaining('cmd:python3'),
    runs: 4,
    steps: 20,
    verdict: 'whole',
    strict: [],
    reexecution: null,
  });
});

describe('a copy that was tampered with is refused by name', () => {
  test.each<[string, string | RegExp, string]>([
    ['trajectory-schema-version', '"schema_version": 3', '"schema_version": 2'],
    ['trajectory-dataset', /"dataset_sha256": "./, '"dataset_sha256": "x'],
    ['trajectory-costs', /"cost_model_sha256": "./, '"cost_model_sha256": "x'],
    ['trajectory-engine', '"engine_version": "0.28.0"', '"engine_version": "0.28.1"'],
    ['trajectory-no-windows', /"windows": \[[^\]]*\]/, '"windows": []'],
    ['trajectory-no-seeds', /"seeds": \[[^\]]*\]/, '"seeds": []'],
    ['trajectory-window-range', '"end": 30', '"end": 181'],
    ['trajectory-window-overlap', '"end": 26', '"end": 27'],
    ['trajectory-seed-repeated', /18446744073709551615/, '0'],
    ['trajectory-run-extra', '"window_start": 26', '"window_start": 25'],
    ['trajectory-step-index', '"step": 3', '"step": 2'],
    ['trajectory-observation', '"observation_id": "2025-023"', '"observation_id": "2025-024"'],
    ['trajectory-no-contract', /"contract": \{[\s\S]*?\n {2}\},/, ''],
    ['trajectory-no-runs', /"runs": \[[\s\S]*\]/, '"runs": []'],
    ['trajectory-run-empty', /"steps": \[[\s\S]*?\n {6}\]/, '"steps": []'],
  ])('%s', async (code, from, to) => {
    const name = tamperedCopy(folder, `${code}.json`, text, from, to);
    const result = await verify(name, '--format', 'json');
    expect(result.code).toBe(1);
    const { verdict, strict, reexecution } = jsonOf(result);
    expect([verdict, strict[0].code, strict[0].file, reexecution]).toEqual(['refused', code, name, null]);
    expect(strict[0].message).toContain(`${name} ${strict[0].pointer}: `);
    const shown = await verify(name);
    expect([shown.code, shown.stdout]).toEqual([1, expect.stringContaining(`[${code}]`)]);
  });

  test('a changed decision passes the strict checks, and is found by running the agent again', async () => {
    const name = tamperedCopy(folder, 'decision.json', text, '"confidence": 0.5', '"confidence": 0.25');
    expect((await verify(name)).code).toBe(0);
    const result = await verify(name, '--reexecute', ...fixtureCommand('by_date.py'), '--format', 'json');
    expect(result.code).toBe(1);
    const { verdict, reexecution } = jsonOf(result);
    expect(verdict).toBe('diverges');
    expect(reexecution.divergences).toMatchObject([
      {
        run: 0,
        seed: 0,
        step: 0,
        observation_id: '2025-021',
        difference: { pointer: '/orders/0/confidence', recorded: '0.25', reexecuted: '0.5' },
        recorded: { orders: [{ confidence: 0.25 }] },
        reexecuted: { orders: [{ confidence: 0.5 }] },
      },
    ]);
    expect(reexecution.compared).toBe(15);
  });

  test.each<[string, string, string]>([
    ['-0.0 for 0', '"target_weight": 0.0', '"target_weight": -0.0'],
    ['a confidence taken away', '"confidence": 0.5,', ''],
  ])('%s is a divergence', async (_, from, to) => {
    const name = tamperedCopy(folder, 'subtle.json', text, from, to);
    const result = await verify(name, '--reexecute', ...fixtureCommand('by_date.py'));
    expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining('[trajectory-diverges]') });
  });

  test('another spelling of the same values is none', async () => {
    const name = tamperedCopy(folder, 'spelling.json', text, '"confidence": 0.5', '"confidence": 5e-1');
    const result = await verify(name, '--reexecute', ...fixtureCommand('by_date.py'));
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('20 steps of 4 runs compared') });
  });
});

describe('what is no trajectory is exit code 2', () => {
  test.each<[string, string, string]>([
    ['not JSON', '{"agent_id": ', 'trajectory-not-json'],
    ['another document', '{"orders": []}', 'trajectory-shape'],
  ])('%s', async (_, content, code) => {
    writeFileSync(join(folder, 'other.json'), content);
    const result = await verify('other.json');
    expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`[${code}]`) });
  });

  test('no file, and a folder', async () => {
    for (const name of ['missing.json', '.']) {
      const result = await verify(name);
      expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('[trajectory-unreadable]') });
    }
  });

  test('an agent that would not be run', async () => {
    const result = await verify('good.json', ...fixtureCommand('by_date.py'));
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('--reexecute') });
  });
});

describe('running everything again', () => {
  test('an agent that depends on its observations repeats, though its words do not', async () => {
    const result = await verify('good.json', '--reexecute', ...fixtureCommand('by_date.py'));
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toContain(
      '✓ repeats  20 steps of 4 runs compared with a fresh agent each: every decision is as recorded',
    );
  });

  test('an agent that decides by chance diverges, at the step where it does', async () => {
    const agent = fixtureCommand('random_at.py', '3');
    const chance = temporaryFolder();
    await captureInto(chance, 'chance.json', agent);
    const args = ['verify', 'chance.json', '--reexecute', ...agent];
    const result = await sbdev([...args, '--format', 'json'], { cwd: chance });
    expect(result.code).toBe(1);
    const { divergences, compared } = jsonOf(result).reexecution;
    expect(divergences.map(({ run, step }: { run: number; step: number }) => [run, step])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(divergences[2]).toMatchObject({
      window_start: 26,
      observation_id: '2025-030',
      difference: { pointer: '/orders/0/target_weight' },
    });
    expect(compared).toBe(16);
    const shown = await sbdev(args, { cwd: chance });
    expect(shown.stdout).toContain('[20,26) seed 0 step 3 (2025-024): recorded 0.');
    expect(shown.stdout).toContain('  and 1 more divergent run\n');
  });

  test.each<[string, string[], string]>([
    ['crashes', fixtureCommand('exit_after.py', '3'), 'agent-exited'],
    ['breaks the contract', fixtureCommand('unknown_key.py'), 'unknown-field'],
    ['cannot be started', ['--cmd', 'no-such-program-here'], 'command-not-found'],
  ])('an agent that %s gives no verdict', async (_, agent, cause) => {
    const held = temporaryFolder();
    await captureInto(held, 'held.json', fixtureCommand('hold.py'));
    const result = await sbdev(['verify', 'held.json', '--reexecute', ...agent, '--format', 'json'], {
      cwd: held,
    });
    expect(result.code).toBe(3);
    const { verdict, reexecution } = jsonOf(result);
    expect([verdict, reexecution.divergences]).toEqual(['no verdict', []]);
    expect(reexecution.failures.map(({ code }: { code: string }) => code).slice(0, 2)).toEqual([
      cause,
      'reexecution-failed',
    ]);
  });

  test('a divergence is a fact, whatever fails after it', async () => {
    const agent = fixtureCommand('exit_after.py', '3');
    const result = await verify('good.json', '--reexecute', ...agent, '--format', 'json');
    expect(result.code).toBe(1);
    expect(jsonOf(result)).toMatchObject({ verdict: 'diverges' });
    expect(jsonOf(result).reexecution.failures.length).toBeGreaterThan(0);
  });

  test('an endpoint that carries state from run to run diverges', async () => {
    let answers = 0;
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        answers += 1;
        response.end(`{"orders":[{"symbol":"SYM00","action":"buy","target_weight":${1 / answers}}]}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const http = ['--http', `127.0.0.1:${(server.address() as AddressInfo).port}`];
      const state = temporaryFolder();
      await captureInto(state, 'state.json', http);
      const args = ['verify', 'state.json', '--reexecute', ...http, '--jobs', '4', '--format', 'json'];
      const result = await sbdev(args, { cwd: state });
      expect([result.code, result.stderr]).toEqual([1, expect.stringContaining('[one-endpoint]')]);
      expect(jsonOf(result).reexecution.divergences[0]).toMatchObject({
        run: 0,
        step: 0,
        difference: { pointer: '/orders/0/target_weight', recorded: '1.0', reexecuted: String(1 / 21) },
      });
    } finally {
      server.close();
    }
  });

  test('an interruption is told by its exit code, and gives no verdict', async () => {
    const waits = temporaryFolder();
    await captureInto(waits, 'held.json', ['--agent', 'hold']);
    writeFileSync(
      join(waits, 'waits.py'),
      'import sys, time\nfor line in sys.stdin:\n  open("asked", "w").close()\n  time.sleep(600)\n',
    );
    const { child, done } = startSbdev(
      ['verify', 'held.json', '--reexecute', '--cmd', `python3 ${waits}/waits.py`],
      { cwd: waits },
    );
    await appears(waits, 'asked');
    child.kill('SIGTERM');
    expect(await done).toMatchObject({
      code: 143,
      stdout: expect.stringContaining('! no verdict  stopped by SIGTERM; 0 steps of 4 runs compared'),
    });
    expect(processesWith(`${waits}/waits.py`)).toEqual([]);
  });

  test('refuses a fault plan, and asks for an agent', async () => {
    const planned = await verify('good.json', '--reexecute', '--agent', 'hold', '--fault-plan', 'p.json');
    expect(planned).toMatchObject({ code: 2, stderr: expect.stringContaining('[capture-fault-plan]') });
    const nobody = await verify('good.json', '--reexecute');
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('[no-agent]') });
  });
});

test('a trajectory of other data is verified with that data alone', async () => {
  const other = temporaryFolder();
  await captureInto(other, 'calm.json', ['--agent', 'momentum', '--data', 'calm', '--costs', 'stressed']);
  const plain = await sbdev(['verify', 'calm.json'], { cwd: other });
  expect(plain.code).toBe(1);
  expect(plain.stdout).toContain('[trajectory-dataset]');
  expect(plain.stdout).toContain('[trajectory-costs]');
  const named = await sbdev(['verify', 'calm.json', '--data', 'calm', '--costs', 'stressed'], { cwd: other });
  expect(named.code).toBe(0);
});
