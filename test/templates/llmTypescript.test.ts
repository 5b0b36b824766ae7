import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot, temporaryFolder } from '../support/cli.ts';
import { CLEAN, completionFor, KEY, outcomeOf, type ReadCloses, STEPS } from './support/modelAgent.ts';
import { describeModelAgent } from './support/modelAgentContract.ts';

let built: string;

// The compiler of the kit stands in for the template's own, so that nothing is downloaded.
beforeAll(() => {
  built = join(temporaryFolder(), 'built');
  copyWithoutLeftovers(join(projectRoot, 'templates/llm-typescript'), built);
  execFileSync(process.execPath, [join(projectRoot, 'node_modules/typescript/bin/tsc')], { cwd: built });
});

function copyWithoutLeftovers(from: string, to: string): void {
  const leftovers = new Set(['node_modules', 'dist', '.sbdev'].map((name) => join(from, name)));
  cpSync(from, to, { recursive: true, filter: (source) => !leftovers.has(source) });
}

function testsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => join(folder, name));
}

const closesIn: ReadCloses = (message) =>
  (JSON.parse(message) as { symbol: string; closes: number[] }[]).map(
    ({ symbol, closes }) => [symbol, closes] as const,
  );

const { agent } = describeModelAgent({
  folder: () => built,
  closesIn,
  missing:
    /replay only: no answer in cache\/ for request [0-9a-f]{64}, and no call is made; run once without/,
  refusals: [
    [
      'that refuses the key is said to, without the key',
      { status: 401, body: `wrong: ${KEY}` },
      /status 401, .*wrong: \[OPENAI_API_KEY\].*; the key is read from OPENAI_API_KEY, which is set/,
    ],
    [
      'that sends the agent elsewhere is not followed',
      { status: 302, body: '', headers: { Location: '/x' } },
      /redirect/,
    ],
    ['that speaks of other things is no model', { status: 200, body: '{"hello":1}' }, /no chat completion/],
  ],
});

test('two runs side by side agree, although the model does not say the same twice', async () => {
  const { calls } = agent();
  agent().reply = ({ body }) => {
    const weight = calls.length % 2 === 0 ? 0.1 : 0.2;
    const { status, body: text } = completionFor(body, closesIn);
    return { status, body: text.replaceAll(':0.1', `:${weight}`) };
  };
  const doubled = await agent().simulate();
  expect(outcomeOf(doubled)).toStrictEqual(CLEAN);
  expect(doubled.report).toMatchObject({ double_run: { status: 'equal', steps_compared: STEPS } });
  expect(agent().cached()).toHaveLength(STEPS);
});

test('the project’s own tests pass', () => {
  const tests = ['--test', ...testsIn(join(built, 'dist'))];
  expect(() => execFileSync(process.execPath, tests, { cwd: built, stdio: 'pipe' })).not.toThrow();
});
