import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writerOfThisProcess } from '../../src/harness/records/writer.ts';
import {
  answer,
  attempt,
  end,
  generation,
  keepRecord,
  run,
  turn,
  whole,
} from '../harness/records/journals.ts';
import { agentFixtures, sbdev, startSbdev, temporaryFolder } from '../support/cli.ts';
import { runSbdev } from './memoryIo.ts';

const DAY_S = 86_400;
/** Events as the kit writes them: seeds are no strings. */
const lines = (events: readonly object[]) =>
  events
    .map(
      (each) =>
        `${JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}\n`,
    )
    .join('');
const of = (id: string, events: readonly object[]) =>
  lines(events).replaceAll('"session_id":"s"', `"session_id":"${id}"`);
const torn = [generation(), attempt(), run(), turn(0), turn(1)];

function keep(cwd: string, id: string, events: readonly object[], more: object = {}): string {
  return keepRecord(cwd, id, more, of(id, events));
}

/** Makes a record look untouched for so many days. */
function age(folder: string, days: number): void {
  const when = Date.now() / 1000 - days * DAY_S;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), when, when);
  utimesSync(folder, when, when);
}

const idsIn = (cwd: string) => readdirSync(join(cwd, '.sbdev/runs')).sort();

describe('sbdev runs list', () => {
  test('says so when there are none', async () => {
    const cwd = temporaryFolder();
    expect(await runSbdev(['runs', 'list'], { cwd })).toMatchObject({
      code: 0,
      stdout: 'no runs are recorded here, under .sbdev/runs\n',
    });
  });

  test('shows the newest first, each as it ended', async () => {
    const cwd = temporaryFolder();
    keep(cwd, '20240101-000000-aaaaaa', whole);
    keep(cwd, '20240102-000000-bbbbbb', torn);
    keep(cwd, '20240103-000000-cccccc', torn, { writer: writerOfThisProcess() });
    keepRecord(cwd, '20240104-000000-dddddd', { version: 9 }, null);
    const { code, stdout } = await runSbdev(['runs', 'list', '--format', 'json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).runs).toMatchObject([
      { id: '20240104-000000-dddddd', status: 'unreadable', verdict: null },
      { id: '20240103-000000-cccccc', status: 'running', steps_done: 2, steps: 3 },
      { id: '20240102-000000-bbbbbb', status: 'killed', steps_done: 2, total_return: null },
      {
        ...{
          id: '20240101-000000-aaaaaa',
          status: 'finished',
          verdict: 'passed',
          steps_done: 3,
          total_return: 0.25,
        },
        cell: { window_start: 20, window_end: 23, seed: 7 },
      },
    ]);
    const text = (await runSbdev(['runs', 'list'], { cwd })).stdout.split('\n');
    expect(text[4]).toMatch(/^20240101-000000-aaaaaa {2,}hold +\[20,23\) 7 +passed +3\/3 +\+25\.00 %$/);
    expect(text[3]).toMatch(/killed +2\/3 +-$/);
  });

  test('counts the finished cells of a sweep', async () => {
    const cwd = temporaryFolder();
    const folder = keep(cwd, '20240101-000000-aaaaaa', [{ type: 'sweep_started' }], { kind: 'sweep' });
    const plan = {
      windows: [
        [20, 50],
        [50, 80],
      ],
      seeds: [1, 2, 3],
      agent: { id: 'hold' },
    };
    writeFileSync(
      join(folder, 'sweep.json'),
      JSON.stringify({ version: 1, plan, shard: { index: 2, count: 4 } }),
    );
    for (const name of ['1', '5', '3.interrupted-1'])
      mkdirSync(join(folder, 'cells', name), { recursive: true });
    writeFileSync(join(folder, 'cells/1/result.json'), '{}');
    writeFileSync(join(folder, 'cells/3.interrupted-1/result.json'), '{}');
    const { stdout } = await runSbdev(['runs', 'list'], { cwd });
    expect(stdout).toMatch(/hold +sweep +killed +1\/2 cells/);
    expect((await runSbdev(['runs', 'show'], { cwd })).stdout).toContain(
      'killed  1 of 2 cells have a result',
    );
  });

  test('shows no foreign text raw', async () => {
    const cwd = temporaryFolder();
    const evil = '\u001b[2J\u202eevil\u009b';
    const started = { ...run(), agent: { id: evil, transport: evil }, costs: evil, data: { source: evil } };
    const finding = {
      type: 'finding',
      code: evil,
      severity: 'error',
      step: 0,
      message: evil,
      cause: evil,
      fix: evil,
    };
    const excerpt = { text: evil, column: 1, width: 1e9 };
    keep(cwd, 'a', [generation(), attempt(), started, { ...finding, excerpt }], { command: evil, kit: evil });
    for (const args of [['list'], ['show'], ['list', '--format', 'json'], ['show', '--format', 'json']]) {
      const { stdout } = await runSbdev(['runs', ...args], { cwd });
      expect(stdout).toContain('evil');
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });
});

describe('sbdev runs show', () => {
  test('says of a killed run where it stopped, what is kept, and how to run it again', async () => {
    const cwd = temporaryFolder();
    const folder = keep(cwd, 'a', torn, { command: 'sbdev simulate --agent hold', kit: '0.1.0' });
    const journal = join(folder, 'journal.jsonl');
    writeFileSync(journal, `${readFileSync(journal, 'utf8')}{"type":"turn","st`);
    const { code, stdout } = await runSbdev(['runs', 'show', 'latest'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('✗ killed  at step 2 of 3: steps 0..1 are kept');
    expect(stdout).toContain('line 6 was cut off after 18 bytes and is not counted');
    expect(stdout).toContain('again: sbdev simulate --agent hold');
    expect(stdout).not.toContain('score');
  });

  test('counts the steps of which only the answers are kept, and says which they are', async () => {
    const cwd = temporaryFolder();
    const started = [generation(), attempt(), run(9)];
    keep(cwd, 'a', [...started, answer(0), answer(1), turn(0), answer(2)]);
    const { code, stdout } = await runSbdev(['runs', 'show', 'a', '--verify'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('✗ killed  at step 3 of 9: steps 0..2 are kept');
    expect(stdout).toContain('of steps 1..2 the answers are kept; the rest was not written yet');
    expect(stdout).toContain('steps     3 of 9: 3 accepted');
    keep(cwd, 'b', [...started, answer(0)]);
    expect((await runSbdev(['runs', 'show', 'b'], { cwd })).stdout).toContain(
      'of step 0 the answer is kept; the rest was not written yet',
    );
    expect((await runSbdev(['runs', 'list'], { cwd })).stdout).toMatch(/killed +1\/9/);
  });

  test('says of a finished run what its own summary said', async () => {
    const cwd = temporaryFolder();
    const agent = `python3 ${join(agentFixtures, 'nan.py')}`;
    const { stdout, code } = await sbdev(
      ['simulate', '--cmd', agent, '--window', '20:40', '--no-double-run'],
      { cwd },
    );
    expect(code).toBe(1);
    const verdict = stdout.split('\n').find((line) => line.includes('failed run'))!;
    const shown = await runSbdev(['runs', 'show', '--verify'], { cwd });
    expect(shown.code).toBe(0);
    expect(shown.stdout.split('\n')).toContain(verdict);
    const [finding] = /^✗ .*\[[a-z-]+\]$/m.exec(stdout)!;
    expect(shown.stdout).toContain(finding);
    expect(shown.stdout).toContain('score     none');
    expect(shown.stdout).toMatch(/next: sbdev explain [a-z-]+/);
  });

  test('keeps what was complete before an interrupt', async () => {
    const cwd = temporaryFolder();
    const agent = `python3 ${join(agentFixtures, 'hesitates.py')}`;
    const { child, done } = startSbdev(
      ['simulate', '--cmd', agent, '--window', '20:160', '--no-double-run', '--format', 'json'],
      { cwd },
    );
    let text = '';
    let isInterrupted = false;
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk;
      if (!isInterrupted && text.includes('"type":"turn","step":2')) isInterrupted = child.kill('SIGINT');
    });
    expect((await done).code).toBe(130);
    const { code, stdout } = await runSbdev(['runs', 'show', '--verify', '--format', 'json'], { cwd });
    const record = JSON.parse(stdout);
    expect({ code, state: record.state, exit: record.exit_code }).toEqual({
      code: 0,
      state: 'interrupted',
      exit: 130,
    });
    expect(record.attempts).toMatchObject([{ turns: 3, canceled: [{ step: 3 }], ledger: { turns: 3 } }]);
    expect((await runSbdev(['runs', 'show'], { cwd })).stdout).toContain('interrupted by SIGINT');
  });

  test('takes as much of an id as no other has, of its start or of its last part', async () => {
    const cwd = temporaryFolder();
    keep(cwd, '20240101-000000-abc123', whole);
    keep(cwd, '20240102-000000-abd456', whole);
    const shown = async (id: string) => runSbdev(['runs', 'show', id], { cwd });
    for (const id of ['20240101', 'abc', '20240101-000000-abc123'])
      expect((await shown(id)).stdout).toContain('20240101-000000-abc123');
    expect((await shown('latest')).stdout).toContain('20240102-000000-abd456');
    expect(await shown('ab')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('[run-not-unique]'),
    });
    expect(await shown('x')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('[unknown-run]'),
    });
    expect((await shown('20240101-000000-abc124')).stderr).toContain('did you mean 20240101-000000-abc123?');
    for (const id of ['', '..', '../runs', '/etc']) expect((await shown(id)).code).toBe(2);
  });

  test('refuses a record of another version, naming both', async () => {
    const cwd = temporaryFolder();
    keepRecord(cwd, 'a', { version: 9 }, of('a', whole));
    const { code, stderr } = await runSbdev(['runs', 'show', 'a'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('version 9; this kit reads version 1');
    keep(cwd, 'b', [generation(), attempt(), { ...run(), version: 2 }]);
    expect(await runSbdev(['runs', 'show', 'b'], { cwd })).toMatchObject({ code: 2 });
  });

  test.each(['', '[]', '{"version":1}', '{', 'null'])('refuses %j for a meta.json', async (text) => {
    const cwd = temporaryFolder();
    const folder = keep(cwd, 'a', whole);
    writeFileSync(join(folder, 'meta.json'), text);
    expect(await runSbdev(['runs', 'show', 'a'], { cwd })).toMatchObject({ code: 2, stdout: '' });
    expect((await runSbdev(['runs', 'list'], { cwd })).stdout).toContain('unreadable');
  });

  test('of a session that was killed before its first event says that nothing was complete', async () => {
    const cwd = temporaryFolder();
    keepRecord(cwd, 'a', {}, null);
    expect((await runSbdev(['runs', 'show'], { cwd })).stdout).toContain(
      'killed  at step 0: no step was complete',
    );
  });

  test('with --verify ends with 1 if the record contradicts itself', async () => {
    const cwd = temporaryFolder();
    keep(cwd, 'a', [...torn, turn(1, 2), { ...end }]);
    const { code, stdout } = await runSbdev(['runs', 'show', '--verify'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('line 6: found turn of step 1; expected step 2');
    expect((await runSbdev(['runs', 'show'], { cwd })).code).toBe(0);
  });
});

describe('sbdev runs repair', () => {
  test('cuts the torn line off, and only that', async () => {
    const cwd = temporaryFolder();
    const folder = keepRecord(cwd, 'a', {}, `${of('a', torn)}{"ty`);
    expect((await runSbdev(['runs', 'repair', 'latest'], { cwd })).stdout).toContain('cut off 4 bytes');
    expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).toBe(of('a', torn));
  });

  test('leaves a record alone that a living process writes', async () => {
    const cwd = temporaryFolder();
    keepRecord(cwd, 'a', { writer: writerOfThisProcess() }, '{"ty');
    expect(await runSbdev(['runs', 'repair', 'a'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('[run-being-written]'),
    });
  });
});

describe('sbdev runs prune', () => {
  const prune = (cwd: string, ...args: string[]) => runSbdev(['runs', 'prune', ...args], { cwd });

  test('without a rule deletes nothing', async () => {
    const cwd = temporaryFolder();
    keep(cwd, 'a', whole);
    expect(await prune(cwd)).toMatchObject({ code: 2, stderr: expect.stringContaining('[prune-rule]') });
    for (const args of [
      ['--keep', '-1'],
      ['--keep', 'x'],
      ['--older-than', '-1'],
      ['--older-than', '1e9'],
    ])
      expect((await prune(cwd, ...args)).code).toBe(2);
    expect(idsIn(cwd)).toEqual(['a']);
  });

  test('keeps the newest, and says what it deletes', async () => {
    const cwd = temporaryFolder();
    for (const id of ['a', 'b', 'c']) keep(cwd, id, whole);
    mkdirSync(join(cwd, '.sbdev/runs/a/cells/0'), { recursive: true });
    const dry = await prune(cwd, '--keep', '1', '--dry-run');
    expect(dry.stdout).toMatch(
      /^would delete b {2}\d+ kB\nwould delete a {2}\d+ kB\nwould delete 2 records, \d+ kB; 1 kept\n$/,
    );
    expect(idsIn(cwd)).toEqual(['a', 'b', 'c']);
    expect((await prune(cwd, '--keep', '1')).stdout).toBe(dry.stdout.replaceAll('would delete', 'deleted'));
    expect(idsIn(cwd)).toEqual(['c']);
  });

  test('with both rules deletes only what both let go', async () => {
    const cwd = temporaryFolder();
    for (const id of ['a', 'b', 'c']) keep(cwd, id, whole);
    for (const id of ['a', 'c']) age(join(cwd, '.sbdev/runs', id), 10);
    await prune(cwd, '--keep', '1', '--older-than', '5');
    expect(idsIn(cwd)).toEqual(['b', 'c']);
  });

  test('keeps what is unfinished and young, and what a living process writes, however old', async () => {
    const cwd = temporaryFolder();
    keep(cwd, 'young', torn);
    age(keep(cwd, 'old', torn), 2);
    age(keep(cwd, 'live', torn, { writer: writerOfThisProcess() }), 9);
    age(keep(cwd, 'reused', torn, { writer: { pid: process.pid, started: 'boot/1' } }), 9);
    const { stdout } = await prune(cwd, '--keep', '0');
    expect(idsIn(cwd)).toEqual(['live', 'young']);
    expect(stdout).toContain('kept live  a living process writes it');
    expect(stdout).toContain('kept young  unfinished');
  });

  test('leaves alone what is not ours, what it cannot read, and what links lead to', async () => {
    const cwd = temporaryFolder();
    const elsewhere = temporaryFolder();
    keep(elsewhere, 'other', whole);
    const runs = join(cwd, '.sbdev/runs');
    keep(cwd, 'a', whole);
    mkdirSync(join(runs, 'foreign'));
    writeFileSync(join(runs, 'foreign/file'), '');
    writeFileSync(join(runs, 'plain'), '');
    symlinkSync(join(elsewhere, '.sbdev/runs/other'), join(runs, 'other'));
    symlinkSync(elsewhere, join(runs, 'a/link'));
    keepRecord(cwd, 'later', { version: 2 }, null);
    keepRecord(cwd, 'moved', { id: 'else' }, of('else', whole));
    expect((await prune(cwd, '--keep', '0')).code).toBe(0);
    expect(idsIn(cwd)).toEqual(['foreign', 'later', 'moved', 'other', 'plain']);
    expect(existsSync(join(elsewhere, '.sbdev/runs/other/meta.json'))).toBe(true);
  });

  test('follows no link to the folder of the records', async () => {
    const cwd = temporaryFolder();
    const elsewhere = temporaryFolder();
    keep(elsewhere, 'a', whole);
    symlinkSync(join(elsewhere, '.sbdev'), join(cwd, '.sbdev'));
    expect(await prune(cwd, '--keep', '0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('[prune-link]'),
    });
    expect(idsIn(elsewhere)).toEqual(['a']);
  });
});

describe('a run on a disk without room', () => {
  test('goes on to its verdict, and says once that its record is not whole', async (context) => {
    const cwd = temporaryFolder();
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', cwd]).status !== 0) {
      console.warn('SKIPPED: no small disk can be mounted here');
      context.skip('no small disk can be mounted here');
    }
    onTestFinished(() => void spawnSync('umount', [cwd]));
    const args = ['simulate', '--agent', 'momentum', '--window', '20:170', '--no-double-run'];
    const text = await sbdev(args, { cwd });
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout.match(/\[record-incomplete\]/g)).toHaveLength(1);
    expect(text.stdout).toContain('ENOSPC');
    const shown = await runSbdev(['runs', 'show', 'latest', '--verify'], { cwd });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/a write failed \(ENOSPC\)|killed {2}at step/);
  });
});
