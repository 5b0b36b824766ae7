import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allCodes } from '../../src/cli/catalogue.ts';
import { doctorTable } from '../../src/cli/doctor/table.ts';
import { sbdev } from '../support/cli.ts';
import { runSbdev } from './memoryIo.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'sbdev-doctor-'));
const env = { PATH: process.env.PATH, LANG: 'C.UTF-8' };

interface DoctorReport {
  readonly type: string;
  readonly checks: readonly { readonly id: string; readonly finding: { code: string; fix: string } | null }[];
  readonly controls: readonly { readonly instrument: string; readonly state: string }[] | null;
  readonly exit_code: number;
}

async function findings(cwd: string, more: Record<string, string> = {}) {
  const { code, stdout } = await runSbdev(['doctor', '--format', 'json'], { cwd, env: { ...env, ...more } });
  const report = JSON.parse(stdout) as DoctorReport;
  expect(report.exit_code).toBe(code);
  return { code, codes: report.checks.flatMap(({ finding }) => finding?.code ?? []), report };
}

describe('sbdev doctor', () => {
  test('T10: with --format json prints exactly one document with a row for every look', async () => {
    const { report } = await findings(folder());
    expect(report.checks.map(({ id }) => id)).toStrictEqual(doctorTable.map(({ id }) => id));
    expect(report.controls).toBeNull();
  });

  test('names what an agent does not get, and a time zone that there is not, each with its fix', async () => {
    const { code, codes } = await findings(folder(), {
      PYTHONUNBUFFERED: '1',
      TZ: 'Europe/Atlantis',
      LANG: 'C',
    });
    expect(codes).toContain('doctor-unbuffered');
    expect(codes).toContain('doctor-time-zone');
    expect(codes).toContain('doctor-locale');
    expect(code).toBe(0);
  });

  test('a command that is not there, and a variable that is not set, are found in the project', async () => {
    const cwd = folder();
    const transport = { kind: 'stdio', command: ['no-such-program'] };
    writeFileSync(join(cwd, 'sharpebench.json'), JSON.stringify({ transport, env: ['MODEL_KEY_OF_TEST'] }));
    const { code, codes } = await findings(cwd);
    expect(codes).toContain('doctor-agent');
    expect(codes).toContain('doctor-variables');
    expect(code).toBe(3);
  });

  test('a configuration that cannot be read keeps it from nothing else', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'sharpebench.json'), '{');
    const { code, stderr, stdout } = await runSbdev(['doctor'], { cwd, env });
    expect(stderr).toContain('[config-not-json]');
    expect(stdout).toContain('loopback');
    expect(code).toBe(0);
  });

  test('says nothing in colour alone, and T02: nothing in colour without a terminal', async () => {
    const { stdout } = await runSbdev(['doctor'], { cwd: folder(), env });
    expect(stdout).not.toContain('\u001b');
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^([✓✗!i-] | {4})/);
  });

  test('every code of it can be explained', () => {
    for (const { code, good, bad } of allCodes.filter((each) => each.code.startsWith('doctor-')))
      expect([code, good, bad]).not.toContain('');
  });

  test('with --controls every instrument catches its bad agent', async () => {
    const { code, stdout } = await sbdev(['doctor', '--controls', '--format', 'json']);
    const { controls } = JSON.parse(stdout) as DoctorReport;
    expect(controls?.filter(({ state }) => state !== 'live')).toStrictEqual([]);
    expect(controls).toHaveLength(12);
    expect(code).toBe(0);
  }, 60_000);
});
