import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prettyJson } from '../../src/determinism/prettyJson.ts';
import { processesWith, projectRoot, sbdev, startSbdev, temporaryFolder } from '../support/cli.ts';
import { appears } from '../support/sweep.ts';
import { captureInto, fixtureCommand, grid, jsonOf, sha256Of } from '../support/trajectory.ts';
import { vectorJson } from '../support/vectors.ts';

interface CaptureVector {
  readonly agent: string;
  readonly pretty_sha256: string;
  readonly pretty_bytes: number;
}

describe('the default capture is the reference’s file, byte for byte', () => {
  for (const { agent, pretty_sha256, pretty_bytes } of vectorJson<CaptureVector[]>('captures.json')) {
    test(agent, async () => {
      const result = await sbdev(['capture', 'out.json', '--agent', agent, '--format', 'json']);
      expect(result).toMatchObject({ code: 0, stderr: '' });
      expect(sha256Of(join(result.cwd, 'out.json'))).toBe(pretty_sha256);
      expect(jsonOf(result)).toMatchObject({
        written: true,
        agent_id: agent,
        runs: 16,
        steps: 1280,
        bytes: pretty_bytes,
        sha256: pretty_sha256,
      });
      expect(readdirSync(result.cwd)).toEqual(['out.json']);
    });
  }
});

describe('a capture', () => {
  test('names a program by its command line, and takes every decision as it was accepted', async () => {
    const folder = temporaryFolder();
    const raw = join(folder, 'agent.py');
    writeFileSync(
      raw,
      `import sys\nfor line in sys.stdin: print('{"cost":{"tokens_in":18446744073709551615},"orders":[{"action":"buy","symbol":"SYM00","target_weight":5e-1,"confidence":1}]}', flush=True)\n`,
    );
    const { text } = await captureInto(folder, 'out.json', ['--cmd', 'python3 agent.py']);
    const { agent_id, contract, runs } = JSON.parse(text);
    expect(agent_id).toBe('cmd:python3 agent.py');
    expect(contract.windows).toEqual([
      { start: 20, end: 26 },
      { start: 26, end: 30 },
    ]);
    expect(text).toContain('"seeds": [\n      0,\n      18446744073709551615\n    ]');
    expect(runs.map(({ steps }: { steps: unknown[] }) => steps.length)).toEqual([6, 6, 4, 4]);
    const decision = prettyJson(
      '{"orders":[{"symbol":"SYM00","action":"buy","target_weight":0.5,"confidence":1.0,"rationale":""}],"reasoning":"","cost":{"cost_usd":0.0,"tokens_in":18446744073709551615,"tokens_out":0,"reasoning_tokens":0}}',
      5,
    );
    expect(text.split(`"decision": ${decision}`)).toHaveLength(21);
  });

  test('does not depend on --jobs', async () => {
    const folder = temporaryFolder();
    const agent = fixtureCommand('hold.py');
    const one = await captureInto(folder, 'one.json', [...agent, '--jobs', '1']);
    const two = await captureInto(folder, 'two.json', [...agent, '--jobs', '4']);
    expect(one.text).toBe(two.text);
  });

  test('of an endpoint is named by its address', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end('{"orders":[]}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { text } = await captureInto(temporaryFolder(), 'out.json', [
        '--http',
        `http://127.0.0.1:${port}/decide`,
      ]);
      expect(JSON.parse(text).agent_id).toBe(`http:127.0.0.1:${port}`);
    } finally {
      server.close();
    }
  });

  test('takes mandate, windows and agent from sharpebench.json, and the digest of an artifact', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'runner.bin'), 'abc');
    writeFileSync(
      join(folder, 'hold.py'),
      'import sys\nfor line in sys.stdin: print(\'{"orders":[]}\', flush=True)\n',
    );
    writeFileSync(
      join(folder, 'sharpebench.json'),
      JSON.stringify({
        name: 'mine',
        transport: { kind: 'stdio', command: ['python3', 'hold.py'] },
        windows: ['20:22'],
        seeds: [3],
        declaredMandate: { kind: 'drawdown_capped', max_per_run_drawdown: 1 },
      }),
    );
    const result = await sbdev(['capture', 'out.json', '--runner-artifact', 'runner.bin'], { cwd: folder });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const text = readFileSync(join(folder, 'out.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      agent_id: 'cmd:python3 hold.py',
      contract: {
        windows: [{ start: 20, end: 22 }],
        seeds: [3],
        runner_artifact_sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
      declared_mandate: { kind: 'drawdown_capped' },
    });
    expect(text).toContain('"max_per_run_drawdown": 1.0');
    expect((await sbdev(['verify', 'out.json'], { cwd: folder })).code).toBe(0);
  });
});

describe('a capture that met a failure writes nothing', () => {
  test.each<[string, string[], number, string]>([
    ['a refused answer', fixtureCommand('unknown_key.py'), 1, 'unknown-field'],
    ['a crash', fixtureCommand('exit_after.py', '3'), 3, 'agent-exited'],
    ['silence', [...fixtureCommand('silent.py'), '--decide-timeout', '200'], 3, 'timeout'],
    ['a program that is not there', ['--cmd', 'no-such-program-here'], 3, 'command-not-found'],
  ])('%s', async (_, agent, code, cause) => {
    const folder = temporaryFolder();
    const result = await sbdev(['capture', 'out.json', ...grid, ...agent, '--format', 'json'], {
      cwd: folder,
    });
    expect(result.code).toBe(code);
    const report = jsonOf(result);
    expect(report).toMatchObject({ type: 'capture_report', written: false });
    const codes = report.findings.map((each: { code: string }) => each.code);
    expect(codes.slice(0, 2)).toEqual([cause, 'capture-failed']);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an interruption, and no agent is left', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'waits.py'),
      'import sys, time\nfor line in sys.stdin:\n  open("asked", "w").close()\n  time.sleep(600)\n',
    );
    const { child, done } = startSbdev(
      ['capture', 'out.json', ...grid, '--cmd', `python3 ${folder}/waits.py`],
      {
        cwd: folder,
      },
    );
    await appears(folder, 'asked');
    child.kill('SIGINT');
    expect(await done).toMatchObject({
      code: 130,
      stdout: expect.stringContaining('out.json is not written'),
    });
    expect(readdirSync(folder).sort()).toEqual(['asked', 'waits.py']);
    expect(processesWith(`${folder}/waits.py`)).toEqual([]);
  });
});

describe('what is refused before anything is started', () => {
  const touching = (folder: string) => {
    writeFileSync(join(folder, 'touch.py'), 'open("started", "w").close()\n');
    return ['--cmd', `python3 ${folder}/touch.py`];
  };

  test.each<[string, string[], string]>([
    ['a fault plan', ['--fault-plan', 'plan.json'], 'capture-fault-plan'],
    ['descending windows', ['--windows', '26:30,20:26'], 'trajectory-window-order'],
    ['overlapping windows', ['--windows', '20:26,25:30'], 'trajectory-window-overlap'],
    ['repeated seeds', ['--seeds', '1,1'], 'bad-option'],
    ['a missing artifact', ['--runner-artifact', 'nowhere'], 'bad-option'],
    ['a format that there is not', ['--format', 'yaml'], 'bad-option'],
  ])('%s', async (_, args, code) => {
    const folder = temporaryFolder();
    const result = await sbdev(['capture', 'out.json', ...touching(folder), ...args], { cwd: folder });
    expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`[${code}]`) });
    expect(readdirSync(folder)).toEqual(['touch.py']);
  });

  test('a file that is there, unless --force says so', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'out.json'), 'mine');
    const refused = await sbdev(['capture', 'out.json', ...touching(folder)], { cwd: folder });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('[capture-exists]') });
    expect(existsSync(join(folder, 'started'))).toBe(false);
    expect(readFileSync(join(folder, 'out.json'), 'utf8')).toBe('mine');
    await captureInto(folder, 'out.json', ['--agent', 'hold', '--force']);
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')).agent_id).toBe('hold');
  });

  test('a folder that is not there, and a folder in the place of the file', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'taken'));
    for (const out of ['none/out.json', 'taken']) {
      const result = await sbdev(['capture', out, '--agent', 'hold', '--force'], { cwd: folder });
      expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('[capture-unwritable]') });
    }
  });

  test('a plan of the configuration is left out, and told', async () => {
    const folder = temporaryFolder();
    const faultPlan = join(projectRoot, 'examples/faults/stale-reads.json');
    writeFileSync(join(folder, 'sharpebench.json'), JSON.stringify({ faultPlan }));
    const result = await sbdev(['capture', 'out.json', ...grid, '--agent', 'hold'], { cwd: folder });
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('[capture-plan-left-out]')]);
  });
});

test('a capture under sidecars says that the file cannot tell', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'news.csv'), 'date,symbol,headline\n2025-021,SYM00,up\n');
  const result = await sbdev(['capture', 'out.json', ...grid, '--agent', 'hold', '--news', 'news.csv'], {
    cwd: folder,
  });
  expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('[capture-sidecars]') });
});
