import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { parseFaultPlan } from '../../src/faults/parsePlan.ts';
import { planSha256 } from '../../src/faults/planDigest.ts';
import { agentFixtures, projectRoot, temporaryFolder } from '../support/cli.ts';
import { runSbdev } from './memoryIo.ts';

const sample = (name: string) => join(projectRoot, 'examples/faults', name);
const everything = sample('everything.json');

const planIn = (path: string) => parseFaultPlan(readFileSync(path), path);

describe('sbdev faults check', () => {
  test('says what an accepted plan is, and what every entrant is told', async () => {
    const { code, stdout, stderr } = await runSbdev(['faults', 'check', everything]);
    expect([code, stderr]).toStrictEqual([0, '']);
    expect(stdout).toContain(
      `plan_sha256 ${planSha256(planIn(everything))}\n3 faults, seed 18446744073709551615\n`,
    );
    expect(stdout).toContain('- position_sign_convention: shares other than 0 may be shown');
    expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  test('says every refusal of one that is not, and ends with 2', async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'bad.json'),
      '{"schema_version":"v9","seed":-1,"declared_relaxations":[],"faults":[{"id":"A","cohort_ppm":0,"fault":{"mode":"projection_lgg"}}]}',
    );
    const { code, stdout, stderr } = await runSbdev(['faults', 'check', 'bad.json'], { cwd });
    expect([code, stdout]).toStrictEqual([2, '']);
    const codes = ['plan-version', 'plan-bad-seed', 'plan-bad-name', 'plan-bad-cohort', 'plan-unknown-mode'];
    for (const each of codes) expect(stderr).toContain(`[${each}]`);
    expect(stderr).toContain('did you mean projection_lag?');
    const json = await runSbdev(['faults', 'check', 'bad.json', '--format', 'json'], { cwd });
    expect(json.code).toBe(2);
    const { valid, refusals } = JSON.parse(json.stdout);
    expect(valid).toBe(false);
    expect(refusals.map((each: { code: string }) => each.code)).toStrictEqual(codes);
  });

  test.each([
    ['a file that is not there', 'missing.json', 'plan-unreadable'],
    ['a folder', '.', 'plan-unreadable'],
    ['a device that never ends', '/dev/zero', 'plan-too-large'],
  ])('%s is refused', async (_, file, code) => {
    const result = await runSbdev(['faults', 'check', file], { cwd: temporaryFolder() });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(`[${code}]`);
  });
});

describe('sbdev faults explain', () => {
  test('gives one cell as exactly these keys', async () => {
    const args = ['faults', 'explain', everything, '--window', '20:100', '--seed', '0', '--format', 'json'];
    const { code, stdout } = await runSbdev(args);
    const explained = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(Object.keys(explained)).toStrictEqual(['plan_sha256', 'declaration', 'assigned', 'armed']);
    expect(explained.assigned).toStrictEqual(['stale', 'limit']);
    expect(explained.armed).toStrictEqual([
      { id: 'stale', mode: 'projection_lag', arm_step: 79, lag: 1 },
      { id: 'limit', mode: 'rate_limit', arm_step: 10, rejected: 5 },
    ]);
    expect(explained.declaration).toHaveLength(3);
  });

  test('names a span where a sign is turned round', async () => {
    const args = ['faults', 'explain', everything, '--window', '20:100', '--seed', '6', '--format', 'json'];
    const { armed } = JSON.parse((await runSbdev(args)).stdout);
    expect(armed[0]).toStrictEqual({ id: 'flip', mode: 'amount_sign', arm_step: 76, span: 6 });
  });

  test('draws a timeline within 80 columns, with dates where there is data', async () => {
    const cell = ['--window', '20:100', '--seed', '6'];
    const { stdout } = await runSbdev([
      'faults',
      'explain',
      everything,
      ...cell,
      '--data',
      'synthetic:8:180:20260621',
    ]);
    const lines = stdout.split('\n');
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    // Steps 76 to 79 of 80 on 60 columns: the span of 6 is cut at the end of the window.
    expect(lines.find((line) => line.startsWith('  flip'))).toBe(`  flip          ${'·'.repeat(57)}███`);
    expect(stdout).toContain('from step 76 (2025-097) to step 79 (2025-100) all');
    expect(lines.find((line) => line.startsWith('  limit'))).toMatch(/^ {2}limit {9}·+█+░+$/);
    expect((await runSbdev(['faults', 'explain', everything, ...cell])).stdout).toContain(
      'from step 76 to step 79 all',
    );
  });

  test('lists every cell of a sweep without a window, and how many have each fault', async () => {
    const text = await runSbdev(['faults', 'explain', everything]);
    expect(text.stdout).toContain('[20,100) seed 6   flip (step 76, span 6), limit (step 59, rejected 6)\n');
    expect(text.stdout).toMatch(/stale +13 +16\n {2}flip +3 +16\n {2}limit +16 +16\n/);
    const json = await runSbdev(['faults', 'explain', everything, '--seeds', '6', '--format', 'json']);
    expect(JSON.parse(json.stdout).cells).toMatchObject([
      { cell: { window_start: 20, window_end: 100, seed: 6 }, assigned: ['flip', 'limit'] },
      { cell: { window_start: 100, window_end: 180, seed: 6 }, assigned: ['flip', 'limit'] },
    ]);
  });

  test.each([
    [['--window', '20:10']],
    [['--window', '20:100', '--data', 'synthetic:2:50:1']],
    [['--window', '20:100', '--sweep']],
    [['--window', '20:100', '--seeds', '1,2']],
    [['--seed', '1', '--seeds', '1,2']],
    [['--format', 'xml']],
  ])('refuses %j', async (args) => {
    expect((await runSbdev(['faults', 'explain', everything, ...args])).code).toBe(2);
  });
});

describe('sbdev faults new', () => {
  const flags = [
    '--mode',
    'projection_lag',
    '--bound',
    '3',
    '--cohort',
    '250000',
    '--id',
    'stale',
    '--group',
    'g',
  ];

  test('writes a valid plan from flags, each about the mode before it', async () => {
    const cwd = temporaryFolder();
    const more = ['--mode', 'rate_limit', '--bound', '4', '--mode', 'rate_limit', '--bound', '5'];
    const seed = ['--seed', '18446744073709551615', '--out', 'plan.json'];
    const { code, stdout } = await runSbdev(['faults', 'new', ...flags, ...more, ...seed], { cwd });
    expect(code).toBe(0);
    const plan = planIn(join(cwd, 'plan.json'));
    expect(plan).toStrictEqual({
      seed: 18446744073709551615n,
      declaredRelaxations: ['read_your_writes', 'submission_acceptance'],
      faults: [
        { id: 'stale', group: 'g', cohortPpm: 250_000, mode: 'projection_lag', bound: 3 },
        { id: 'rate-limit', group: null, cohortPpm: 1_000_000, mode: 'rate_limit', bound: 4 },
        { id: 'rate-limit-2', group: null, cohortPpm: 1_000_000, mode: 'rate_limit', bound: 5 },
      ],
    });
    expect(stdout).toContain(`plan.json\nplan_sha256 ${planSha256(plan)}`);
  });

  test('overwrites a file only when it is told to', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'plan.json'), 'mine');
    const refused = await runSbdev(['faults', 'new', ...flags, '--out', 'plan.json'], { cwd });
    expect([refused.code, readFileSync(join(cwd, 'plan.json'), 'utf8')]).toStrictEqual([2, 'mine']);
    expect(refused.stderr).toContain('[plan-exists]');
    const forced = await runSbdev(['faults', 'new', ...flags, '--out', 'plan.json', '--force'], { cwd });
    expect(forced.code).toBe(0);
    expect(planIn(join(cwd, 'plan.json')).faults).toHaveLength(1);
  });

  test.each([
    ['nothing to write', [], 'plan-nothing-asked'],
    ['a bound before its mode', ['--bound', '3'], 'bad-option'],
    ['a mode without a bound', ['--mode', 'rate_limit'], 'bad-option'],
    ['a mode that there is not', ['--mode', 'limit_before_sort', '--bound', '3'], 'bad-option'],
    ['a bound of 65', ['--mode', 'rate_limit', '--bound', '65'], 'bad-option'],
    ['an id in capitals', ['--mode', 'rate_limit', '--bound', '3', '--id', 'Mine'], 'plan-bad-name'],
    [
      'a group of more than all cells',
      [...flags, '--mode', 'rate_limit', '--bound', '3', '--group', 'g'],
      'plan-group-sum',
    ],
    ['a folder that is not there', [...flags, '--out', 'no/plan.json'], 'plan-unwritable'],
  ])('refuses %s', async (_, args, code) => {
    const result = await runSbdev(['faults', 'new', ...args], { cwd: temporaryFolder() });
    expect([result.code, result.stdout]).toStrictEqual([2, '']);
    expect(result.stderr).toContain(`[${code}]`);
  });

  const terminal = (text: string) => Object.assign(Readable.from([Buffer.from(text)]), { isTTY: true });

  test('asks on a terminal, on stderr, and again after what cannot be', async () => {
    const answers = [
      '',
      '99',
      '5',
      '',
      'Mine',
      'mine',
      '',
      'y',
      'amount_sign',
      '2',
      '500000',
      '',
      'g',
      '',
      '42',
    ];
    const { code, stdout, stderr } = await runSbdev(['faults', 'new'], {
      stdin: terminal(`${answers.join('\n')}\n`),
    });
    expect(code).toBe(0);
    expect(stderr).toContain('mode: projection_lag, amount_sign, rate_limit (projection_lag): ');
    expect(stderr.match(/\[bad-option\]/g)).toHaveLength(2);
    expect(JSON.parse(stdout)).toStrictEqual({
      schema_version: 'sharpebench.fault-plan.v1',
      seed: 42,
      declared_relaxations: ['read_your_writes', 'position_sign_convention'],
      faults: [
        { id: 'mine', cohort_ppm: 1_000_000, fault: { mode: 'projection_lag', max_lag_steps: 5 } },
        {
          id: 'amount-sign',
          group: 'g',
          cohort_ppm: 500_000,
          fault: { mode: 'amount_sign', max_span_steps: 2 },
        },
      ],
    });
  });

  test('takes answers in whatever pieces a terminal gives them, and an end as a no', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const done = runSbdev(['faults', 'new'], { stdin });
    for (const character of 'rate_limit\r\n7\n') stdin.write(character);
    stdin.end();
    const { code, stdout, stderr } = await done;
    expect([code, stdout]).toStrictEqual([2, '']);
    expect(stderr).toContain('[plan-nothing-asked]');
  });
});

describe('sbdev faults shrink', () => {
  const chases = ['--cmd', `python3 ${join(agentFixtures, 'chases.py')}`];

  test('finds one fault at bound 1 under which the agent still falls for it', async () => {
    const cwd = temporaryFolder();
    const args = [
      'faults',
      'shrink',
      everything,
      '--until',
      'escalated',
      ...chases,
      '--seed',
      '1',
      '--out',
      'small.json',
    ];
    const { code, stdout } = await runSbdev([...args, '--format', 'json'], { cwd });
    expect(code).toBe(0);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({
      until: 'escalated',
      cell: { window_start: 20, window_end: 100, seed: 1 },
      from: { faults: 3 },
      to: { faults: 1 },
      cut_short: false,
      out: 'small.json',
    });
    const plan = planIn(join(cwd, 'small.json'));
    expect(plan.faults).toStrictEqual([
      { id: 'stale', group: 'book', cohortPpm: 500_000, mode: 'projection_lag', bound: 1 },
    ]);
    expect(told.to.plan_sha256).toBe(planSha256(plan));
    // The command that is told shows it.
    const words = [
      'simulate',
      ...chases,
      '--window',
      '20:100',
      '--seed',
      '1',
      '--costs',
      'typical',
      '--fault-plan',
      'small.json',
    ];
    const again = await runSbdev([...words, '--format', 'json', '--no-record', '--no-double-run'], { cwd });
    expect(again.stdout).toContain('"grade":"escalated"');
    expect(told.command).toBe(`sbdev simulate --cmd '${chases[1]}' ${words.slice(3).join(' ')}`);
  });

  test('is the same every time', async () => {
    const run = async () => {
      const cwd = temporaryFolder();
      const args = [
        'faults',
        'shrink',
        sample('stale-reads.json'),
        '--until',
        'revised',
        '--agent',
        'momentum',
      ];
      await runSbdev([...args, '--out', 'small.json'], { cwd });
      return readFileSync(join(cwd, 'small.json'), 'utf8');
    };
    expect(await run()).toBe(await run());
  });

  test('finds a lost order under a limit', async () => {
    const cwd = temporaryFolder();
    const decisions = [{ orders: [{ symbol: 'SYM00', action: 'buy', target_weight: 0.1 }] }, { orders: [] }];
    const script = Array.from({ length: 60 }, () => decisions).flat();
    writeFileSync(join(cwd, 'script.json'), JSON.stringify(script));
    const args = [
      'faults',
      'shrink',
      sample('rate-limit.json'),
      '--until',
      'orders-lost',
      '--agent',
      'script:script.json',
    ];
    const { code, stderr } = await runSbdev([...args, '--out', 'small.json'], { cwd });
    expect([code, stderr]).toStrictEqual([0, '']);
    expect(planIn(join(cwd, 'small.json')).faults[0]!.bound).toBe(1);
  });

  test.each([
    [
      'what the agent does not do',
      ['--until', 'followed_presentation', '--agent', 'hold'],
      2,
      'shrink-nothing',
    ],
    [
      'what it does without any plan',
      ['--until', 'protocol-fault', '--cmd', `python3 ${agentFixtures}/nan.py`],
      2,
      'shrink-without-plan',
    ],
    ['a grade that there is not', ['--until', 'escalate', '--agent', 'hold'], 2, 'bad-option'],
    [
      'a divergence of what runs in the kit',
      ['--until', 'divergence', '--agent', 'hold'],
      2,
      'shrink-no-divergence',
    ],
    [
      'an agent that cannot be started',
      ['--until', 'escalated', '--cmd', './no-such-program'],
      3,
      'command-not-found',
    ],
  ])('refuses %s', async (_, args, code, diagnosis) => {
    const cwd = temporaryFolder();
    const result = await runSbdev(['faults', 'shrink', everything, ...args, '--out', 'small.json'], { cwd });
    expect(result.stderr).toContain(`[${diagnosis}]`);
    expect([result.code, existsSync(join(cwd, 'small.json'))]).toStrictEqual([code, false]);
  });

  test('keeps a plan under which two runs of the cell differ', async () => {
    const cwd = temporaryFolder();
    // The same observation again is answered by the hash of a name, which differs from start to start.
    writeFileSync(
      join(cwd, 'again.py'),
      `import json, sys
last = None
for line in sys.stdin:
    name = json.loads(line)["symbols"][0]["symbol"]
    weight = hash(name) % 97 / 100 if line == last else 0.1
    last = line
    print(json.dumps({"orders": [{"symbol": name, "action": "buy", "target_weight": weight}]}), flush=True)
`,
    );
    const args = [
      'faults',
      'shrink',
      sample('rate-limit.json'),
      '--until',
      'divergence',
      '--cmd',
      'python3 again.py',
    ];
    const cell = ['--window', '20:30', '--max-runs', '1', '--out', 'small.json'];
    const { code, stdout, stderr } = await runSbdev([...args, ...cell], { cwd, env: process.env });
    expect([code, stderr]).toStrictEqual([0, '']);
    expect(stdout).toMatch(
      /^divergence in \[20,30\) seed 0: 1 fault, bounds 4 -> 1 fault, bounds 1, after 1 run\n/,
    );
  }, 60_000);

  test('writes nothing for an agent that does it once and not again', async () => {
    const cwd = temporaryFolder();
    // Falls for it while a file is missing, and leaves the file behind at its third start.
    writeFileSync(
      join(cwd, 'once.py'),
      `import json, os, sys
starts = len([name for name in os.listdir('.') if name.startswith('start')])
open(f'start{starts}', 'w').close()
for step, line in enumerate(sys.stdin):
    seen = json.loads(line)
    weight = 0.1 + (step % 7) / 20 if starts < 2 else 0.1
    print(json.dumps({"orders": [{"symbol": seen["symbols"][0]["symbol"], "action": "buy", "target_weight": weight}]}), flush=True)
`,
    );
    const args = [
      'faults',
      'shrink',
      sample('stale-reads.json'),
      '--until',
      'escalated',
      '--cmd',
      'python3 once.py',
    ];
    const result = await runSbdev([...args, '--out', 'small.json', '--seed', '2'], { cwd });
    expect(result.stderr).toContain('[shrink-unstable]');
    expect([result.code, existsSync(join(cwd, 'small.json'))]).toStrictEqual([3, false]);
  });

  test('ends at its number of runs and says so', async () => {
    const cwd = temporaryFolder();
    const args = [
      'faults',
      'shrink',
      everything,
      '--until',
      'revised',
      '--agent',
      'momentum',
      '--max-runs',
      '0',
    ];
    const { code, stdout } = await runSbdev([...args, '--out', 'small.json'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('ended at --max-runs 0: a smaller plan may be there');
    expect(planSha256(planIn(join(cwd, 'small.json')))).toBe(planSha256(planIn(everything)));
  });

  test('does not overwrite, and says so before anything is run', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'small.json'), 'mine');
    const args = ['faults', 'shrink', everything, '--until', 'revised', '--cmd', './no-such-program'];
    const result = await runSbdev([...args, '--out', 'small.json'], { cwd });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('[plan-exists]');
  });
});
