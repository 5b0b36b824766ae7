import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agentFixtures,
  eventsOf,
  plainEnv,
  processesWith,
  reportOf,
  runTextOf,
  sbdev,
  sbdevBin,
  startSbdev,
  temporaryFolder,
} from '../support/cli.ts';
import { writePrices } from '../support/prices.ts';
import { type EngineVector, vectorsFolder, vectorText } from '../support/vectors.ts';

const json = ['--format', 'json', '--no-double-run', '--no-record'];
const hold = join(agentFixtures, 'hold.py');

describe('the report of a run', () => {
  test('is the last line, and every line before it is an event', async () => {
    const { stdout, stderr, code } = await sbdev([
      'simulate',
      '--agent',
      'buy-and-hold',
      '--window',
      '20:30',
      ...json,
    ]);
    const events = eventsOf(stdout);
    expect(events.map((each) => each.type)).toStrictEqual([
      'generation_started',
      'attempt_started',
      'run_started',
      ...Array(10).fill('turn'),
      'attempt_ended',
      'run_report',
    ]);
    expect(Object.keys(events.at(-1)!)).toStrictEqual([
      'type',
      'cell',
      'agent',
      'digests',
      'run',
      'book',
      'health',
      'findings',
      'finding_counts',
      'notices',
      'timing',
      'summary',
      'stop',
      'usage',
      'attempts',
    ]);
    expect(Object.keys(reportOf(stdout).run)).toStrictEqual([
      'returns',
      'trace',
      'confidences',
      'outcomes',
      'cost',
    ]);
    expect({ stderr, code }).toStrictEqual({ stderr: '', code: 0 });
  });

  test('keeps a seed beyond 2^53 exact', async () => {
    const { stdout } = await sbdev([
      'simulate',
      '--agent',
      'hold',
      '--window',
      '20:21',
      '--seed',
      '18446744073709551615',
      ...json,
    ]);
    expect(stdout).toContain('"seed":18446744073709551615}');
  });

  test('of the engine vectors holds exactly their run and book, scripts included', async () => {
    const lines = vectorText('engine.jsonl').trimEnd().split('\n');
    for (const line of lines) {
      const vector = JSON.parse(line) as EngineVector;
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'script.json'), JSON.stringify(vector.decisions ?? []));
      writeFileSync(join(folder, 'costs.json'), vector.costs);
      const { stdout, code } = await sbdev(
        [
          'simulate',
          '--agent',
          vector.agent === 'script' ? 'script:script.json' : vector.agent,
          '--data',
          vector.data === 'div.csv' ? join(vectorsFolder, 'div.csv') : vector.data,
          '--window',
          vector.window.join(':'),
          '--seed',
          vector.seed,
          '--costs',
          vector.costs.startsWith('{') ? 'costs.json' : vector.costs,
          ...json,
        ],
        { cwd: folder },
      );
      const report = reportOf(stdout);
      expect(report.run, vector.id).toStrictEqual(vector.run);
      expect(report.book, vector.id).toStrictEqual(vector.book);
      expect(code, vector.id).toBe(0);
    }
  }, 120_000);
});

describe('an agent in another process', () => {
  test('gives the same run whatever its argv holds, and finds its folder with spaces and quotes', async () => {
    const folder = join(temporaryFolder(), "My Bots (v1) $x 'é'");
    mkdirSync(folder);
    copyFileSync(hold, join(folder, 'my agent.py'));
    writeFileSync(
      join(folder, 'sharpebench.json'),
      JSON.stringify({
        transport: { kind: 'stdio', command: ['python3', 'my agent.py'] },
        data: 'prices.csv',
      }),
    );
    writePrices(folder);
    const { code, stdout } = await sbdev(['simulate', ...json], { cwd: folder });
    expect(code).toBe(0);
    expect(reportOf(stdout).findings).toStrictEqual([]);
    const elsewhere = await sbdev(['simulate', '--config', join(folder, 'sharpebench.json'), ...json]);
    expect(elsewhere.code).toBe(0);
    expect(runTextOf(elsewhere.stdout)).toBe(runTextOf(stdout));
  });

  test('runs in an empty environment, with a home that does not exist', async () => {
    const { code, stderr } = await sbdev(
      ['simulate', '--cmd', `python3 ${hold}`, '--window', '20:25', ...json],
      {
        env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
      },
    );
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  });

  test('sees the allowed variables and nothing else of the environment', async () => {
    const { stdout } = await sbdev(
      ['simulate', '--cmd', `node ${join(agentFixtures, 'echo_env.mjs')}`, '--window', '20:21', ...json],
      {
        env: plainEnv({
          API_KEY: 'secret',
          OTHER: 'x',
          SHARPEBENCH_AGENT_ENV: 'OTHER',
          PYTHONUNBUFFERED: '1',
        }),
      },
    );
    const turn = eventsOf(stdout).find((each) => each.type === 'turn') as unknown as {
      decision: { reasoning: string };
    };
    const seen = Object.keys(JSON.parse(turn.decision.reasoning));
    expect(seen).toContain('OTHER');
    expect(seen).not.toContain('API_KEY');
    expect(seen).not.toContain('PYTHONUNBUFFERED');
    expect(reportOf(stdout).notices.map((each) => each.code)).toStrictEqual(['inherited-unbuffered']);
    expect(stdout).not.toContain('secret');
  });

  test('S34: a symbol read in the wrong encoding is named as that', async () => {
    const folder = temporaryFolder();
    writePrices(folder, ['ÅKER']);
    writeFileSync(
      join(folder, 'sharpebench.json'),
      JSON.stringify({
        transport: { kind: 'stdio', command: ['python3', join(agentFixtures, 'echo_symbol.py')] },
        env: ['PYTHONIOENCODING'],
        data: 'prices.csv',
      }),
    );
    const run = (encoding: string) =>
      sbdev(['simulate', ...json], { cwd: folder, env: plainEnv({ PYTHONIOENCODING: encoding }) });
    const [finding] = reportOf((await run('cp1252')).stdout).findings;
    expect(finding).toMatchObject({ code: 'unknown-symbol', step: 0 });
    expect(`${finding?.cause} ${finding?.fix}`).toMatch(/cp1252|windows-1252/i);
    expect((await run('utf-8')).code).toBe(0);
  });

  test('S26: what cannot start is blocked with exit 3 and four different findings', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'directory'));
    writeFileSync(join(folder, 'plain.sh'), '#!/bin/sh\n');
    writeFileSync(join(folder, 'crlf.py'), '#!/usr/bin/env python3\r\nprint()\r\n');
    chmodSync(join(folder, 'crlf.py'), 0o755);
    const ending = async (command: string) => {
      const { stdout, code } = await sbdev(['simulate', '--cmd', command, ...json], { cwd: folder });
      const report = reportOf(stdout);
      return {
        code,
        status: report.stop.status,
        finding: report.findings[0]?.code,
        steps: report.book.length,
      };
    };
    const blocked = (finding: string) => ({ code: 3, status: 'blocked', finding, steps: 0 });
    expect(await ending('no-such-program-anywhere')).toStrictEqual(blocked('command-not-found'));
    expect(await ending('./directory')).toStrictEqual(blocked('command-is-directory'));
    expect(await ending('./plain.sh')).toStrictEqual(blocked('command-not-executable'));
    // S27
    expect(await ending('./crlf.py')).toStrictEqual(blocked('shebang-crlf'));
  });
});

describe('a wrong command line starts nothing and says what is wrong', () => {
  const wrong: [string, string[], RegExp][] = [
    ['no agent', [], /no agent given/],
    ['two agents', ['--agent', 'hold', '--cmd', 'x'], /more than one agent/],
    ['a misspelt agent', ['--agent', 'momentun'], /did you mean momentum/],
    ['a seed that is no u64', ['--agent', 'hold', '--seed', '18446744073709551616'], /--seed/],
    ['a window beyond the data', ['--agent', 'hold', '--window', '20:2000'], /2000/],
    ['a window backwards', ['--agent', 'hold', '--window', '30:20'], /30:20/],
    ['misspelt costs', ['--agent', 'hold', '--costs', 'stresed'], /did you mean stressed/],
    ['a timeout of nothing', ['--agent', 'hold', '--decide-timeout', '0'], /--decide-timeout/],
    ['a negative borrow rate', ['--agent', 'hold', '--short-borrow-bps', '-1'], /short-borrow-bps/],
    ['a format that is none', ['--agent', 'hold', '--format', 'xml'], /text or json/],
    ['missing data', ['--agent', 'hold', '--data', 'nowhere.csv'], /nowhere\.csv/],
    ['an unknown flag', ['--agent', 'hold', '--sead', '1'], /Did you mean --seed/],
    ['a missing script', ['--agent', 'script:none.json'], /none\.json/],
    ['an empty command', ['--cmd', '  '], /command/],
  ];
  for (const [name, args, message] of wrong) {
    test(`${name}: exit 2`, async () => {
      const { code, stdout, stderr, cwd } = await sbdev(['simulate', ...args]);
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(stdout).toBe('');
      expect(existsSync(join(cwd, '.sbdev'))).toBe(false);
    });
  }

  test('a configuration with wrong keys and values names each of them', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'sharpebench.json'),
      JSON.stringify({ transport: { kind: 'stdio', command: 'python3 x.py' }, decideTimeout: 5 }),
    );
    const { code, stderr } = await sbdev(['simulate'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('/transport/command');
    expect(stderr).toContain('did you mean decideTimeoutMs?');
  });

  test('a script of decisions that are none is refused at the element', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 's.json'), '[{"orders":[]},{"orders":[],"x":1}]');
    const { code, stderr } = await sbdev(['simulate', '--agent', 'script:s.json'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('/1/x');
  });
});

describe('the record of a run', () => {
  test('holds the same events as the output, and the observation that was being answered', async () => {
    const { stdout, cwd } = await sbdev([
      'simulate',
      '--cmd',
      `python3 ${hold}`,
      '--window',
      '20:25',
      '--format',
      'json',
    ]);
    const [id] = readdirSync(join(cwd, '.sbdev/runs'));
    const lines = readFileSync(join(cwd, '.sbdev/runs', id!, 'journal.jsonl'), 'utf8').split('\n');
    // An answer that is kept before its turn is no event: the turn is.
    const isAnswer = (line: string) => line.startsWith('{"type":"answer_kept"');
    expect(lines.filter((line) => !isAnswer(line)).join('\n')).toBe(
      `${stdout}{"type":"session_ended","exit_code":0}\n`,
    );
    for (const line of lines.filter(isAnswer)) {
      const { step, raw } = JSON.parse(line);
      expect(stdout).toContain(`{"type":"turn","step":${step},`);
      expect(raw).toEqual({ text: '{"orders":[]}', bytes: 13 });
    }
    const meta = JSON.parse(readFileSync(join(cwd, '.sbdev/runs', id!, 'meta.json'), 'utf8'));
    expect(meta).toMatchObject({ version: 2, id });
    const crash = await sbdev(['simulate', '--cmd', `python3 ${join(agentFixtures, 'exit_after.py')} 2`], {
      cwd,
    });
    const path = /observation: (\S+)/.exec(crash.stdout)?.[1];
    expect(JSON.parse(readFileSync(join(cwd, path!), 'utf8'))).toMatchObject({ date: '2025-023' });
  });

  test('goes nowhere, with a notice, where the folder cannot be written', async () => {
    // /proc refuses new folders even to root.
    const { code, stdout } = await sbdev(
      ['simulate', '--agent', 'hold', '--window', '20:22', '--format', 'json'],
      { cwd: '/proc' },
    );
    expect(code).toBe(0);
    expect(reportOf(stdout).notices.map((each) => each.code)).toStrictEqual(['record-not-kept']);
  });
});

describe('an interrupted run', () => {
  const slowStart = join(agentFixtures, 'hold.mjs');
  const longRun = [
    '--data',
    'synthetic:2:200000:1',
    '--window',
    '20:200000',
    '--format',
    'json',
    '--no-record',
  ];

  for (const [signal, exit] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    test(`S24/S25: by ${signal} keeps what was complete, blames nobody, leaves no process, exits ${exit}`, async () => {
      const { child, done } = startSbdev(['simulate', '--cmd', `node ${slowStart} ${signal}`, ...longRun]);
      await new Promise<void>((resolve) => {
        child.stdout!.on('data', (chunk: Buffer) => {
          if (chunk.includes('"type":"turn"')) resolve();
        });
      });
      child.kill(signal);
      const { code, stdout, stderr } = await done;
      const report = reportOf(stdout);
      expect(code).toBe(exit);
      expect(stderr).toBe('');
      expect(report.stop).toMatchObject({ status: 'incomplete', reason: `interrupted by ${signal}` });
      expect(report.findings).toStrictEqual([]);
      expect(report.book.length).toBeGreaterThan(0);
      expect(eventsOf(stdout).filter((each) => each.type === 'turn')).toHaveLength(report.book.length);
      expect(processesWith(`${slowStart}\u0000${signal}`)).toStrictEqual([]);
    });
  }

  test('a second Ctrl-C ends at once and still leaves no process', async () => {
    const stubborn = join(agentFixtures, 'ignores_term.py');
    const { child, done } = startSbdev([
      'simulate',
      '--cmd',
      `python3 ${stubborn} second`,
      '--format',
      'json',
      '--no-record',
    ]);
    await new Promise<void>((resolve) => child.stdout!.once('data', () => resolve()));
    while (processesWith('ignores_term.py\u0000second').length === 0) await new Promise(setImmediate);
    child.kill('SIGINT');
    child.kill('SIGINT');
    // Two pending signals of a kind may be merged by the system, so it is repeated until it is
    // heard; rarely, since one that meets Node in its last moments ends it by itself.
    const again = setInterval(() => child.kill('SIGINT'), 500);
    const { code } = await done;
    clearInterval(again);
    expect(code).toBe(130);
    expect(processesWith('ignores_term.py\u0000second')).toStrictEqual([]);
  });

  test('a reader that goes away ends the run quietly, with no verdict', async () => {
    const { child, done } = startSbdev(['simulate', '--cmd', `node ${slowStart} reader`, ...longRun]);
    child.stdout!.once('data', () => child.stdout!.destroy());
    const { code, stderr } = await done;
    expect({ code, stderr }).toStrictEqual({ code: 3, stderr: '' });
    expect(processesWith(`${slowStart}\u0000reader`)).toStrictEqual([]);
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'an output that is full ends in one sentence and no verdict',
  async () => {
    for (const args of [
      ['simulate', '--agent', 'hold', ...json],
      ['data', 'describe', 'calm'],
    ]) {
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [sbdevBin, ...args], {
        cwd: temporaryFolder(),
        env: plainEnv(),
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      let stderr = '';
      child.stderr!.on('data', (chunk: Buffer) => {
        stderr += chunk;
      });
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect(stderr).toBe('sbdev: the output cannot be written (ENOSPC); no verdict on the agent\n');
      expect(code).toBe(3);
    }
  },
);

describe('text for a person', () => {
  test('without a terminal has no control sequences and no progress line', async () => {
    const { stdout, code } = await sbdev(['simulate', '--agent', 'momentum', '--window', '20:60']);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/\u001b|\r/);
    expect(stdout).toContain('✓ passed  40 steps');
    expect(stdout).toContain('the kit’s own numbers, not the board’s');
  });

  test('of a failed run shows no returns as the agent’s', async () => {
    const { stdout } = await sbdev(['simulate', '--cmd', `python3 ${join(agentFixtures, 'unknown_key.py')}`]);
    expect(stdout).toContain('✗ failed run  agent_protocol_violation');
    expect(stdout).not.toMatch(/equity|Sharpe/);
    expect(stdout).toContain('sbdev explain unknown-field');
  });

  test('never passes on what an agent prints raw', async () => {
    const script = `node ${join(agentFixtures, 'hostile.mjs')}`;
    for (const format of ['text', 'json']) {
      const { stdout } = await sbdev(['simulate', '--cmd', script, '--format', format, '--no-record']);
      expect(stdout).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
    }
  });
});

test('the market that is used without --data has windows of its own; named, it has those of any data', async () => {
  const windowOf = async (...args: string[]) => {
    const { stdout } = await sbdev(['simulate', '--agent', 'hold', ...args, ...json]);
    return (reportOf(stdout) as unknown as { cell: Record<string, unknown> }).cell;
  };
  expect(await windowOf()).toMatchObject({ window_start: 20, window_end: 100 });
  expect(await windowOf('--data', 'synthetic:8:180:20260621')).toMatchObject({
    window_start: 18,
    window_end: 99,
  });
});

test('an unknown key is told the keys of the object that it stands in', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'sharpebench.json'),
    JSON.stringify({ declaredMandate: { kind: 'relative_to', benchmark_id: 'hold', benchmark: 'x' } }),
  );
  const { code, stderr } = await sbdev(['simulate', '--agent', 'hold'], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain('/declaredMandate/benchmark');
  expect(stderr).toContain('kind, benchmark_id, max_per_run_drawdown');
});
