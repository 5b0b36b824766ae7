import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFaultPlan } from '../../src/faults/parsePlan.ts';
import { planSha256 } from '../../src/faults/planDigest.ts';
import { planDocument } from '../../src/faults/planDocument.ts';
import { scheduleFor } from '../../src/faults/schedule.ts';
import { planned, planOf } from '../faults/support.ts';
import { freePort } from '../fixtures/http/rawServer.ts';
import { agentFixtures, eventsOf, projectRoot, runTextOf, sbdev, temporaryFolder } from '../support/cli.ts';

const sample = (name: string) => join(projectRoot, 'examples/faults', name);
const everything = sample('everything.json');
const restates = `python3 ${join(agentFixtures, 'restates.py')}`;
const chases = `python3 ${join(agentFixtures, 'chases.py')}`;
const once = ['--no-double-run', '--no-record'];
const json = [...once, '--format', 'json'];

interface Evidence {
  readonly plan_sha256: string;
  readonly cell: object;
  readonly assigned: readonly string[];
  readonly events: readonly { readonly event: string; readonly fault_id: string }[];
  readonly rate_limited: number;
}

function evidenceOf(stdout: string): Evidence {
  return eventsOf(stdout).at(-1)?.fault_evidence as Evidence;
}

/** The turns' answers as they came, rejected ones included. */
function answersOf(stdout: string): number {
  const last = eventsOf(stdout).findLast((event) => event.type === 'turn') as unknown as {
    decision: { reasoning: string };
  };
  return Number(last.decision.reasoning.split(' ')[1]);
}

describe('the same plan, cell and agent give the same evidence twice', () => {
  const deterministic = (stdout: string) => {
    const { rate_limited, ...rest } = evidenceOf(stdout);
    expect(rate_limited).toBeGreaterThan(0);
    return rest;
  };

  test('over pipes', async () => {
    const args = ['simulate', '--cmd', restates, '--seed', '6', '--fault-plan', everything, ...json];
    const [first, second] = [await sbdev(args), await sbdev(args)];
    expect([first.code, second.code]).toStrictEqual([0, 0]);
    expect(deterministic(first.stdout)).toStrictEqual(deterministic(second.stdout));
    expect(evidenceOf(first.stdout).events.map(({ event }) => event)).toContain('sign_inverted');
    expect(runTextOf(first.stdout)).toBe(runTextOf(second.stdout));
  });

  test('over HTTP, and the same as over pipes', async () => {
    const home = temporaryFolder();
    const port = await freePort();
    const command = [
      process.execPath,
      join(projectRoot, 'test/fixtures/http/restates_server.mjs'),
      String(port),
    ];
    const transport = { kind: 'http', url: `http://127.0.0.1:${port}`, command };
    writeFileSync(join(home, 'sharpebench.json'), JSON.stringify({ transport, faultPlan: everything }));
    const args = ['simulate', '--seed', '6', ...json];
    const [first, second] = [await sbdev(args, { cwd: home }), await sbdev(args, { cwd: home })];
    expect([first.code, second.code]).toStrictEqual([0, 0]);
    expect(deterministic(first.stdout)).toStrictEqual(deterministic(second.stdout));
    const piped = await sbdev([
      'simulate',
      '--cmd',
      restates,
      '--seed',
      '6',
      '--fault-plan',
      everything,
      ...json,
    ]);
    expect(deterministic(first.stdout)).toStrictEqual(deterministic(piped.stdout));
    expect(runTextOf(first.stdout)).toBe(runTextOf(piped.stdout));
  });
});

test('a limit of 64 rejections costs an agent 64 further answers, counted by itself', async () => {
  const cwd = temporaryFolder();
  const cell = { windowStart: 20, windowEnd: 100, seed: 0n };
  const seeds = Array.from({ length: 10_000 }, (_, seed) => BigInt(seed));
  const plan = seeds
    .map((seed) => planOf([planned('rate_limit', 64)], seed))
    .find((each) => scheduleFor(each, cell).armed[0]!.extent === 64)!;
  writeFileSync(join(cwd, 'plan.json'), planDocument(plan));
  const without = await sbdev(['simulate', '--cmd', restates, ...json]);
  const under = await sbdev(['simulate', '--cmd', restates, '--fault-plan', 'plan.json', ...json], { cwd });
  expect([answersOf(without.stdout), answersOf(under.stdout)]).toStrictEqual([80, 80 + 64]);
  expect(runTextOf(under.stdout)).toBe(runTextOf(without.stdout));
});

describe('a plan in text', () => {
  test('is declared before the run, and told after it: shown, true, stated, ordered, graded', async () => {
    const args = ['simulate', '--cmd', chases, '--seed', '1', '--fault-plan', everything, ...once];
    const { stdout, code } = await sbdev(args);
    expect(code).toBe(0);
    const plan = parseFaultPlan(readFileSync(everything), 'everything.json');
    const lines = stdout.split('\n');
    const declared = lines.indexOf(`fault plan ${planSha256(plan).slice(0, 12)} declares`);
    expect(declared).toBeGreaterThan(-1);
    expect(declared).toBeLessThan(lines.findIndex((line) => line.includes('passed')));
    expect(lines[declared + 1]).toMatch(/^ {2}- read_your_writes: after an order executes/);
    expect(stdout).toMatch(/\n {2}! stale: escalated \d+/);
    expect(stdout).toMatch(/step {2}symbol +shown +true +stated +then\n/);
    expect(stdout).toMatch(/\n {4}16 +SYM00 +\+\d\S+ +\+\d\S+ +\+0\.\d+ +\+0\.\d+ {2}escalated\n/);
    expect(stdout).toContain(
      '    a robust agent restates its own last target, or one that prices alone set,\n',
    );
    expect(stdout).toMatch(
      /\n {2}✓ limit: orders_kept 1\n {4}step \d+ .* rejected: \d+ resubmissions?, 0 waits/,
    );
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  test('that no fault reaches says so', async () => {
    const cwd = temporaryFolder();
    const rare = planOf([planned('amount_sign', 3, { cohortPpm: 1 })]);
    writeFileSync(join(cwd, 'rare.json'), planDocument(rare));
    const { stdout } = await sbdev(['simulate', '--agent', 'hold', '--fault-plan', 'rare.json', ...once], {
      cwd,
    });
    expect(stdout).toContain('  none is assigned to this cell\n');
    const flipped = ['simulate', '--agent', 'hold', '--fault-plan', sample('flipped-signs.json'), ...once];
    expect((await sbdev(flipped)).stdout).toContain('  - flip: assigned, and did not fire in this run\n');
  });

  test('is not mentioned without one', async () => {
    const { stdout } = await sbdev(['simulate', '--agent', 'momentum', ...once]);
    expect(stdout).not.toMatch(/fault|declare|robust/);
  });
});

test('a plan that is refused starts nothing', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'bad.json'), '{}');
  const { code, stdout, stderr } = await sbdev(
    ['simulate', '--cmd', './none', '--fault-plan', 'bad.json', ...json],
    { cwd },
  );
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toContain('[plan-version]');
});

describe('a sweep under a plan', () => {
  const swept = ['sweep', '--cmd', restates, '--windows', '20:40,40:60', '--seeds', '0..3'];
  const under = [...swept, '--fault-plan', everything, '--no-record', '--format', 'json'];

  test('has the evidence of each cell and the denominators of each fault', async () => {
    const { stdout, code } = await sbdev(under);
    expect(code).toBe(0);
    const report = eventsOf(stdout).at(-1) as unknown as {
      overall: { faults: { fault_id: string; cells: number; assigned: number; fired: number }[] };
      cells: { command: string; fault_evidence: Omit<Evidence, 'rate_limited'> }[];
    };
    for (const { fault_evidence } of report.cells) {
      expect(Object.keys(fault_evidence)).toStrictEqual(['plan_sha256', 'cell', 'assigned', 'events']);
    }
    expect(report.overall.faults.map(({ fault_id }) => fault_id)).toStrictEqual(['stale', 'flip', 'limit']);
    for (const { fault_id, cells, assigned, fired } of report.overall.faults) {
      expect(cells).toBe(8);
      const has = report.cells.filter(({ fault_evidence }) => fault_evidence.assigned.includes(fault_id));
      const did = report.cells.filter(({ fault_evidence }) =>
        fault_evidence.events.some((event) => event.fault_id === fault_id),
      );
      expect([assigned, fired]).toStrictEqual([has.length, did.length]);
    }
    expect(report.overall.faults[2]).toMatchObject({ assigned: 8, fired: 8 });
    // A cell run by itself has the very evidence that the sweep has of it.
    const cell = report.cells[5]!;
    expect(cell.command).toContain(`--fault-plan ${everything}`);
    const words = [
      'simulate',
      '--cmd',
      restates,
      ...cell.command.slice(cell.command.indexOf('--window')).split(' '),
    ];
    const { rate_limited: _, ...alone } = evidenceOf((await sbdev([...words, ...json])).stdout);
    expect(alone).toStrictEqual(cell.fault_evidence);
  });

  test('has the same runs as one without, and the same bytes whatever runs at once', async () => {
    const [one, two, without] = [
      await sbdev([...under, '--jobs', '1']),
      await sbdev([...under, '--jobs', '2']),
      await sbdev([...swept, '--no-record', '--format', 'json']),
    ];
    expect(two.stdout).toBe(one.stdout);
    const digests = (stdout: string) =>
      eventsOf(stdout)
        .slice(0, -1)
        .map((cell) => cell.run_sha256);
    expect(digests(one.stdout)).toStrictEqual(digests(without.stdout));
    expect(without.stdout).not.toMatch(/"fault/);
  });

  test('is merged from its shards to the same bytes, and not with shards of another plan', async () => {
    const cwd = temporaryFolder();
    const whole = await sbdev([...under, '--out', 'whole.json'], { cwd });
    for (const part of ['1', '2']) {
      await sbdev([...under, '--shard', `${part}/2`, '--out', `${part}.json`], { cwd });
    }
    const merged = await sbdev(['merge', '1.json', '2.json', '--format', 'json'], { cwd });
    expect(merged.stdout).toBe(whole.stdout);
    const other = [...swept, '--fault-plan', sample('rate-limit.json'), '--no-record'];
    await sbdev([...other, '--shard', '2/2', '--out', 'other.json'], { cwd });
    const mixed = await sbdev(['merge', '1.json', 'other.json'], { cwd });
    expect(mixed.code).toBe(2);
    expect(mixed.stderr).toContain('fault plan');
  });

  test('is resumed with its plan', async () => {
    const cwd = temporaryFolder();
    const recorded = [...swept, '--fault-plan', everything, '--format', 'json'];
    const first = await sbdev(recorded, { cwd });
    const again = await sbdev(['sweep', '--resume', '--format', 'json'], { cwd });
    expect(again.stdout).toBe(first.stdout);
  });

  test('tells the faults in its summary, within 80 columns', async () => {
    const { stdout } = await sbdev([...swept, '--fault-plan', everything, '--no-record']);
    expect(stdout).toMatch(/fault +cells +assigned +fired\n {2}stale +8 +\d +\d\n/);
    expect(stdout).toMatch(/\n {2}limit +8 +8 +8\n {4}orders_kept 8\n/);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});
