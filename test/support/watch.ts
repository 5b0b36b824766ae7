import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentFixtures, type CliResult, startSbdev, temporaryFolder } from './cli.ts';
import { type StoredEvent, storedEvents } from './session.ts';

/** A live `sbdev watch --format json`, and what it has told so far. */
export interface WatchProgram {
  readonly pid: number;
  readonly events: readonly StoredEvent[];
  /** The first event from `from` on that is wanted; fails if none comes in good time. */
  until(isWanted: (event: StoredEvent) => boolean, what: string, from?: number): Promise<StoredEvent>;
  /** The n-th report, from 1. */
  report(n: number): Promise<StoredEvent>;
  stop(signal?: NodeJS.Signals): Promise<CliResult>;
  readonly done: Promise<CliResult>;
}

const PATIENCE_MS = 20_000;

/** Starts the built program in a folder; stdin is not a terminal and at its end. */
export function startWatch(
  cwd: string,
  args: readonly string[] = [],
  env?: Record<string, string>,
): WatchProgram {
  const { child, done } = startSbdev(['watch', '--format', 'json', ...args], { cwd, ...(env && { env }) });
  const events: StoredEvent[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) events.push(JSON.parse(line) as StoredEvent);
    for (const wake of waiting) wake();
  });
  const until: WatchProgram['until'] = (isWanted, what, from = 0) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = events.slice(from).find(isWanted);
        if (found === undefined) return;
        end();
        resolve(found);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`no ${what}; told: ${events.map((each) => each.type).join(' ')}`));
      }, PATIENCE_MS);
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(look);
      };
      void done.then(({ code, stderr }) => {
        look();
        if (waiting.has(look)) {
          end();
          reject(new Error(`no ${what}: the program ended with ${code}: ${stderr}`));
        }
      });
      waiting.add(look);
      look();
    });
  return {
    pid: child.pid!,
    events,
    until,
    report: async (n) => {
      const isNth = (): boolean => ofType({ events }, 'run_report').length >= n;
      await until(isNth, `report ${n}`);
      return ofType({ events }, 'run_report')[n - 1]!;
    },
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return done;
    },
    done,
  };
}

export function ofType({ events }: { readonly events: readonly StoredEvent[] }, type: string): StoredEvent[] {
  return events.filter((each) => each.type === type);
}

/** A folder with one agent, `agent.py`, from the fixtures. */
export function agentFolder(fixture = 'hold.py'): string {
  const folder = temporaryFolder();
  cpSync(join(agentFixtures, fixture), join(folder, 'agent.py'));
  return folder;
}

/** Saves as editors do: beside the file, then over it. */
export function save(folder: string, text: string, name = 'agent.py'): void {
  writeFileSync(join(folder, `${name}.tmp`), text);
  renameSync(join(folder, `${name}.tmp`), join(folder, name));
}

export function fixtureText(fixture: string): string {
  return readFileSync(join(agentFixtures, fixture), 'utf8');
}

/** An agent that holds, a little later than at once; `mark` makes its content another. */
export function slowAgent(mark: string | number, stepMs = 20): string {
  return `# ${mark}\nimport sys, time\nfor line in sys.stdin:\n    time.sleep(${stepMs / 1000})\n    print('{"orders":[]}', flush=True)\n`;
}

export function config(folder: string, values: Record<string, unknown>): void {
  mkdirSync(folder, { recursive: true });
  save(folder, JSON.stringify(values), 'sharpebench.json');
}

/** The journal of the one session that a folder has a record of. */
export function onlyJournal(folder: string): StoredEvent[] {
  const runs = join(folder, '.sbdev', 'runs');
  const [id, ...more] = readdirSync(runs);
  if (id === undefined || more.length > 0) throw new Error(`not one record in ${runs}`);
  return storedEvents(join(runs, id));
}
