import { copyFileSync, existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { agentFixtures, eventsOf, temporaryFolder } from './cli.ts';

export interface SweptCell {
  readonly type: 'sweep_cell';
  readonly index: number;
  readonly status: string;
  readonly failure: string | null;
  readonly code: string | null;
  readonly run_sha256: string | null;
  readonly summary: Record<string, number | null> | null;
  readonly attempts: { attempt_id: string; outcome: string; failure: string | null; turns: number }[];
  readonly command: string;
}

export interface SweptPart {
  readonly cells: number;
  readonly status: Record<string, number>;
  readonly failures: Record<string, number>;
  readonly totals: (Record<string, number | null> & { gate: Record<string, number> }) | null;
  readonly no_totals: string | null;
}

export interface SweptReport {
  readonly type: 'sweep_report';
  readonly overall: SweptPart;
  readonly by_window: SweptPart[];
  readonly attempts: { total: number; failed: number; retried_cells: number; failures: object };
  readonly usage: Record<string, number | null>;
  readonly cells: SweptCell[];
}

/** The report that ends the output of `--format json`, behind one line a cell. */
export function sweepOf(stdout: string): SweptReport {
  const lines = eventsOf(stdout);
  const last = lines.at(-1) as unknown as SweptReport;
  if (last?.type !== 'sweep_report') throw new Error(`no sweep_report at the end of: ${stdout.slice(-300)}`);
  return last;
}

/** A fresh folder with a fixture agent in it, and the option that runs it. */
export function agentCopy(name: string, ...args: readonly string[]): { folder: string; cmd: string[] } {
  const folder = temporaryFolder();
  const path = join(folder, name);
  copyFileSync(join(agentFixtures, name), path);
  return { folder, cmd: ['--cmd', ['python3', path, ...args].join(' ')] };
}

export function linesIn(path: string): number {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

/** Settles when the file is there. */
export function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, () => check());
    const check = (): void => {
      if (!existsSync(join(folder, name))) return;
      watcher.close();
      resolve();
    };
    check();
  });
}

/** The one sweep that was recorded in `folder`. */
export function sweepFolder(folder: string): string {
  const runs = join(folder, '.sbdev/runs');
  const [id, ...more] = readdirSync(runs);
  if (id === undefined || more.length > 0) throw new Error(`one sweep expected in ${runs}`);
  return join(runs, id);
}

/** Indices of the cells that have a result. */
export function finishedCells(sweep: string): number[] {
  return readdirSync(join(sweep, 'cells'))
    .filter((name) => existsSync(join(sweep, 'cells', name, 'result.json')))
    .map(Number)
    .sort((a, b) => a - b);
}
