import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sources = fileURLToPath(new URL('../fixtures/serde-probe/', import.meta.url));
export const observationFile = fileURLToPath(new URL('../vectors/wire.observation.json', import.meta.url));
/** Where Debian's librust-*-dev packages put the sources of crates. */
const crates = '/usr/share/cargo/registry';
const packages = ['librust-serde-json-dev', 'librust-serde-dev', 'librust-serde-derive-dev'];

/** What serde_json makes of one line; the members are explained in the probe's main.rs. */
export interface ProbeReport {
  readonly json: boolean;
  readonly verdict: 'accepted' | 'shape' | 'semantic';
  readonly form: string;
  readonly reason: string | null;
  readonly bits: readonly string[];
  readonly text: string | null;
  readonly billable: string | null;
}

export interface Probe {
  /** One report for each line, in order. */
  judge(lines: readonly Uint8Array[]): Promise<readonly ProbeReport[]>;
  dispose(): void;
}

/** Why the probe cannot be built here and what to install; null if it can. */
export async function whatIsMissing(): Promise<string | null> {
  const missing: string[] = [];
  const versions = await Promise.allSettled([run('cargo', ['--version']), run('rustc', ['--version'])]);
  if (versions.some(({ status }) => status === 'rejected')) missing.push('cargo');
  const present = existsSync(crates) ? readdirSync(crates) : [];
  for (const name of packages) {
    const crate = name.slice('librust-'.length, -'-dev'.length).replaceAll('-', '_');
    if (!present.some((folder) => new RegExp(`^${crate}-1\\.`).test(folder))) missing.push(name);
  }
  if (missing.length === 0) return null;
  return `the real serde_json cannot be built here: apt-get install ${missing.join(' ')}`;
}

/** Builds the probe in a folder of its own. Rejects with what cargo said if it does not compile. */
export async function buildProbe(): Promise<Probe> {
  const folder = mkdtempSync(join(tmpdir(), 'serde-probe-'));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    const project = join(folder, 'project');
    cpSync(sources, project, { recursive: true });
    const env = { ...process.env, CARGO_TARGET_DIR: join(folder, 'target'), CARGO_TERM_COLOR: 'never' };
    await run('cargo', ['build', '--quiet', '--offline'], { cwd: project, env });
    const program = join(folder, 'target', 'debug', 'serde-probe');
    return { judge: (lines) => judge(program, lines), dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function judge(program: string, lines: readonly Uint8Array[]): Promise<readonly ProbeReport[]> {
  const child = spawn(program, [observationFile], { stdio: ['pipe', 'pipe', 'inherit'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  // A probe that dies early closes its stdin; its exit code, below, is what counts.
  child.stdin.on('error', () => {});
  child.stdin.end(framed(lines));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const reports = Buffer.concat(output).toString('utf8').split('\n').slice(0, -1);
  if (code !== 0 || reports.length !== lines.length) {
    throw new Error(`the probe ended with ${code} after ${reports.length} of ${lines.length} lines`);
  }
  return reports.map((report) => JSON.parse(report) as ProbeReport);
}

function framed(lines: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    lines.flatMap((line) => {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(line.length);
      return [head, line];
    }),
  );
}
