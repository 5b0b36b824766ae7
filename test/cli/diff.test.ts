import { beforeAll, expect, test } from 'vitest';
import { sbdev, temporaryFolder } from '../support/cli.ts';
import { captureInto, jsonOf, tamperedCopy } from '../support/trajectory.ts';

const folder = temporaryFolder();
let text = '';
beforeAll(async () => {
  text = (await captureInto(folder, 'a.json', ['--agent', 'momentum'])).text;
  await captureInto(folder, 'b.json', ['--agent', 'buy-and-hold']);
  await captureInto(folder, 'stressed.json', ['--agent', 'momentum', '--costs', 'stressed']);
  await captureInto(folder, 'later.json', ['--agent', 'momentum', '--windows', '30:34']);
});
const diff = (...args: string[]) => sbdev(['diff', ...args], { cwd: folder });

test('equal decisions are exit code 0, also where the words differ', async () => {
  expect(await diff('a.json', 'a.json')).toMatchObject({
    code: 0,
    stdout: '✓ equal  20 steps of 4 runs compared\n',
  });
  tamperedCopy(folder, 'words.json', text, 'cross-sectional momentum', 'momentum across');
  const words = await diff('a.json', 'words.json');
  expect(words).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('at 1 step reasoning or rationales differ'),
  });
});

test('different decisions are exit code 1, with the first of each run', async () => {
  const result = await diff('a.json', 'b.json', '--format', 'json');
  expect(result.code).toBe(1);
  const report = jsonOf(result);
  expect(report).toMatchObject({
    type: 'trajectory_diff',
    a: 'a.json',
    b: 'b.json',
    equal: false,
    compared: 20,
  });
  expect(report.different).toBe(20);
  expect(report.runs[0].first).toEqual({
    step: 0,
    observation_id: '2025-021',
    pointer: '/orders/0/target_weight',
    a: expect.any(String),
    b: expect.any(String),
  });
  expect(report.runs[0].first.a).not.toBe(report.runs[0].first.b);
  const shown = await diff('a.json', 'b.json');
  expect(shown.stdout).toContain('✗ different  20 steps in 4 runs; 20 steps of 4 runs compared');
  expect(shown.stdout).toMatch(/20:26 +0 +6\/6 +step 0, 2025-021 +\/orders\/0\/target_weight/);
});

test.each([
  ['other costs', 'stressed.json', 'trajectories-differ'],
  ['no run in common', 'later.json', 'trajectories-share-no-run'],
  ['no file', 'missing.json', 'trajectory-unreadable'],
])('%s cannot be compared', async (_, other, code) => {
  expect(await diff('a.json', other)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`[${code}]`),
  });
});
