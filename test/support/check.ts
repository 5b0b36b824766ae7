import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckReport } from '../../src/grading/checkReport.ts';
import { plainEnv, projectRoot, sbdevBin, temporaryFolder } from './cli.ts';

/** What was caught in this installation, shared by all tests: the program itself refuses another's. */
const sharedControls = join(tmpdir(), 'sbdev-test-controls.json');

export interface Checked {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cwd: string;
  /** Null if stdout is no report. */
  readonly report: CheckReport | null;
}

export interface CheckOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Files of the working folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Preloaded into the program. */
  readonly preload?: string;
}

/** A case of few steps: every instrument of the kit, two seeds, one plan. */
export const smallCase = {
  schema_version: 'sbdev.case.v1',
  name: 'small',
  roster: {
    windows: ['20:44'],
    seeds: [0, 1],
    retries: 1,
    plans: [
      {
        name: 'mild',
        plan: {
          schema_version: 'sharpebench.fault-plan.v1',
          seed: 20260621,
          declared_relaxations: ['read_your_writes'],
          faults: [
            { id: 'stale', cohort_ppm: 1_000_000, fault: { mode: 'projection_lag', max_lag_steps: 2 } },
          ],
        },
      },
    ],
  },
  instruments: [
    ...['contract-clean', 'transport-clean', 'double-run-equal', 're-execution', 'repeated-request'],
    ...['no-carried-state', 'point-in-time', 'declared-mandate'],
    ...['fault-responses', 'latency-headroom', 'size-and-memory', 'cost-reporting'],
  ].map((id, index) => ({ id, required: index < 7, binding: index < 8 })),
};

/** Runs the built `sbdev check`; with the small case unless the arguments name one. */
export async function checkRun(args: readonly string[], options: CheckOptions = {}): Promise<Checked> {
  const cwd = options.cwd ?? temporaryFolder();
  mkdirSync(join(cwd, '.sbdev'), { recursive: true });
  const controls = join(cwd, '.sbdev', 'controls.json');
  if (existsSync(sharedControls)) copyFileSync(sharedControls, controls);
  const files = { 'case.json': JSON.stringify(smallCase), ...options.files };
  for (const [name, text] of Object.entries(files)) {
    if (!existsSync(join(cwd, name))) writeFileSync(join(cwd, name), text);
  }
  const isNamed = args.includes('--case') || args.includes('--resume');
  const all = ['check', ...args, ...(isNamed ? [] : ['--case', 'case.json'])];
  const preload = options.preload === undefined ? [] : ['--import', options.preload];
  const result = await run([...preload, sbdevBin, ...all], cwd, options.env);
  if (existsSync(controls)) {
    // Whole or not at all: another test may be reading it.
    const beside = `${sharedControls}.${process.pid}`;
    copyFileSync(controls, beside);
    renameSync(beside, sharedControls);
  }
  return { ...result, cwd, report: reportFrom(result.stdout) };
}

/** Status of every instrument by its id. */
export function statuses(report: CheckReport | null): Record<string, string> {
  return Object.fromEntries((report?.instruments ?? []).map(({ instrument_id: id, status }) => [id, status]));
}

function run(args: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, { cwd, env: plainEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise<Omit<Checked, 'cwd' | 'report'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      }),
    );
  });
}

function reportFrom(stdout: string): CheckReport | null {
  try {
    return JSON.parse(stdout) as CheckReport;
  } catch {
    return null;
  }
}

export const killAfter = join(projectRoot, 'test/fixtures/check/killAfter.mjs');
