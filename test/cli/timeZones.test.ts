import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DoubleRunReport } from '../../src/harness/determinismEvents.ts';
import {
  agentFixtures,
  eventsOf,
  plainEnv,
  type Report,
  reportOf,
  sbdev,
  temporaryFolder,
} from '../support/cli.ts';
import { timeZones, transitionDays, writeTransitionPrices } from '../support/transitionDays.ts';

const folder = temporaryFolder();
const prices = writeTransitionPrices(folder);
const STEPS = transitionDays.length - 1;
const cell = ['--data', prices, '--window', `1:${1 + STEPS}`];

/** What each time zone gives, in the order of `timeZones`. */
function inEach<T>(of: (env: Record<string, string>, zone: string) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(timeZones.map((zone) => of(plainEnv({ TZ: zone }), zone)));
}

/** Nothing of a report but its times depends on when and where it was made. */
function withoutTimes(report: Report): unknown {
  const { timing: _timing, ...rest } = report;
  const attempts = (rest as unknown as { attempts: Record<string, unknown>[] }).attempts;
  return { ...rest, attempts: attempts.map(({ duration_ms: _duration, ...row }) => row) };
}

describe('D05: days around a change of the clocks', () => {
  test('reach an agent as the same bytes under every time zone, dates as they stand in the file', async () => {
    const [first, ...others] = await inEach(async (env, zone) => {
      const kept = join(folder, `lines-${zone.replace('/', '-')}.jsonl`);
      const command = `python3 ${join(agentFixtures, 'keeps_lines.py')} ${kept}`;
      const args = [
        'simulate',
        '--cmd',
        command,
        ...cell,
        '--no-double-run',
        '--no-record',
        '--format',
        'json',
      ];
      const { stdout, code } = await sbdev(args, { cwd: folder, env });
      expect(code).toBe(0);
      const { agent: _agent, ...report } = withoutTimes(reportOf(stdout)) as Record<string, unknown>;
      const turns = eventsOf(stdout).filter(({ type }) => type === 'turn');
      return { lines: readFileSync(kept), report, dates: turns.map(({ date }) => date) };
    });
    const dates = first!.lines
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).date);
    expect(dates).toStrictEqual(transitionDays.slice(1));
    expect(first!.dates).toStrictEqual(dates);
    for (const other of others) {
      expect(other.lines.equals(first!.lines)).toBe(true);
      expect(other.report).toStrictEqual(first!.report);
      expect(other.dates).toStrictEqual(dates);
    }
  });

  test.each([
    ['a description', ['data', 'describe', prices, '--format', 'json']],
    [
      'a sweep',
      [
        'sweep',
        '--agent',
        'momentum',
        '--data',
        prices,
        '--windows',
        '1:6,6:12',
        '--seeds',
        '0,1',
        '--no-record',
        '--quiet',
        '--format',
        'json',
      ],
    ],
  ])('%s is the same, byte for byte', async (_what, args) => {
    const outputs = await inEach(async (env) => (await sbdev(args, { cwd: folder, env })).stdout);
    expect(outputs[0]).not.toBe('');
    expect(new Set(outputs).size).toBe(1);
  });

  test('a trajectory is the same, byte for byte', async () => {
    const files = await inEach(async (env, zone) => {
      const out = join(folder, `trajectory-${zone.replace('/', '-')}.json`);
      const args = [
        'capture',
        out,
        '--agent',
        'momentum',
        '--data',
        prices,
        '--windows',
        '1:12',
        '--seeds',
        '0',
      ];
      expect((await sbdev(args, { cwd: folder, env })).code).toBe(0);
      return readFileSync(out, 'utf8');
    });
    expect(new Set(files).size).toBe(1);
  });

  test('an agent of naive local midnights diverges at one of them, with the time zone for its cause', async () => {
    const agent = `${process.execPath} ${join(agentFixtures, 'nd_local_midnight.mjs')}`;
    const reports = await inEach(async (env) => {
      const args = ['simulate', '--cmd', agent, ...cell, '--no-record', '--format', 'json'];
      const { stdout, code } = await sbdev(args, { cwd: folder, env });
      expect(code).toBe(1);
      return (reportOf(stdout) as Report & { readonly double_run: DoubleRunReport }).double_run;
    });
    for (const report of reports) {
      expect(report.divergence!.pointer).toBe('/orders/0/target_weight');
      expect(report.cause).toMatchObject({ kind: 'factor', factors: ['time-zone'] });
      expect(report.cause!.text).toContain('TZ');
      expect(report.hints[0]).toMatchObject({ code: 'local-time' });
    }
  });
});
