import { beforeAll, expect, test } from 'vitest';
import { sbdev, temporaryFolder } from '../support/cli.ts';
import { captureInto, fixtureCommand, jsonOf } from '../support/trajectory.ts';

const folder = temporaryFolder();
const agent = fixtureCommand('random_at.py', '3');
beforeAll(async () => {
  for (const name of ['a.json', 'b.json', 'c.json']) await captureInto(folder, name, agent);
  await captureInto(folder, 'later.json', [...agent, '--windows', '30:34']);
  await captureInto(folder, 'other.json', ['--agent', 'hold']);
});
const stability = (...args: string[]) => sbdev(['stability', ...args], { cwd: folder });

test('three captures that part at step 3 of each run', async () => {
  const result = await stability('a.json', 'b.json', 'c.json', '--format', 'json');
  expect(result).toMatchObject({ code: 0, stderr: '' });
  // 4 runs x 4 steps x 3 pairs, of which the last step's disagree; 2 runs have 2 steps more.
  expect(jsonOf(result)).toEqual({
    type: 'decision_stability',
    files: ['a.json', 'b.json', 'c.json'],
    rate: 12 / 48,
    pairs: 48,
    disagreeing_pairs: 12,
    steps: { compared: 48, excluded: 12, unreplicated: 0 },
    findings: [],
  });
  expect((await stability('a.json', 'b.json')).stdout).toContain(
    '0.250000  disagreement rate: 4 of 16 pairs of decisions\n  steps, once for each replicate: 32 compared, 8 excluded',
  );
});

test('a copy is refused unless it is declared a separate execution', async () => {
  const refused = await stability('a.json', 'a.json');
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('[trajectory-copied]'),
  });
  const declared = await stability('a.json', 'a.json', '--separate-executions', '--format', 'json');
  expect([declared.code, jsonOf(declared).rate, jsonOf(declared).pairs]).toEqual([0, 0, 20]);
});

test('nothing compared is no rate, and never a pass', async () => {
  const result = await stability('a.json', 'later.json', '--format', 'json');
  expect(result.code).toBe(3);
  expect(jsonOf(result)).toMatchObject({
    rate: null,
    steps: { compared: 0, excluded: 0, unreplicated: 28 },
    findings: [{ code: 'stability-nothing-compared' }],
  });
  expect((await stability('a.json', 'later.json')).stdout).toContain('! unavailable');
});

test('different agents are told', async () => {
  const result = await stability('a.json', 'other.json');
  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('[trajectory-other-agent]') });
});

test('other costs, and one file alone, are refused', async () => {
  expect(await stability('a.json', 'b.json', '--costs', 'stressed')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('[trajectory-costs]'),
  });
  expect((await stability('a.json')).code).toBe(2);
});
