import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCheckReport } from '../../src/grading/readCheckReport.ts';
import { freePort } from '../fixtures/http/rawServer.ts';
import { checkRun, smallCase, statuses } from '../support/check.ts';
import {
  agentFixtures,
  plainEnv,
  projectRoot,
  sbdev,
  sbdevBin,
  startSbdev,
  temporaryFolder,
} from '../support/cli.ts';

const fixture = (name: string) => join(agentFixtures, name);
const json = ['--format', 'json'];

/** Initials of passed, failed, invalid, abstained, in the order of `smallCase.instruments`. */
const words: Readonly<Record<string, string>> = { p: 'passed', f: 'failed', i: 'invalid', a: 'abstained' };

function expected(initials: string): Record<string, string> {
  return Object.fromEntries(
    smallCase.instruments.map(({ id }, index) => [
      id,
      words[initials.replaceAll(' ', '')[index] ?? ''] ?? '?',
    ]),
  );
}

describe('the status of every instrument, by agent', () => {
  // contract, transport | double run, re-execution, repeated request, carried state |
  // point in time, mandate | fault responses, latency, memory, cost
  test.each([
    { agent: `python3 ${fixture('hold.py')}`, code: 0, said: 'pp pppp pa appa' },
    { agent: `python3 ${fixture('restates.py')}`, code: 0, said: 'pp pppp pa pppa' },
    // It takes its chances from a digest of all it is shown, the stale book included.
    { agent: `python3 ${fixture('det_seeded.py')}`, code: 0, said: 'pp pppp pa fppa' },
    { agent: `python3 ${fixture('unknown_key.py')}`, code: 1, said: 'fp aaaa pa appa' },
    { agent: `python3 ${fixture('nan.py')}`, code: 1, said: 'fp aaaa pa appa' },
    { agent: `python3 ${fixture('logs_on_stdout.py')}`, code: 1, said: 'fp aaaa pa appa' },
    { agent: `python3 ${fixture('twice_at.py')} 3`, code: 1, said: 'fp aaaa pa appa' },
    { agent: `python3 ${fixture('endless_line.py')}`, code: 1, said: 'pf aaaa pa appa' },
    { agent: `python3 ${fixture('nd_hash_seed.py')}`, code: 1, said: 'pp ffpp pa appa' },
    { agent: `python3 ${fixture('nd_process_id.py')}`, code: 1, said: 'pp ffaf pa appa' },
    { agent: `python3 ${fixture('nd_counts_requests.py')}`, code: 1, said: 'pp ppfp pa pppa' },
    { agent: `node ${join(projectRoot, 'examples/controls/crashes.mjs')}`, code: 3, said: 'if iiii pa appa' },
    { agent: 'no-such-program', code: 3, said: 'ii iiii ia aaaa' },
  ])('$agent', async ({ agent, code, said }) => {
    const checked = await checkRun(['--cmd', agent, ...json]);
    expect(checked.stderr).toBe('');
    expect(statuses(checked.report)).toStrictEqual(expected(said));
    expect(checked.code).toBe(code);
    expect(checked.report?.exit_code).toBe(code);
  });

  test('a silent one loses every run to its budget: no verdict', async () => {
    const checked = await checkRun([
      '--cmd',
      `python3 ${fixture('silent.py')}`,
      '--decide-timeout',
      '300',
      ...json,
    ]);
    // Whether its memory could be read before it was killed is a race.
    const { 'size-and-memory': _memory, ...found } = statuses(checked.report);
    const { 'size-and-memory': _either, ...wanted } = expected('if iiii pa afaa');
    expect(found).toStrictEqual(wanted);
    expect(checked.code).toBe(3);
  });

  test.each([
    { kind: 'constant', code: 0, said: 'pp pppp pa pppa' },
    { kind: 'counting', code: 1, said: 'pp ffaf pa appa' },
  ])('a server that is $kind', async ({ kind, code, said }) => {
    const port = await freePort();
    const command = ['node', fixture('nd_served.mjs'), String(port), kind];
    const transport = { kind: 'http', url: `http://127.0.0.1:${port}`, command };
    const files = { 'sharpebench.json': JSON.stringify({ transport }) };
    const checked = await checkRun(json, { files });
    expect(checked.stderr).toBe('');
    expect(statuses(checked.report)).toStrictEqual(expected(said));
    expect(checked.code).toBe(code);
  });

  test('a declared cap that a run falls through is a veto', async () => {
    const transport = { kind: 'stdio', command: ['python3', fixture('restates.py')] };
    const declaredMandate = { kind: 'drawdown_capped', max_per_run_drawdown: 0.0001 };
    const files = { 'sharpebench.json': JSON.stringify({ transport, declaredMandate }) };
    const checked = await checkRun(json, { files });
    expect(statuses(checked.report)['declared-mandate']).toBe('failed');
    expect(checked.report?.verdict.vetoes).toMatchObject([{ instrument_id: 'declared-mandate' }]);
    expect(checked.code).toBe(1);
  });
});

describe('the files of the agent', () => {
  /** Holds; from its start number `from` on it appends to a file of its own folder. */
  const writer = (from: number) => `
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const starts = process.argv[2] + '/starts.log';
appendFileSync(starts, 'x');
if (readFileSync(starts, 'utf8').length >= ${from}) appendFileSync('notes.txt', 'x');
createInterface({ input: process.stdin }).on('line', () => console.log('{"orders":[]}'));
`;

  async function checkWriter(from: number) {
    const transport = { kind: 'stdio', command: ['node', 'agent.mjs', temporaryFolder()] };
    const files = { 'sharpebench.json': JSON.stringify({ transport }), 'agent.mjs': writer(from) };
    return checkRun(json, { files });
  }

  test('that change between two instruments were edited: those that run it are invalid, none failed', async () => {
    // Two in the double run, one asked later, three further runs: the seventh is the first again.
    const { report, code } = await checkWriter(7);
    expect(statuses(report)['re-execution']).toBe('invalid');
    expect(report?.instruments[3]?.reason).toBe('the agent was edited while it was checked');
    expect(statuses(report)['contract-clean']).toBe('passed');
    expect(code).toBe(3);
  });

  test('that it writes as it runs are no edit, and it is said that one could not be told', async () => {
    const { report, code } = await checkWriter(1);
    expect(report?.not_looked_at.map(({ subject }) => subject)).toContain('edits');
    expect(code).toBe(0);
  });
});

describe('what a check puts out', () => {
  test('T10: with --format json exactly one document, which the published form reads, and the record has it', async () => {
    const { stdout, cwd, report } = await checkRun(['--cmd', `python3 ${fixture('hold.py')}`, ...json]);
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(stdout.trimEnd()).not.toContain('\n');
    const read = readCheckReport('stdout', Buffer.from(stdout));
    expect(read.roster.seeds).toStrictEqual([0n, 1n]);
    const kept = readFileSync(join(cwd, report?.record ?? '', 'check-report.json'), 'utf8');
    expect(kept).toBe(stdout);
  });

  test('a person reads the verdict first, a sign beside every status, and what was not looked at', async () => {
    const { stdout, stderr } = await checkRun(['--cmd', `python3 ${fixture('hold.py')}`]);
    expect(stderr).toBe('');
    expect(stdout.split('\n')[0]).toBe('✓ passed  12 instruments: 9 passed, 3 abstained');
    expect(stdout).toMatch(/ {2}✓ passed {5}contract-clean/);
    expect(stdout).toMatch(/ {2}- abstained {2}declared-mandate/);
    expect(stdout).toContain('not looked at');
    expect(stdout).toContain('rests on');
    expect(stdout).not.toContain('\u001b');
    const longest = Math.max(
      ...stdout
        .split('\n')
        .filter((line) => !line.includes('/'))
        .map((line) => line.length),
    );
    expect(longest).toBeLessThanOrEqual(80);
  });

  test('T13: a reader that has seen enough ends nothing: no stack trace, and the record is whole', async () => {
    const { cwd } = await checkRun(['--print-case']);
    const command = `node '${sbdevBin}' check --agent hold --case case.json | head -n 1`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd, encoding: 'utf8', env: plainEnv() });
    expect(stdout).toBe('- abstained  no verdict on the agent; 12 instruments: 6 passed, 6 abstained\n');
    expect(stderr).toBe('');
    const [id = ''] = readdirSync(join(cwd, '.sbdev', 'runs'));
    const kept = readFileSync(join(cwd, '.sbdev', 'runs', id, 'check-report.json'));
    expect(readCheckReport('kept', kept).verdict.revision).toBe(12);
  });

  test('--hints lists places in the sources, but for those that a comment waives', async () => {
    const source = 'import random\nx = random.random()\ny = random.random()  # sbdev: allow\n';
    const files = {
      'agent.py': `${source}import sys\nfor line in sys.stdin: print('{"orders":[]}', flush=True)\n`,
    };
    const { report } = await checkRun(['--cmd', 'python3 agent.py', '--hints', ...json], { files });
    expect(report?.hints?.map(({ file, line }) => [file, line])).toStrictEqual([['agent.py', 2]]);
    expect(report?.verdict.result.kind).toBe('passed');
    const without = await checkRun(['--agent', 'hold', ...json]);
    expect(without.report?.hints).toBeNull();
  });

  test('an interrupt ends it soon, with what is complete, and says how to go on', async () => {
    const { cwd } = await checkRun(['--print-case']);
    const agent = `python3 ${fixture('hold.py')}`;
    const { child, done } = startSbdev(['check', '--cmd', agent, '--case', 'case.json'], { cwd });
    await until(() => recordedCells(cwd) > 0);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await done;
    expect({ code, stderr }).toStrictEqual({ code: 130, stderr: '' });
    expect(stdout).toMatch(/^… pending {2}no grade yet/);
    expect(stdout).toMatch(/next: sbdev check --resume [0-9a-f-]+/);
    const resumed = await checkRun(['--resume', ...json], { cwd });
    expect(resumed.report?.verdict.result.kind).toBe('passed');
  });

  test('an interrupt while a cause is looked for leaves no trace in the record that is resumed', async () => {
    const agent = `python3 ${fixture('nd_hash_seed.py')}`;
    const { cwd } = await checkRun(['--print-case']);
    const { child, done } = startSbdev(['check', '--cmd', agent, '--case', 'case.json'], { cwd });
    await until(() => recordedCells(cwd) > 0);
    child.kill('SIGINT');
    expect((await done).code).toBe(130);
    const resumed = await checkRun(['--resume', ...json], { cwd });
    expect(resumed.report?.instruments[2]?.status).toBe('failed');
    expect(resumed.report?.instruments[2]?.reason).toMatch(/PYTHONHASHSEED/);
    expect(statuses(resumed.report)).toStrictEqual(expected('pp ffpp pa appa'));
  }, 180_000);

  test('a wrong case, an unknown flag and no agent are exit code 2, and nothing is kept', async () => {
    const files = { 'bad.json': JSON.stringify({ ...smallCase, rooster: 1 }) };
    const { code, stderr, cwd } = await checkRun(['--agent', 'hold', '--case', 'bad.json'], { files });
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean roster?');
    expect(existsSync(join(cwd, '.sbdev', 'runs'))).toBe(false);
    expect((await checkRun(['--agent', 'hold', '--cse', 'x'])).stderr).toContain('--case');
    expect((await checkRun([])).code).toBe(2);
  });

  test('where nothing can be kept there is no grade: exit code 3, nothing started', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.sbdev'), 'a file');
    const { code, stdout, stderr } = await sbdev(['check', '--agent', 'hold'], { cwd });
    expect({ code, stdout }).toStrictEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('[check-not-recorded]');
  });

  test('runs list and show know a check', async () => {
    const { cwd, stdout } = await checkRun(['--agent', 'hold']);
    const listed = await sbdev(['runs', 'list'], { cwd });
    expect(listed.stdout).toMatch(/ hold +check +exit 3 +4\/4 cells/);
    const shown = await sbdev(['runs', 'show', 'latest'], { cwd });
    expect(shown.stdout).toBe(stdout);
  });
});

/** Cells of the only record that have a journal. */
function recordedCells(cwd: string): number {
  const runs = join(cwd, '.sbdev', 'runs');
  const [id] = existsSync(runs) ? readdirSync(runs) : [];
  const cells = id === undefined ? '' : join(runs, id, 'cells');
  return existsSync(cells) ? readdirSync(cells).length : 0;
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000 && !condition(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
}
