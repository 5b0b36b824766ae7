import { copyFileSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { DoubleRunReport, ProbeReport } from '../../src/harness/determinismEvents.ts';
import { freePort } from '../fixtures/http/rawServer.ts';
import {
  agentFixtures,
  eventsOf,
  plainEnv,
  processesWith,
  type Report,
  reportOf,
  sbdev,
  startSbdev,
  temporaryFolder,
} from '../support/cli.ts';
import { writePrices } from '../support/prices.ts';

type Doubled = Report & { readonly double_run: DoubleRunReport; readonly probes?: readonly ProbeReport[] };

const STEPS = 12;
const folder = temporaryFolder();
/** Where the kit puts its copies. */
const scratch = temporaryFolder();
const env = plainEnv({ TMPDIR: scratch });
const prices = writePrices(folder, ['TSLA', 'ZM', 'AAPL', 'MSFT', 'AA', 'NVDA', 'SAP', 'YUM']);
const window = ['--data', prices, '--window', `20:${20 + STEPS}`];

function commandOf(agent: string): string {
  const [file = '', ...rest] = agent.split(' ');
  return [file.endsWith('.py') ? 'python3' : process.execPath, join(agentFixtures, file), ...rest].join(' ');
}

async function doubleRun(
  agent: string,
  ...flags: string[]
): Promise<{ report: Doubled; code: number | null }> {
  const args = [
    'simulate',
    '--cmd',
    commandOf(agent),
    ...window,
    '--format',
    'json',
    '--no-record',
    ...flags,
  ];
  const { stdout, stderr, code } = await sbdev(args, { cwd: folder, env });
  expect(stderr).toBe('');
  return { report: reportOf(stdout) as Doubled, code };
}

afterAll(() => {
  expect(readdirSync(scratch)).toStrictEqual([]);
});

interface Caught {
  readonly agent: string;
  /** What its command line ends with. */
  readonly argument?: string;
  /** Id of a case that it stands for. */
  readonly case?: string;
  readonly step: number | RegExp;
  readonly pointer: string | RegExp;
  readonly kind?: 'ambient';
  readonly factor?: string;
  readonly remark?: RegExp;
  /** Code of the first hint; null if the source gives none. */
  readonly hint: string | null;
}

const WEIGHT = '/orders/0/target_weight';

/** Agents that do not repeat themselves: where it shows first, and why. */
const zoo: readonly Caught[] = [
  {
    agent: 'nd_set_order.py',
    case: 'D01',
    step: 0,
    pointer: '/orders/0/symbol',
    factor: 'hash-seed',
    remark: /same orders in another sequence/,
    hint: 'set-order',
  },
  {
    agent: 'nd_hash_seed.py',
    case: 'D02',
    step: 0,
    pointer: WEIGHT,
    factor: 'hash-seed',
    hint: 'hash-value',
  },
  { agent: 'nd_clock_second.py', case: 'D04', step: 0, pointer: WEIGHT, factor: 'time', hint: 'wall-clock' },
  {
    agent: 'nd_time_zone.mjs',
    case: 'D05',
    step: 0,
    pointer: WEIGHT,
    factor: 'time-zone',
    hint: 'local-time',
  },
  {
    agent: 'nd_time_zone_east.py',
    case: 'D05',
    step: 0,
    pointer: WEIGHT,
    factor: 'time-zone',
    hint: 'local-time',
  },
  {
    agent: 'nd_last_digit.py',
    case: 'D06',
    step: 0,
    pointer: WEIGHT,
    factor: 'hash-seed',
    remark: /^\d+ ulp apart/,
    hint: 'set-order',
  },
  {
    agent: 'nd_locale_sort.mjs',
    step: 0,
    pointer: /^\/orders\/\d\/symbol$/,
    factor: 'locale',
    remark: /same orders/,
    hint: 'locale-dependent',
  },
  {
    agent: 'nd_decimal_comma.mjs',
    case: 'D15',
    step: 0,
    pointer: '',
    factor: 'locale',
    // J11: the hint comes with run B's refusal.
    remark: /^run B is refused: not JSON.*: a decimal comma, .*set LC_NUMERIC=C in the agent/,
    hint: 'locale-dependent',
  },
  { agent: 'nd_rare_branch.py', step: 7, pointer: WEIGHT, kind: 'ambient', hint: 'unseeded-random' },
  {
    agent: 'nd_thread_race.py',
    case: 'D07',
    step: /^\d$/,
    pointer: /^\/orders\/\d\/symbol$/,
    kind: 'ambient',
    hint: 'unseeded-random',
  },
  {
    agent: 'nd_token_count.py',
    step: 0,
    pointer: '/cost/tokens_in',
    kind: 'ambient',
    hint: 'unseeded-random',
  },
  {
    agent: 'nd_confidence.py',
    case: 'D10',
    step: /^\d$/,
    pointer: '/orders/0/confidence',
    kind: 'ambient',
    hint: 'unseeded-random',
  },
  {
    agent: 'nd_minus_zero.py',
    step: 3,
    pointer: WEIGHT,
    factor: 'hash-seed',
    remark: /zero with another sign/,
    hint: 'hash-value',
  },
  {
    agent: 'nd_lock.py',
    argument: join(folder, 'lock'),
    step: 0,
    pointer: WEIGHT,
    factor: 'parallelism',
    hint: null,
  },
  {
    agent: 'nd_crowd.py',
    argument: temporaryFolder(),
    step: 1,
    pointer: WEIGHT,
    factor: 'parallelism',
    hint: 'process-identity',
  },
  { agent: 'nd_process_id.py', step: 0, pointer: WEIGHT, kind: 'ambient', hint: 'process-identity' },
];

describe.concurrent('an agent that does not repeat itself is caught at its first step, with its cause', () => {
  for (const row of zoo) {
    test(`${row.case === undefined ? '' : `${row.case}: `}${row.agent}`, async () => {
      const { report, code } = await doubleRun([row.agent, row.argument ?? []].flat().join(' '));
      const { status, divergence, cause, hints } = report.double_run;
      expect(status).toBe('different');
      expect(String(divergence!.step)).toMatch(
        row.step instanceof RegExp ? row.step : new RegExp(`^${row.step}$`),
      );
      expect(divergence!.pointer).toMatch(
        row.pointer instanceof RegExp ? row.pointer : new RegExp(`^${row.pointer}$`),
      );
      expect(divergence!.last_equal_step).toBe(divergence!.step - 1);
      expect(divergence!.a).not.toBe(divergence!.b);
      if (row.remark !== undefined) expect(divergence!.remark).toMatch(row.remark);
      expect(cause).toMatchObject(
        row.factor === undefined
          ? { kind: row.kind, factors: [] }
          : { kind: 'factor', factors: [row.factor] },
      );
      expect(hints[0]?.code ?? null).toBe(row.hint);
      expect(report.findings.map((each) => each.code)).toContain('non-deterministic');
      expect(report.stop.unmet).toStrictEqual(['double-run-equal']);
      expect(code).toBe(1);
      expect(processesWith(join(agentFixtures, row.agent))).toStrictEqual([]);
    });
  }

  test('D12: a file left in the working folder is caught in the run that leaves it, and stays there', async () => {
    const home = temporaryFolder();
    copyFileSync(join(agentFixtures, 'nd_left_file.py'), join(home, 'agent.py'));
    const config = { name: 'leaves', transport: { kind: 'stdio', command: ['python3', 'agent.py'] } };
    writeFileSync(join(home, 'sharpebench.json'), JSON.stringify(config));
    const run = () => sbdev(['simulate', ...window, '--format', 'json', '--no-record'], { cwd: home, env });
    const first = await run();
    const { double_run: caught } = reportOf(first.stdout) as Doubled;
    expect(caught.cause).toMatchObject({
      factors: ['folder'],
      text: expect.stringContaining('wrote state.json'),
    });
    expect(caught.divergence).toMatchObject({ step: 0, pointer: WEIGHT, a: '0.1', b: '0.2' });
    expect(caught.hints).toMatchObject([{ file: 'agent.py', line: 10, code: 'file-state' }]);
    expect(first.code).toBe(1);
    expect(readdirSync(home)).toContain('state.json');
    // From now on every copy holds the file, so the report says what it could not vary.
    const { double_run: second } = reportOf((await run()).stdout) as Doubled;
    expect(second.not_exercised).toContainEqual(expect.stringContaining('without state.json'));
  });

  test('without a folder of its own, the files that the run wrote are named', async () => {
    const cwd = temporaryFolder();
    const args = [
      'simulate',
      '--cmd',
      commandOf('nd_left_file.py'),
      ...window,
      '--format',
      'json',
      '--no-record',
    ];
    const { stdout } = await sbdev(args, { cwd, env });
    const { cause, not_exercised } = (reportOf(stdout) as Doubled).double_run;
    expect(cause).toMatchObject({ kind: 'unknown', text: expect.stringContaining('wrote state.json') });
    expect(not_exercised).toContain('working folder');
  });

  test('a divergence is a finding of its step, with all that is known by then', async () => {
    const args = ['simulate', '--cmd', commandOf('nd_rare_branch.py'), ...window, '--format', 'json'];
    const events = eventsOf((await sbdev([...args, '--no-record'], { cwd: folder, env })).stdout);
    const types = events.map((each) => each.type);
    expect(types.filter((type) => type === 'twin_started')).toHaveLength(1);
    expect(types[types.indexOf('run_started') + 1]).toBe('twin_started');
    const varied = ['hash seed', 'time zone', 'pacing'];
    expect(events.find(({ type }) => type === 'twin_started')).toMatchObject({ mode: 'lockstep' });
    const { divergence, varied: inReport } = (reportOf(JSON.stringify(events.at(-1))) as Doubled).double_run;
    expect(inReport).toStrictEqual(expect.arrayContaining(varied));
    const at = events.findIndex(({ type, code }) => type === 'finding' && code === 'non-deterministic');
    expect(events[at + 1]).toMatchObject({ type: 'turn', step: 7 });
    const { a, b, pointer } = divergence!;
    expect(events[at]).toMatchObject({
      step: 7,
      pointer,
      facts: { a, b, date: divergence!.observation_id, last_equal_step: 6 },
    });
  });

  test('the steps before a divergence are shown with it', async () => {
    const { report } = await doubleRun('nd_rare_branch.py');
    const { history } = report.double_run.divergence!;
    expect(history.map(({ step, observation_id }) => [step, observation_id])).toStrictEqual([
      [4, '2024-01-25'],
      [5, '2024-01-26'],
      [6, '2024-01-27'],
    ]);
    expect(history[0]!.answer).toBe('{"orders": [{"symbol": "AA", "action": "buy", "target_weight": 0.25}]}');
  });

  test('D04: what two runs of one day cannot show is said, not passed over', async () => {
    const { report, code } = await doubleRun('nd_weekday.py');
    expect(report.double_run).toMatchObject({
      status: 'equal',
      steps_compared: STEPS,
      hints: [],
      cause: null,
    });
    expect(report.double_run.not_exercised).toContain('other weekday or date');
    expect(code).toBe(0);
  });
});

const ROUNDS = process.env.CHAOS === 'full' ? 100 : 5;

/** Agents that repeat themselves in all that counts. */
const steady = [
  'det_constant.py',
  'det_varying_text.py',
  'det_spelling.py',
  'det_seeded.py',
  'det_slowish.py',
  'det_stderr_noise.py',
  'hold.mjs',
];

describe('an agent that repeats itself in all that counts passes every time', () => {
  const caseOf: Readonly<Record<string, string>> = {
    'det_varying_text.py': 'D09: ',
    'det_spelling.py': 'D14: ',
  };
  for (const agent of steady) {
    test(`${caseOf[agent] ?? ''}${agent}, ${ROUNDS} of ${ROUNDS}`, { timeout: 6_000 * ROUNDS }, async () => {
      const one = async (): Promise<void> => {
        const { report, code } = await doubleRun(agent);
        expect(report.double_run).toMatchObject({
          status: 'equal',
          steps_compared: STEPS,
          steps_asked_again_later: STEPS,
          hints: [],
        });
        expect(report.findings).toStrictEqual([]);
        expect(code).toBe(0);
      };
      // Most of the time is a wait for another second of the clock.
      for (let round = 0; round < ROUNDS; round += 5) await Promise.all(Array.from({ length: 5 }, one));
    });
  }
});

test('an agent that lives in its own surroundings alone fails, by the name of what it needs', async () => {
  const { report, code } = await doubleRun('nd_fails_elsewhere.py');
  expect(report.double_run).toMatchObject({ status: 'no_verdict', steps_compared: 0, varied: [] });
  expect(report.findings).toMatchObject([{ code: 'twin-failed', facts: { factors: ['time-zone'] } }]);
  expect(code).toBe(1);
});

test('a run of the kit’s own agents, and one with --no-double-run, has no double run', async () => {
  const builtIn = await sbdev([
    'simulate',
    '--agent',
    'momentum',
    ...window,
    '--format',
    'json',
    '--no-record',
  ]);
  expect(reportOf(builtIn.stdout)).not.toHaveProperty('double_run');
  const { report, code } = await doubleRun('nd_hash_seed.py', '--no-double-run');
  expect(report).not.toHaveProperty('double_run');
  expect(report).not.toHaveProperty('probes');
  expect(code).toBe(0);
});

test('every attempt of a retried run is compared anew; A’s own failure is the run’s', async () => {
  const { report, code } = await doubleRun('crash_at.py 5', '--retries', '1');
  expect(report).toMatchObject({ attempts: [{ outcome: 'failed' }, { outcome: 'failed' }] });
  expect(report.double_run).toMatchObject({
    status: 'no_verdict',
    reason: 'run A: agent-exited',
    steps_compared: 5,
    divergence: null,
  });
  expect(report.findings.map((each) => each.code)).toStrictEqual(['agent-exited']);
  expect(code).toBe(1);
});

describe('the text', () => {
  test('names step, values, cause and places to look at', async () => {
    const args = ['simulate', '--cmd', commandOf('nd_set_order.py'), ...window, '--no-record'];
    const { stdout } = await sbdev(args, { cwd: folder, env });
    expect(stdout).toContain(
      '✗ A and B differ first at step 0 (2024-01-21), /orders/0/symbol; no step was equal',
    );
    expect(stdout).toContain('why: differs when only PYTHONHASHSEED differs');
    expect(stdout).toMatch(/look at .*nd_set_order\.py:6: a set is iterated/);
  });
});

describe('probes', () => {
  test('a request that is asked twice counts once', async () => {
    const { report, code } = await doubleRun('nd_counts_requests.py', '--probes');
    expect(report.double_run.status).toBe('equal');
    expect(report.probes).toMatchObject([
      {
        probe: 'repeated-request',
        status: 'failed',
        difference: { step: 0, kind: 'again', pointer: WEIGHT },
      },
    ]);
    expect(report.findings.map((each) => each.code)).toStrictEqual(['repeated-request']);
    expect(code).toBe(1);
  });

  test('and the run goes on as if it had been asked once', async () => {
    const { report } = await doubleRun('nd_history_of_lines.py', '--probes');
    expect(report.probes).toMatchObject([
      { status: 'failed', difference: { step: 1, kind: 'afterwards', a: '0.1', b: '0.15' } },
    ]);
  });

  test('an agent that remembers days passes; one without a steady answer has no verdict', async () => {
    const passing = await doubleRun('det_by_date.py', '--probes', '--no-double-run');
    expect(passing.report.probes).toMatchObject([{ status: 'passed', steps_compared: STEPS }]);
    expect(passing.code).toBe(0);
    const { report } = await doubleRun('nd_process_id.py', '--probes', '--no-double-run');
    expect(report.probes).toMatchObject([
      { status: 'no_verdict', reason: 'two runs that are asked once differ, too' },
    ]);
  });
});

describe('an endpoint', () => {
  async function served(kind: string, ...flags: string[]): Promise<{ report: Doubled; code: number | null }> {
    const home = temporaryFolder();
    const port = await freePort();
    copyFileSync(join(agentFixtures, 'nd_served.mjs'), join(home, 'serve.mjs'));
    const command = [process.execPath, 'serve.mjs', String(port), kind];
    const transport = { kind: 'http', url: `http://127.0.0.1:${port}`, command };
    writeFileSync(join(home, 'sharpebench.json'), JSON.stringify({ name: 'served', transport }));
    const args = ['simulate', ...window, '--format', 'json', '--no-record', ...flags];
    const { stdout, stderr, code } = await sbdev(args, { cwd: home, env });
    expect(stderr).toBe('');
    expect(processesWith(`serve.mjs\0${port}`)).toStrictEqual([]);
    return { report: reportOf(stdout) as Doubled, code };
  }

  test('that repeats itself passes a second run, and both probes', async () => {
    const { report, code } = await served('constant', '--probes');
    expect(report.double_run).toMatchObject({ status: 'equal', steps_compared: STEPS });
    expect(report.double_run.varied).toContain('process state');
    expect(report.double_run.not_exercised).toContain('hash seed');
    expect(report.probes).toMatchObject([
      { probe: 'repeated-request', status: 'passed' },
      { probe: 'carried-state', status: 'passed' },
    ]);
    expect(code).toBe(0);
  });

  test('that carries state from one run to the next is caught, with the cause', async () => {
    const { report, code } = await served('counting', '--probes');
    expect(report.double_run).toMatchObject({
      status: 'different',
      divergence: { step: 0, pointer: WEIGHT, a: '0.01', b: '0.13' },
      cause: { kind: 'factor', factors: ['process-state'] },
    });
    expect(report.double_run.cause!.text).toContain('state is carried from one run to the next');
    expect(report.probes).toMatchObject([
      { probe: 'repeated-request', status: 'no_verdict' },
      { probe: 'carried-state', status: 'failed' },
    ]);
    expect(code).toBe(1);
  });

  test('that draws random numbers is told from one that carries state', async () => {
    const { report } = await served('random');
    expect(report.double_run.cause).toMatchObject({ kind: 'ambient', factors: [] });
    expect(report.double_run.hints[0]).toMatchObject({ file: 'serve.mjs', code: 'unseeded-random' });
  });
});

describe('an interrupt', () => {
  async function endedBy(running: ReturnType<typeof startSbdev>, agent: string): Promise<Doubled> {
    const at = performance.now();
    running.child.kill('SIGINT');
    const { code, stdout } = await running.done;
    expect(code).toBe(130);
    expect(performance.now() - at).toBeLessThan(2_500);
    expect(processesWith(join(agentFixtures, agent))).toStrictEqual([]);
    return reportOf(stdout) as Doubled;
  }

  const start = (agent: string): ReturnType<typeof startSbdev> =>
    startSbdev(['simulate', '--cmd', commandOf(agent), ...window, '--format', 'json', '--no-record'], {
      cwd: folder,
      env,
    });

  test('in the middle of a double run ends both agents within two seconds', async () => {
    const running = start('det_slowish.py');
    let seen = '';
    await new Promise<void>((resolve) => {
      running.child.stdout!.on('data', (chunk: Buffer) => {
        seen += chunk.toString('utf8');
        if (seen.includes('"step":3,')) resolve();
      });
    });
    const report = await endedBy(running, 'det_slowish.py');
    expect(report.double_run.cause).toBeNull();
    expect(report.stop).toMatchObject({ status: 'incomplete', reason: 'interrupted by SIGINT' });
  });

  test('while a cause is looked for ends that too, though its agent never answers', async () => {
    const starts = join(folder, 'starts.txt');
    writeFileSync(starts, '');
    const watcher = watch(starts);
    const running = start(`nd_slow_to_blame.py ${starts}`);
    await new Promise<void>((resolve) => {
      // A and B, and the first agent of the search.
      watcher.on('change', () => {
        if (readFileSync(starts, 'utf8').split('\n').length > 3) resolve();
      });
    });
    watcher.close();
    const report = await endedBy(running, 'nd_slow_to_blame.py');
    expect(report.double_run).toMatchObject({
      status: 'different',
      cause: { kind: 'unknown', text: 'not looked for: the run was interrupted' },
    });
  });
});

test('a second interrupt leaves no copy of a folder, either', async () => {
  const home = temporaryFolder();
  copyFileSync(join(agentFixtures, 'deaf.py'), join(home, 'agent.py'));
  const config = { name: 'deaf', transport: { kind: 'stdio', command: ['python3', 'agent.py'] } };
  writeFileSync(join(home, 'sharpebench.json'), JSON.stringify(config));
  const running = startSbdev(['simulate', ...window, '--format', 'json', '--no-record'], { cwd: home, env });
  await new Promise<void>((resolve) => running.child.stdout!.once('data', () => resolve()));
  running.child.kill('SIGINT');
  running.child.kill('SIGTERM');
  expect((await running.done).code).not.toBe(0);
  expect(readdirSync(scratch)).toStrictEqual([]);
});

test('a run under a fault plan is run twice as well', async () => {
  const plan = join(folder, 'plan.json');
  const modes = ['--mode', 'projection_lag', '--bound', '3', '--mode', 'rate_limit', '--bound', '1'];
  const drawn = await sbdev(['faults', 'new', ...modes, '--out', plan], { cwd: folder, env });
  expect(drawn.code).toBe(0);
  const steady = await doubleRun('det_constant.py', '--fault-plan', plan);
  expect(steady.report.double_run.status).toBe('equal');
  // A step whose submission is rejected is shown, and compared, once more.
  expect(steady.report.double_run.steps_compared).toBeGreaterThan(STEPS);
  expect(steady.code).toBe(0);
  const { report } = await doubleRun('nd_set_order.py', '--fault-plan', plan);
  expect(report.double_run).toMatchObject({ divergence: { step: 0 }, cause: { factors: ['hash-seed'] } });
});

describe('D07: --repeat', () => {
  const repeat = (agent: string, ...flags: string[]) => doubleRun(agent, '--repeat', ...flags);
  /** Seven of ten double runs diverge: all forty, or none, do less than once in a million times. */
  const RUNS = 40;

  test('counts in how many double runs an agent of rare chances diverged, and keeps one', async () => {
    const { report, code } = await repeat('nd_one_in_twenty.py', String(RUNS));
    const { repetition, divergence, cause, status } = report.double_run;
    expect(status).toBe('different');
    expect(repetition).toMatchObject({ asked: RUNS, compared: RUNS, without_verdict: 0 });
    expect(repetition!.diverged).toBeGreaterThan(0);
    expect(repetition!.diverged).toBeLessThan(RUNS);
    expect(divergence).toMatchObject({ pointer: '/orders/0/symbol', last_equal_step: divergence!.step - 1 });
    expect(cause!.kind).toMatch(/^(ambient|unknown)$/);
    expect(report.findings.map((each) => each.code)).toStrictEqual(['non-deterministic']);
    expect(report.stop.unmet).toStrictEqual(['double-run-equal']);
    expect(code).toBe(1);
    expect(processesWith(join(agentFixtures, 'nd_one_in_twenty.py'))).toStrictEqual([]);
  }, 120_000);

  test('tells of each double run as it is complete', async () => {
    const args = ['simulate', '--cmd', commandOf('det_constant.py'), ...window, '--repeat', '3'];
    const { stdout, code } = await sbdev([...args, '--format', 'json', '--no-record'], { cwd: folder, env });
    const ended = eventsOf(stdout).filter(({ type }) => type === 'double_run_ended');
    expect(ended).toMatchObject(
      [1, 2, 3].map((double_run) => ({
        double_run,
        asked: 3,
        status: 'equal',
        reason: null,
        steps_compared: STEPS,
        divergent_step: null,
      })),
    );
    expect((reportOf(stdout) as Doubled).double_run).toMatchObject({
      status: 'equal',
      repetition: { compared: 3, diverged: 0, steps_compared: 3 * STEPS, example: null },
    });
    expect(code).toBe(0);
  });

  test('and a pair that happened to agree say how many runs agreed, and nothing of the agent', async () => {
    const args = ['simulate', '--cmd', commandOf('det_constant.py'), ...window, '--no-record'];
    const pair = await sbdev(args, { cwd: folder, env });
    expect(pair.stdout).toContain(`✓ no divergence in 2 runs: A = B for ${STEPS} steps`);
    const three = await sbdev([...args, '--repeat', '3'], { cwd: folder, env });
    expect(three.stdout).toContain(
      `✓ no divergence in 3 double runs: ${3 * STEPS} steps compared, all equal`,
    );
    for (const { stdout } of [pair, three]) expect(stdout).not.toMatch(/\bdeterministic\b/);
  });

  test('stands in the command that runs it again', async () => {
    const cwd = temporaryFolder();
    const args = ['simulate', '--cmd', commandOf('det_constant.py'), ...window, '--repeat', '2', '--quiet'];
    expect((await sbdev(args, { cwd, env })).code).toBe(0);
    expect((await sbdev(['runs', 'show', 'latest'], { cwd })).stdout).toMatch(/again: sbdev .* --repeat 2\n/);
  });

  test('leaves no copy of a folder, and runs each in a fresh one', async () => {
    const home = temporaryFolder();
    copyFileSync(join(agentFixtures, 'nd_left_file.py'), join(home, 'agent.py'));
    const config = { name: 'leaves', transport: { kind: 'stdio', command: ['python3', 'agent.py'] } };
    writeFileSync(join(home, 'sharpebench.json'), JSON.stringify(config));
    const args = ['simulate', ...window, '--repeat', '3', '--format', 'json', '--no-record'];
    const { stdout } = await sbdev(args, { cwd: home, env });
    expect((reportOf(stdout) as Doubled).double_run).toMatchObject({
      repetition: { compared: 3, diverged: 3, example: 1 },
      cause: { factors: ['folder'] },
    });
    expect(readdirSync(scratch)).toStrictEqual([]);
  });

  test('of an endpoint starts it afresh each time', async () => {
    const home = temporaryFolder();
    const port = await freePort();
    copyFileSync(join(agentFixtures, 'nd_served.mjs'), join(home, 'serve.mjs'));
    const command = [process.execPath, 'serve.mjs', String(port), 'counting'];
    const transport = { kind: 'http', url: `http://127.0.0.1:${port}`, command };
    writeFileSync(join(home, 'sharpebench.json'), JSON.stringify({ name: 'served', transport }));
    const args = ['simulate', ...window, '--repeat', '2', '--format', 'json', '--no-record'];
    const { stdout, code } = await sbdev(args, { cwd: home, env });
    expect((reportOf(stdout) as Doubled).double_run).toMatchObject({
      repetition: { compared: 2, diverged: 2, example: 1 },
      cause: { factors: ['process-state'] },
    });
    expect(code).toBe(1);
    expect(processesWith(`serve.mjs\0${port}`)).toStrictEqual([]);
  });

  test('that is interrupted keeps what is complete', async () => {
    const args = ['simulate', '--cmd', commandOf('det_slowish.py'), ...window, '--repeat', '1000'];
    const running = startSbdev([...args, '--format', 'json', '--no-record'], { cwd: folder, env });
    let seen = '';
    await new Promise<void>((resolve) => {
      running.child.stdout!.on('data', (chunk: Buffer) => {
        seen += chunk.toString('utf8');
        if (seen.includes('"double_run":3,')) resolve();
      });
    });
    running.child.kill('SIGINT');
    const { code, stdout } = await running.done;
    const { status, reason, repetition } = (reportOf(stdout) as Doubled).double_run;
    expect(status).toBe('no_verdict');
    expect(repetition).toMatchObject({ asked: 1000, diverged: 0, without_verdict: 0 });
    expect(repetition!.compared).toBeGreaterThanOrEqual(3);
    expect(reason).toBe(`ended after ${repetition!.compared} of 1000 double runs`);
    expect(code).toBe(130);
    expect(processesWith(join(agentFixtures, 'det_slowish.py'))).toStrictEqual([]);
  });

  test.each([
    [['--cmd', 'python3 a.py', '--repeat', '0'], 'a whole number from 1 to 1000'],
    [['--cmd', 'python3 a.py', '--repeat', 'twice'], 'a whole number from 1 to 1000'],
    [['--cmd', 'python3 a.py', '--repeat', '3', '--no-double-run'], '--no-double-run runs the agent once'],
    [['--cmd', 'python3 a.py', '--repeat', '3', '--watch'], '--watch runs again at every change'],
    [['--agent', 'hold', '--repeat', '3'], 'a built-in one is run once'],
  ])('%j is refused', async (flags, said) => {
    const { stdout, stderr, code } = await sbdev(['simulate', ...flags], { cwd: folder, env });
    expect(stderr).toContain(said);
    expect({ stdout, code }).toStrictEqual({ stdout: '', code: 2 });
  });
});

test('D15: the record says under which locale, time zone and switches of Python run A was', async () => {
  const cwd = temporaryFolder();
  const surroundings = { LC_ALL: 'C.UTF-8', TZ: 'Asia/Tokyo', PYTHONPATH: '/opt/lib', PYTHONHASHSEED: '7' };
  const secret = { API_KEY: 'sk-verysecret', SHARPEBENCH_AGENT_ENV: 'API_KEY' };
  const args = ['simulate', '--cmd', commandOf('det_constant.py'), ...window, '--format', 'json'];
  const { stdout, code } = await sbdev(args, { cwd, env: plainEnv({ ...surroundings, ...secret }) });
  expect(code).toBe(0);
  const { environment } = eventsOf(stdout).find(({ type }) => type === 'run_started')!;
  expect(environment).toStrictEqual(
    expect.arrayContaining([
      { name: 'API_KEY', passed: true, value: null, fingerprint: null },
      { name: 'LC_ALL', passed: true, value: 'C.UTF-8', fingerprint: null },
      { name: 'TZ', passed: true, value: 'Asia/Tokyo', fingerprint: null },
      // What the double run sets is what the agent has.
      { name: 'PYTHONHASHSEED', passed: true, value: '0', fingerprint: null },
      { name: 'PYTHONPATH', passed: false, value: null, fingerprint: expect.any(String) },
    ]),
  );
  const [id = ''] = readdirSync(join(cwd, '.sbdev', 'runs'));
  const journal = readFileSync(join(cwd, '.sbdev', 'runs', id, 'journal.jsonl'), 'utf8');
  expect(journal).toContain('"environment":[');
  expect(stdout + journal).not.toContain('verysecret');
  const shown = await sbdev(['runs', 'show', 'latest'], { cwd });
  expect(shown.stdout).toMatch(
    /agent env +API_KEY=set .*LC_ALL=C\.UTF-8 .*PYTHONHASHSEED=0 TZ=Asia\/Tokyo\n/,
  );
});
