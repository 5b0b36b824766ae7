import { expect, test } from 'vitest';
import { eventsOf, reportOf, runTextOf, sbdev, temporaryFolder } from '../support/cli.ts';
import { captureInto, jsonOf } from '../support/trajectory.ts';

test('a replay gives the very runs of the simulation, without the agent', async () => {
  const folder = temporaryFolder();
  await captureInto(folder, 'm.json', ['--agent', 'momentum', '--costs', 'realistic']);
  const args = ['replay', 'm.json', '--costs', 'realistic', '--format', 'json'];
  const { code, stdout, stderr } = await sbdev(args, { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  for (const [index, window, seed] of [
    [1, '20:26', '18446744073709551615'],
    [2, '26:30', '0'],
  ] as const) {
    const simulated = await sbdev(
      [
        ...['simulate', '--agent', 'momentum', '--costs', 'realistic', '--window', window, '--seed', seed],
        ...['--format', 'json', '--no-record', '--no-double-run'],
      ],
      { cwd: folder },
    );
    expect(lines[index]).toContain(`"seed":${seed}}`);
    expect(runTextOf(lines[index]!)).toBe(runTextOf(simulated.stdout));
    const replayed = JSON.parse(lines[index]!);
    const report = reportOf(simulated.stdout) as unknown as { book: unknown; summary: unknown };
    expect(replayed.book).toEqual(report.book);
    expect(replayed.summary).toEqual(report.summary);
  }
  expect(eventsOf(stdout).at(-1)).toEqual({
    type: 'replay_report',
    file: 'm.json',
    agent_id: 'momentum',
    runs: 4,
    steps: 20,
  });
});

test('a replay in text has a row a run', async () => {
  const folder = temporaryFolder();
  await captureInto(folder, 'm.json', ['--agent', 'momentum']);
  const { code, stdout } = await sbdev(['replay', 'm.json'], { cwd: folder });
  expect(code).toBe(0);
  expect(stdout).toContain('✓ replayed  4 runs, 20 recorded decisions');
  expect(stdout).toMatch(/26:30 +18446744073709551615 +4 +[+-]/);
});

test('a trajectory that is not whole on this market is not replayed', async () => {
  const folder = temporaryFolder();
  await captureInto(folder, 'm.json', ['--agent', 'momentum']);
  const result = await sbdev(['replay', 'm.json', '--costs', 'stressed', '--format', 'json'], {
    cwd: folder,
  });
  expect(result).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('[trajectory-costs]'),
  });
  expect(() => jsonOf(result)).toThrow();
});
