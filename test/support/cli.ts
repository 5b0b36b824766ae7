import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));
export const sbdevBin = join(projectRoot, 'dist/bin/sbdev.js');
export const agentFixtures = join(projectRoot, 'test/fixtures/agents');

export interface CliOptions {
  /** A fresh temporary folder unless given. */
  readonly cwd?: string;
  /** Replaces the whole environment. */
  readonly env?: Record<string, string>;
  readonly input?: string | Buffer;
}

export interface CliResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly wallMs: number;
  readonly cwd: string;
}

export function temporaryFolder(name = 'sbdev-test-'): string {
  return realpathSync(mkdtempSync(join(tmpdir(), name)));
}

/** The tests' own environment without what would change a child's behaviour behind our back. */
export function plainEnv(extra: Record<string, string> = {}): Record<string, string> {
  const dropped = new Set(['PYTHONUNBUFFERED', 'NO_COLOR', 'FORCE_COLOR', 'CI', 'SHARPEBENCH_AGENT_ENV']);
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !dropped.has(name),
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...extra };
}

/** Starts the built `sbdev`; `done` settles when it has ended and its output was read. */
export function startSbdev(
  args: readonly string[],
  options: CliOptions = {},
): { readonly child: ChildProcess; readonly done: Promise<CliResult> } {
  const cwd = options.cwd ?? temporaryFolder();
  const child = spawn(process.execPath, [sbdevBin, ...args], {
    cwd,
    env: options.env ?? plainEnv(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const done = resultOf(child, cwd);
  child.stdin!.on('error', () => {});
  child.stdin!.end(options.input);
  return { child, done };
}

/** How a program that was just started ended, once its output was read. */
export function resultOf(child: ChildProcess, cwd: string): Promise<CliResult> {
  const startedAt = performance.now();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout!.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr!.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        wallMs: performance.now() - startedAt,
        cwd,
      }),
    );
  });
}

export function sbdev(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return startSbdev(args, options).done;
}

export interface ReportedFinding {
  readonly code: string;
  readonly severity: string;
  readonly step: number | null;
  readonly message: string;
  readonly cause: string | null;
  readonly fix: string;
  readonly facts: Record<string, unknown>;
}

export interface Report {
  readonly type: 'run_report';
  readonly run: { returns: number[]; trace: { events: unknown[] }; cost: number };
  readonly book: { cash: number; shares: Record<string, number>; nav: number }[];
  readonly health: Record<string, unknown>;
  readonly findings: ReportedFinding[];
  readonly finding_counts: Record<string, number>;
  readonly notices: ReportedFinding[];
  readonly stop: { status: string; unmet: string[]; reason: string };
  readonly timing: Record<string, number | null>;
}

/** Events of `--format json`; every line has to be JSON. */
export function eventsOf(stdout: string): { type: string; [key: string]: unknown }[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The report that ends an NDJSON stream. */
export function reportOf(stdout: string): Report {
  const last = eventsOf(stdout).at(-1);
  if (last?.type !== 'run_report') throw new Error(`no run_report at the end of: ${stdout.slice(-500)}`);
  return last as unknown as Report;
}

/** The exact text of the report's `run` member. */
export function runTextOf(stdout: string): string {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  const start = line.indexOf('"run":') + '"run":'.length;
  const end = line.indexOf(',"book":[');
  if (start < 6 || end < 0) throw new Error('no run in the last line');
  return line.slice(start, end);
}

/** Living processes whose command line contains `marker` (Linux). */
export function processesWith(marker: string): number[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(marker);
      } catch {
        return false;
      }
    })
    .map(Number);
}
