import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agentFixtures,
  eventsOf,
  processesWith,
  projectRoot,
  runTextOf,
  sbdev,
  startSbdev,
  temporaryFolder,
} from '../support/cli.ts';
import { agentCopy, appears, finishedCells, linesIn, sweepFolder, sweepOf } from '../support/sweep.ts';

const json = ['--format', 'json'];
const small = ['--windows', '20:30,30:40', '--seeds', '0..2'];
const momentum = join(projectRoot, 'examples/agents/momentum.py');
const faults = join(projectRoot, 'examples/faults/everything.json');
const indices = join(projectRoot, '../shared/data/us-indices-1d.csv');

describe('the cells of a sweep', () => {
  test('are two windows x eight seeds, window-major, and then one report', async () => {
    const { stdout, code } = await sbdev(['sweep', '--agent', 'momentum', ...json]);
    const lines = eventsOf(stdout);
    expect(lines.map((each) => each.type)).toStrictEqual([...Array(16).fill('sweep_cell'), 'sweep_report']);
    const report = sweepOf(stdout);
    expect(report.cells.map((each) => each.index)).toStrictEqual([...Array(16).keys()]);
    expect(stdout.split('\n')[9]).toContain(
      '"index":9,"cell":{"window_start":100,"window_end":180,"seed":1}',
    );
    expect(report.overall.status).toStrictEqual({ clean: 16, failed: 0, incomplete: 0, not_run: 0 });
    expect(code).toBe(0);
  });

  test('are the runs that simulate gives, to the last byte of their text', async () => {
    const { stdout } = await sbdev(['sweep', '--agent', 'random:7', ...small, ...json]);
    const cell = sweepOf(stdout).cells[4]!;
    expect(cell.command).toBe('sbdev simulate --agent random:7 --window 30:40 --seed 1 --costs typical');
    const again = await sbdev([...cell.command.split(' ').slice(1), '--no-record', ...json]);
    const digest = createHash('sha256').update(runTextOf(again.stdout)).digest('hex');
    expect(cell.run_sha256).toBe(digest);
  });

  test('keep seeds beyond 2^53 exact, in the file of --out too', async () => {
    const cwd = temporaryFolder();
    const seeds = '9007199254740993,18446744073709551615';
    const given = ['--agent', 'hold', '--windows', '20:22', '--seeds', seeds, '--out', 'sweep.json'];
    const { stdout } = await sbdev(['sweep', ...given, ...json], { cwd });
    expect(stdout).toContain('"seed":9007199254740993}');
    const file = readFileSync(join(cwd, 'sweep.json'), 'utf8');
    expect(file).toContain('"seeds":[9007199254740993,18446744073709551615]');
    expect(stdout.endsWith(file)).toBe(true);
  });

  test('come from the configuration, and from a walk forward', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'sharpebench.json'), JSON.stringify({ windows: ['20:25'], seeds: [3, '4'] }));
    const configured = await sbdev(['sweep', '--agent', 'hold', ...json], { cwd });
    expect(sweepOf(configured.stdout).cells.map((each) => each.command)).toStrictEqual([
      'sbdev simulate --agent hold --window 20:25 --seed 3 --costs typical',
      'sbdev simulate --agent hold --window 20:25 --seed 4 --costs typical',
    ]);
    const walked = await sbdev([
      'sweep',
      '--agent',
      'hold',
      '--walk-forward',
      '20:50:50',
      '--seeds',
      '0',
      ...json,
    ]);
    expect(sweepOf(walked.stdout).by_window.map((each) => each)).toMatchObject([
      { window_start: 20, window_end: 70 },
      { window_start: 70, window_end: 120 },
      { window_start: 120, window_end: 170 },
    ]);
  });

  test.each([
    [['--seeds', '3..1']],
    [['--seeds', '1,1']],
    [['--seeds', '0..18446744073709551615']],
    [['--windows', '20:30,20:30']],
    [['--windows', '20:30', '--walk-forward', '20:5:5']],
    [['--walk-forward', '20:5']],
    [['--jobs', '0']],
    [['--shard', '0/2']],
    [['--shard', '3/2']],
    [['--shard', '17/17']],
    [['--format', 'xml']],
    [['--out', 'no/such/folder.json']],
    [['--resume', '../../etc']],
    [['--resume']],
    [['--resume', '--no-record']],
  ])('are refused before anything starts: %s', async (given) => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await sbdev(['sweep', '--agent', 'hold', ...given], { cwd });
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^✗ .*\[[a-z-]+\]/);
    expect(existsSync(join(cwd, '.sbdev'))).toBe(false);
  });
});

describe('a sweep under a fault plan', () => {
  test('says which, and gives the runs that simulate gives under it', async () => {
    const given = ['--agent', 'momentum', '--data', 'calm', '--fault-plan', faults];
    const { stdout } = await sbdev(['sweep', ...given, '--windows', '20:60', '--seeds', '3', ...json]);
    const cell = sweepOf(stdout).cells[0]!;
    expect(cell.command).toContain('--fault-plan');
    const again = await sbdev([...cell.command.split(' ').slice(1), '--no-record', ...json]);
    expect(cell.run_sha256).toBe(createHash('sha256').update(runTextOf(again.stdout)).digest('hex'));
    const [, plan] = /"fault_plan":\{"sha256":"([0-9a-f]{64})"/.exec(stdout) ?? [];
    expect(again.stdout).toContain(`"plan_sha256":"${plan}"`);
  });
});

describe('the output of a sweep', () => {
  test.each(['json', 'text'])(
    'does not depend on --jobs (%s)',
    async (format) => {
      const cwd = temporaryFolder();
      const given = ['sweep', '--cmd', `python3 ${momentum}`, '--data', 'calm', '--format', format];
      const one = await sbdev([...given, '--jobs', '1'], { cwd });
      const two = await sbdev([...given, '--jobs', '2'], { cwd });
      expect(one.code).toBe(0);
      expect(two.stdout === one.stdout, 'the same bytes').toBe(true);
    },
    120_000,
  );

  test('does not depend on --jobs on ten years of real data', async (context) => {
    if (!existsSync(indices)) {
      console.warn(`SKIPPED: ${indices} is not there`);
      context.skip('no real data here');
    }
    const given = ['sweep', '--cmd', `python3 ${momentum}`, '--data', indices, '--no-record', ...json];
    const one = await sbdev([...given, '--jobs', '1']);
    const two = await sbdev([...given, '--jobs', '2']);
    expect(sweepOf(one.stdout).overall.totals).not.toBeNull();
    expect(two.stdout === one.stdout, 'the same bytes').toBe(true);
  }, 240_000);

  test('fits 80 columns as text, with the verdict first', async () => {
    const data = ['--data', 'synthetic:3:40000:1', '--walk-forward', '10000:10000:10000'];
    const { stdout } = await sbdev(['sweep', '--agent', 'random:1', ...data, '--seeds', '0', '--no-record']);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('✓ clean  3 cells, every step answered within the contract');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('is the report alone where it is told to be quiet', async () => {
    const { stderr } = await sbdev(['sweep', '--agent', 'hold', ...small, '--quiet']);
    expect(stderr).toBe('');
  });
});

describe('an agent that fails', () => {
  test('in every third run is retried, recovers, and the ledger says so', async () => {
    const { folder, cmd } = agentCopy('crash_every.py', '3');
    const { stdout, code } = await sbdev(['sweep', ...cmd, ...small, ...json, '--jobs', '1'], {
      cwd: folder,
    });
    const report = sweepOf(stdout);
    expect(code).toBe(0);
    expect(report.overall.status).toStrictEqual({ clean: 6, failed: 0, incomplete: 0, not_run: 0 });
    // Runs 3 and 6 crash, so that cells 2 and 4 have a second attempt.
    expect(report.attempts).toStrictEqual({
      total: 8,
      passed: 6,
      failed: 2,
      failures: { transport_error: 2 },
      retried_cells: 2,
    });
    expect(report.cells[2]!.attempts).toMatchObject([
      { attempt_id: 'g1.a1', outcome: 'failed', failure: 'transport_error', code: 'agent-exited' },
      { attempt_id: 'g1.a2', outcome: 'passed', failure: null, code: null },
    ]);
    expect(stdout).not.toContain('duration');
  });

  test('in every third run is retried as well with two jobs', async () => {
    const { folder, cmd } = agentCopy('crash_every.py', '3');
    const { stdout, code } = await sbdev(['sweep', ...cmd, ...json, '--jobs', '2'], { cwd: folder });
    const report = sweepOf(stdout);
    expect({ code, status: report.overall.status.clean }).toStrictEqual({ code: 0, status: 16 });
    expect(report.attempts.total).toBe(16 + report.attempts.failed);
    expect(report.attempts.failed).toBeGreaterThanOrEqual(7);
    expect(linesIn(join(folder, 'runs.txt'))).toBe(report.attempts.total);
  });

  test('always is incomplete after its retries: exit 3, and no totals', async () => {
    const { folder, cmd } = agentCopy('crash_every.py', '1');
    const given = ['sweep', ...cmd, ...small, '--jobs', '2'];
    const { stdout, code } = await sbdev([...given, ...json], { cwd: folder });
    const report = sweepOf(stdout);
    expect(code).toBe(3);
    expect(report.overall).toStrictEqual({
      cells: 6,
      status: { clean: 0, failed: 0, incomplete: 6, not_run: 0 },
      failures: { transport_error: 6 },
      totals: null,
      no_totals: '6 of 6 cells incomplete',
    });
    expect(report.cells.map((each) => [each.attempts.length, each.summary, each.run_sha256])).toStrictEqual(
      Array(6).fill([3, null, null]),
    );
    expect(report.usage.cost_usd).toBeNull();
    const text = await sbdev([...given, '--retries', '0'], { cwd: folder });
    expect(text.stdout).toContain('no totals are claimed: 6 of 6 cells incomplete');
    expect(text.stdout).toMatch(/^✗ incomplete {2}6 cells: 6 incomplete, 0 clean\n/);
  });

  test('against the contract fails its cells, exit 1, and is never retried', async () => {
    const cmd = ['--cmd', `python3 ${join(agentFixtures, 'nan.py')}`];
    const { stdout, code } = await sbdev(['sweep', ...cmd, ...small, ...json, '--jobs', '2']);
    const { overall, cells, attempts } = sweepOf(stdout);
    expect(code).toBe(1);
    expect(attempts).toMatchObject({ total: 6, failed: 6, retried_cells: 0 });
    expect(cells.every((each) => each.status === 'failed' && each.summary === null)).toBe(true);
    expect(overall.totals).toMatchObject({
      clean_runs: 0,
      return_mean: null,
      gate: { psr_zero_at_least: 0.9, passed: 0, runs: 6, pass_rate: 0 },
    });
  });

  test('to start is incomplete, exit 3', async () => {
    const { stdout, code } = await sbdev(['sweep', '--cmd', 'no-such-program-1', ...small, ...json]);
    expect(code).toBe(3);
    expect(sweepOf(stdout).cells[0]).toMatchObject({ status: 'incomplete', failure: 'spawn_error' });
  });
});

describe('an interrupted sweep', () => {
  const given = [...small, '--jobs', '1', ...json];
  /** Runs until the agent's fourth run is in its middle, and ends the kit with `signal`. */
  async function interrupted(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') {
    const { folder, cmd } = agentCopy('diary.py');
    writeFileSync(join(folder, 'silent_from.txt'), '4');
    const { child, done } = startSbdev(['sweep', ...cmd, ...given], { cwd: folder });
    await appears(folder, 'silent.txt');
    child.kill(signal);
    const result = await done;
    writeFileSync(join(folder, 'silent_from.txt'), '1000');
    return { folder, cmd, result };
  }

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'by %s is resumed to the same bytes, and runs no finished cell again',
    async (signal) => {
      const { folder, cmd, result } = await interrupted(signal);
      expect(result.code ?? result.signal).toBe(signal === 'SIGTERM' ? 143 : 'SIGKILL');
      expect(finishedCells(sweepFolder(folder))).toStrictEqual([0, 1, 2]);
      expect(linesIn(join(folder, 'starts.txt'))).toBe(4);
      const resumed = await sbdev(['sweep', '--resume', '--jobs', '1', ...json], { cwd: folder });
      expect(linesIn(join(folder, 'starts.txt'))).toBe(4 + 3);
      const whole = await sbdev(['sweep', ...cmd, ...given, '--no-record'], { cwd: folder });
      expect({ code: resumed.code, stdout: resumed.stdout }).toStrictEqual({ code: 0, stdout: whole.stdout });
      expect(readdirSync(join(sweepFolder(folder), 'cells'))).toContain('3.interrupted-1');
      // All is there now, so that nothing is run at all.
      const again = await sbdev(['sweep', '--resume', ...json], { cwd: folder });
      expect(again.stdout).toBe(whole.stdout);
      expect(linesIn(join(folder, 'starts.txt'))).toBe(4 + 3 + 6);
      expect(processesWith(folder)).toStrictEqual([]);
    },
  );

  test('says what is there, claims no totals, and leaves no process', async () => {
    const { folder, result } = await interrupted('SIGINT');
    expect(result.code).toBe(130);
    const report = sweepOf(result.stdout);
    expect(report.cells.map((each) => each.status)).toStrictEqual([
      ...Array(3).fill('clean'),
      ...Array(3).fill('not_run'),
    ]);
    expect(report.overall).toMatchObject({ totals: null, no_totals: '3 of 6 cells not run' });
    expect(report.by_window[0]!.totals).not.toBeNull();
    expect(result.stderr).toMatch(/to go on: sbdev sweep --resume [0-9]{8}-[0-9]{6}-[0-9a-f]{6}\n/);
    expect(processesWith(folder)).toStrictEqual([]);
  });

  test.each([
    ['the agent', (agent: string) => writeFileSync(agent, '# edited\n', { flag: 'a' }), [], 'agent snapshot'],
    ['the seeds', () => {}, ['--seeds', '0..3'], 'seeds'],
    ['the windows', () => {}, ['--windows', '20:30'], 'windows'],
    ['the fault plan', () => {}, ['--fault-plan', faults], 'fault plan'],
    ['the costs', () => {}, ['--costs', 'stressed'], 'costs'],
    ['the data', () => {}, ['--data', 'synthetic:8:180:1'], 'data'],
    ['the retries', () => {}, ['--retries', '5'], 'retries'],
    ['the shard', () => {}, ['--shard', '1/2'], 'shard'],
    ['the agent by name', () => {}, ['--agent', 'hold'], 'agent'],
  ])('is not resumed if %s changed', async (_what, change, flags, name) => {
    const { folder } = await interrupted('SIGTERM');
    change(join(folder, 'diary.py'));
    const { code, stderr, stdout } = await sbdev(['sweep', '--resume', ...flags], { cwd: folder });
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`has another ${name}: it was `);
    expect(linesIn(join(folder, 'starts.txt'))).toBe(4);
  });

  test('is not resumed while it still runs', async () => {
    const { folder, cmd } = agentCopy('diary.py');
    writeFileSync(join(folder, 'silent_from.txt'), '1');
    const { child, done } = startSbdev(['sweep', ...cmd, ...given], { cwd: folder });
    await appears(folder, 'silent.txt');
    const beside = await sbdev(['sweep', '--resume'], { cwd: folder });
    expect(beside.code).toBe(2);
    expect(beside.stderr).toContain('[resume-running]');
    child.kill('SIGTERM');
    expect((await done).code).toBe(143);
  });

  test('whose result was damaged runs that cell again', async () => {
    const { folder } = await interrupted('SIGTERM');
    writeFileSync(join(sweepFolder(folder), 'cells/1/result.json'), '{"version":1,');
    await sbdev(['sweep', '--resume', ...json], { cwd: folder });
    expect(linesIn(join(folder, 'starts.txt'))).toBe(4 + 4);
  });

  test('ends with two jobs without a process left', async () => {
    const { folder, cmd } = agentCopy('diary.py');
    writeFileSync(join(folder, 'silent_from.txt'), '5');
    const { child, done } = startSbdev(['sweep', ...cmd, ...small, '--jobs', '2', ...json], { cwd: folder });
    await appears(folder, 'silent.txt');
    child.kill('SIGTERM');
    const { code, stdout } = await done;
    expect(code).toBe(143);
    const ran = sweepOf(stdout)
      .cells.filter((each) => each.status === 'clean')
      .map((each) => each.index);
    expect(ran).toStrictEqual(finishedCells(sweepFolder(folder)));
    expect(processesWith(folder)).toStrictEqual([]);
  });
});
