import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runSbdev } from './memoryIo.ts';

const committed = (file: string) => readFileSync(new URL(`../../schema/${file}`, import.meta.url), 'utf8');
const folder = () => mkdtempSync(join(tmpdir(), 'sbdev-schema-'));

describe('sbdev schema', () => {
  test('lists what is published', async () => {
    const { code, stdout } = await runSbdev(['schema']);
    expect(code).toBe(0);
    expect(stdout).toContain('https://sharpebench.dev/schema/v1/decision.schema.json');
    expect(stdout).toContain('https://sharpebench.dev/schema/v1/observation.schema.json');
    expect(stdout).toContain('https://sharpebench.dev/schema/v1/sharpebench.schema.json');
  });

  test.each([
    'decision',
    'observation',
    'trajectory',
    'sharpebench',
    'fault-plan',
    'harness',
    'check-report',
  ])('prints the %s schema', async (name) => {
    const { stdout } = await runSbdev(['schema', name]);
    expect(stdout).toBe(committed(`${name}.schema.json`));
  });

  test('writes all of them into a folder that it makes', async () => {
    const cwd = folder();
    const { code, stdout } = await runSbdev(['schema', '--out', 'a/b'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toBe(
      'a/b/decision.schema.json\na/b/observation.schema.json\na/b/trajectory.schema.json\na/b/sharpebench.schema.json\na/b/fault-plan.schema.json\na/b/harness.schema.json\na/b/check-report.schema.json\na/b/case.schema.json\n',
    );
    expect(readFileSync(join(cwd, 'a/b/decision.schema.json'), 'utf8')).toBe(
      committed('decision.schema.json'),
    );
  });

  test('an unknown name and an unwritable folder are exit code 2', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'file'), '');
    expect((await runSbdev(['schema', 'orders'])).stderr).toContain(
      'accepted: decision, observation, trajectory, sharpebench, fault-plan, harness, check-report, case',
    );
    expect((await runSbdev(['schema', 'orders'])).code).toBe(2);
    expect((await runSbdev(['schema', '--out', 'file'], { cwd })).code).toBe(2);
  });
});
