import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runSbdev } from './memoryIo.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sbdev-compare-'));
const run = (...args: string[]) => runSbdev(args, { cwd });

beforeAll(async () => {
  const common = ['--quiet', '--data', 'calm', '--seeds', '0..3', '--no-record'];
  await run('sweep', '--agent', 'momentum', ...common, '--out', 'momentum.json');
  await run('sweep', '--agent', 'random:3', ...common, '--out', 'random.json');
  await run('sweep', '--agent', 'hold', '--quiet', '--data', 'jumpy', '--no-record', '--out', 'jumpy.json');
});

describe('sbdev compare', () => {
  test('gives paired differences with their interval, unit and sample', async () => {
    const { code, stdout, stderr } = await run('compare', 'momentum.json', 'random.json');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('mean of 8 pairs');
    expect(stdout).toContain('95 % interval');
    expect(stdout).toContain('unit cell: 8 cells of 2');
  });

  test('T10: with --format json prints exactly one document, the same every time', async () => {
    const first = await run('compare', 'momentum.json', 'random.json', '--format', 'json');
    const again = await run('compare', 'momentum.json', 'random.json', '--format', 'json');
    expect(JSON.parse(first.stdout)).toMatchObject({ type: 'comparison', pairs: 8, no_comparison: null });
    expect(again.stdout).toBe(first.stdout);
  });

  test('a record against itself differs in nothing', async () => {
    const { stdout } = await run('compare', 'momentum.json', 'momentum.json', '--format', 'json');
    const { metrics } = JSON.parse(stdout) as {
      metrics: { mean_difference: number; higher: string | null }[];
    };
    expect(metrics.every((row) => row.mean_difference === 0 && row.higher === null)).toBe(true);
  });

  test('records of different data are refused, each difference named', async () => {
    const { code, stderr, stdout } = await run('compare', 'momentum.json', 'jumpy.json');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('other data than momentum.json');
    expect(stderr).toContain('[compare-mixed]');
  });

  test('two single runs are a smoke read', async () => {
    await run('simulate', '--agent', 'momentum', '--data', 'calm', '--quiet');
    await run('simulate', '--agent', 'hold', '--data', 'calm', '--quiet');
    const { runs } = JSON.parse((await run('runs', 'list', '--format', 'json')).stdout) as {
      runs: { id: string }[];
    };
    const [after, before] = runs.map(({ id }) => id);
    const { code, stdout } = await run('compare', `${before}@1`, String(after));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^- smoke read/);
    const none = await run('compare', `${before}@7`, String(after));
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('no generation 7');
  });

  test('what is no record is refused', async () => {
    expect((await run('compare', 'momentum.json', 'missing.json')).code).toBe(2);
    expect((await run('compare', 'momentum.json')).code).toBe(2);
    expect((await run('compare', 'momentum.json@2', 'random.json')).code).toBe(2);
  });
});
