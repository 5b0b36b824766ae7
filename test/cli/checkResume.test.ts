import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckReport } from '../../src/grading/checkReport.ts';
import { type Checked, checkRun, killAfter, smallCase } from '../support/check.ts';
import { agentFixtures, temporaryFolder } from '../support/cli.ts';

/** What differs between two checks of one agent: names, times and sizes, which no grade rests on. */
function stable(report: CheckReport | null): unknown {
  const text = JSON.stringify(report, (key, value) => {
    if (key === 'timing' || key === 'measures' || key === 'seal') return null;
    return value;
  });
  const id = report?.session_id ?? '';
  return JSON.parse(text.replaceAll(id, 'ID').replaceAll(/\/tmp\/[^" ]*/g, 'TMP'));
}

const lines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);

describe('a check that was interrupted', () => {
  let whole: Checked;
  let wholeStarts = 0;

  function checkIn(folder: string, more: readonly string[], env: Record<string, string> = {}) {
    const agent = `node ${join(agentFixtures, 'counts_starts.mjs')} ..`;
    const cwd = join(folder, 'work');
    const isResumed = more.includes('--resume');
    return checkRun([...(isResumed ? [] : ['--cmd', agent]), '--jobs', '1', '--format', 'json', ...more], {
      cwd,
      env,
      ...(Object.keys(env).length > 0 && { preload: killAfter }),
    });
  }

  beforeAll(async () => {
    const folder = temporaryFolder();
    whole = await checkIn(folder, []);
    wholeStarts = lines(join(folder, 'starts.log'));
  }, 120_000);

  test('is whole without an interruption', () => {
    expect(whole.stderr).toBe('');
    expect(whole.code).toBe(0);
    expect(whole.report?.verdict.revision).toBe(12);
    expect(wholeStarts).toBeGreaterThan(8);
  });

  test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'and killed after instrument %i gives the same record when resumed, and starts no agent for a finished one',
    async (revision) => {
      const folder = temporaryFolder();
      const killed = await checkIn(folder, [], { KILL_AFTER: String(revision) });
      expect(killed.signal).toBe('SIGKILL');
      const starts = lines(join(folder, 'starts.log'));
      const resumed = await checkIn(folder, ['--resume']);
      expect(resumed.stderr).toBe('');
      expect(stable(resumed.report)).toStrictEqual(stable(whole.report));
      expect(resumed.code).toBe(0);
      expect(lines(join(folder, 'starts.log'))).toBe(wholeStarts);
      expect(starts).toBeLessThanOrEqual(wholeStarts);
      const again = await checkIn(folder, ['--resume']);
      expect(again.stdout).toBe(resumed.stdout);
      expect(lines(join(folder, 'starts.log'))).toBe(wholeStarts);
    },
    120_000,
  );

  test.each([1, 2, 4])(
    'and killed after run %i of its roster was recorded records the others alone',
    async (result) => {
      const folder = temporaryFolder();
      const killed = await checkIn(folder, [], { KILL_AFTER_RESULT: String(result) });
      expect(killed.signal).toBe('SIGKILL');
      const resumed = await checkIn(folder, ['--resume']);
      expect(stable(resumed.report)).toStrictEqual(stable(whole.report));
      expect(lines(join(folder, 'starts.log'))).toBe(wholeStarts);
    },
    120_000,
  );

  test('is another check once the agent was edited', async () => {
    const folder = temporaryFolder();
    const agent = join(folder, 'agent.mjs');
    writeFileSync(agent, readFileSync(join(agentFixtures, 'counts_starts.mjs')));
    const cwd = join(folder, 'work');
    const cmd = `node ${agent} ..`;
    await checkRun(['--cmd', cmd], { cwd, env: { KILL_AFTER: '2' }, preload: killAfter });
    appendFileSync(agent, '// another agent\n');
    const resumed = await checkRun(['--resume'], { cwd });
    expect(resumed.code).toBe(2);
    expect(resumed.stderr).toContain('[check-differs]');
    expect(resumed.stderr).toContain('agent snapshot');
  }, 120_000);

  test('supports no grade once its sealed runs were changed', async () => {
    const folder = temporaryFolder();
    await checkIn(folder, [], { KILL_AFTER: '2' });
    const runs = join(folder, 'work', '.sbdev', 'runs');
    const [id = ''] = readdirSync(runs);
    appendFileSync(join(runs, id, 'cells', '0', 'journal.jsonl'), '\n');
    const resumed = await checkIn(folder, ['--resume']);
    expect(resumed.code).toBe(3);
    expect(resumed.stderr).toContain('[seal-broken]');
    expect(resumed.stdout).toBe('');
  }, 120_000);

  test('is refused where there is none, and with flags of its own', async () => {
    const none = await checkRun(['--resume']);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('[check-not-found]');
    const clash = await checkRun(['--resume', '--seeds', '0']);
    expect(clash.code).toBe(2);
    expect(clash.stderr).toContain('--resume');
  });
});

test('the small case asks every instrument', () => {
  expect(smallCase.instruments).toHaveLength(12);
});
