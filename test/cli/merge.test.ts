import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { agentFixtures, sbdev, temporaryFolder } from '../support/cli.ts';

const base = ['sweep', '--windows', '20:30,30:40', '--seeds', '0,1,18446744073709551615', '--no-record'];
const agent = ['--agent', 'random:7'];
const json = ['--format', 'json'];
let folder: string;

async function shard(
  index: number,
  count: number,
  given: readonly string[] = agent,
  name = `${index}-${count}.json`,
) {
  const args = [...base, ...given, '--shard', `${index}/${count}`, '--out', name];
  return sbdev(args, { cwd: folder });
}

const merge = (...args: string[]) => sbdev(['merge', ...args], { cwd: folder });

beforeAll(async () => {
  folder = temporaryFolder();
  for (const index of [1, 2, 3, 4]) await shard(index, 4);
  await shard(1, 2);
});

describe('merged shards', () => {
  const files = ['3-4.json', '1-4.json', '4-4.json', '2-4.json'];

  test.each(['json', 'text'])('are the very same bytes as the sweep run at once (%s)', async (format) => {
    const whole = await sbdev([...base, ...agent, '--format', format, '--out', 'whole.json'], {
      cwd: folder,
    });
    const merged = await merge(...files, '--format', format, '--out', 'merged.json');
    expect({ code: merged.code, stdout: merged.stdout }).toStrictEqual({ code: 0, stdout: whole.stdout });
    const [a, b] = ['whole.json', 'merged.json'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(b).toBe(a);
  });

  test('have the exit code of the sweep: 1 for an agent that broke the contract', async () => {
    const bad = ['--cmd', `python3 ${join(agentFixtures, 'nan.py')}`];
    await shard(1, 2, bad, 'bad-1.json');
    await shard(2, 2, bad, 'bad-2.json');
    expect((await merge('bad-1.json', 'bad-2.json')).code).toBe(1);
  });

  test('claim totals that no shard claims', async () => {
    const { stdout } = await shard(1, 4);
    expect(stdout).toContain('no totals are claimed: shard 1/4 alone');
    const merged = await merge(...files, ...json);
    expect(JSON.parse(merged.stdout.trimEnd().split('\n').at(-1)!).overall.totals.gate.runs).toBe(6);
  });
});

describe('a merge is refused', () => {
  async function refused(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await merge(...args, '--out', 'never.json');
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    return stderr;
  }

  test('with a gap, naming the cells', async () => {
    const stderr = await refused('1-4.json', '2-4.json', '4-4.json');
    expect(stderr).toContain('1 of 6 cells are in no file: [20,30) seed 18446744073709551615  [merge-gap]');
    expect(stderr).toContain('the files given are of the shards 1/4, 2/4, 4/4');
  });

  test('with an overlap, naming cell and files', async () => {
    expect(await refused('1-4.json', '1-2.json')).toContain(
      'cell 0, [20,30) seed 0, is in 1-4.json and in 1-2.json  [merge-overlap]',
    );
  });

  test.each([
    ['another agent', ['--agent', 'hold'], 'another agent than 1-2.json: expected random:7, found hold'],
    ['other costs', [...agent, '--costs', 'stressed'], 'another costs than 1-2.json: expected '],
    ['other data', [...agent, '--data', 'synthetic:8:180:3'], 'another data than 1-2.json: expected '],
    [
      'other seeds',
      [...agent, '--seeds', '0..5'],
      'another seeds than 1-2.json: expected 0,1,18446744073709551615, found 0,1,2,3,4,5',
    ],
    [
      'other windows',
      [...agent, '--windows', '20:31,31:41'],
      'another windows than 1-2.json: expected 20:30,30:40, found 20:31,31:41',
    ],
  ])('of %s, with what was expected and found', async (_what, given, message) => {
    await shard(2, 2, given, 'other.json');
    const stderr = await refused('1-2.json', 'other.json');
    expect(stderr).toContain(message);
    expect(stderr).toContain('[merge-mixed]');
  });

  test.each([
    ['merge-version', (text: string) => text.replace('"version":1', '"version":2'), 'version 2'],
    ['merge-mixed', (text: string) => text.replace('"kit":"0.1.0"', '"kit":"9.9.9"'), 'found 9.9.9'],
    [
      'merge-mixed',
      (text: string) => text.replace('"snapshot_id":"none"', '"snapshot_id":"beef"'),
      'found beef',
    ],
    [
      'merge-mixed',
      (text: string) => text.replace('"engine_version":"0.28.0"', '"engine_version":"0.29.0"'),
      'found 0.29.0',
    ],
    ['merge-unreadable', (text: string) => text.slice(0, -20), ''],
    [
      'merge-unreadable',
      (text: string) => text.replace('"index":3', '"index":5'),
      'not a cell of its own plan',
    ],
    [
      'merge-unreadable',
      (text: string) => text.replace('"cells":[{', '"cells":[{"__proto__":{},'),
      '/cells/0',
    ],
    ['merge-unreadable', () => '[]', ''],
    ['merge-unreadable', () => '', ''],
  ])('for a file that was tampered with: %s', async (code, change, message) => {
    await shard(2, 2);
    const text = readFileSync(join(folder, '2-2.json'), 'utf8');
    expect(change(text)).not.toBe(text);
    writeFileSync(join(folder, 'changed.json'), change(text));
    const stderr = await refused('1-2.json', 'changed.json');
    expect(stderr).toContain(`[${code}]`);
    expect(stderr).toContain(message);
  });

  test('for a file that is not there', async () => {
    expect(await refused('nowhere.json')).toContain('nowhere.json: ENOENT');
  });
});
