import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { Diagnostic } from '../../src/kernel/diagnostic.ts';
import {
  type SourceChange,
  type SourceWatch,
  type SourceWatchOptions,
  watchSources,
} from '../../src/reload/sourceWatch.ts';

const open: SourceWatch[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const watch of open.splice(0)) await watch.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files in it, gone after the test; in memory where there are to be thousands. */
export function folderWith(files: Readonly<Record<string, string>>, below = '', inMemory = false): string {
  const place = inMemory && existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const base = realpathSync(mkdtempSync(join(place, 'reload-')));
  folders.push(base);
  const root = join(base, below);
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  return root;
}

export function write(root: string, path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A watched agent, what was told of it, and ways to wait for it. */
export class Watched {
  readonly changes: SourceChange[] = [];
  readonly notices: Diagnostic[] = [];
  readonly #waiting: (() => void)[] = [];
  #edits = 0;

  constructor(
    readonly root: string,
    readonly watch: SourceWatch,
  ) {
    const wake = (): void => {
      for (const each of this.#waiting.splice(0)) each();
    };
    watch.onChange((change) => {
      this.changes.push(change);
      wake();
    });
    watch.onNotice((notice) => {
      this.notices.push(notice);
      wake();
    });
  }

  write(path: string, text: string | Buffer): void {
    write(this.root, path, text);
  }

  /** Settles once this holds; it is asked again after everything that is told. */
  async until(holds: () => boolean, what = 'it'): Promise<void> {
    const endsAtMs = performance.now() + 15_000;
    while (!holds()) {
      if (performance.now() > endsAtMs) {
        throw new Error(`${what} did not come; changes: ${JSON.stringify(this.changes)}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  async change(count: number): Promise<SourceChange> {
    await this.until(() => this.changes.length >= count, `change ${count}`);
    return this.changes[count - 1]!;
  }

  /**
   * Makes an edit that surely counts, and returns the files of everything that was told
   * until it came. Whatever was done before and counted would be among them.
   */
  async filesToldUpToAnEdit(): Promise<readonly string[]> {
    const from = this.changes.length;
    this.#edits += 1;
    this.write('marker.py', `edit = ${this.#edits}`);
    await this.until(
      () => this.changes.slice(from).some((change) => change.files.includes('marker.py')),
      'the marker',
    );
    return this.changes.slice(from).flatMap((change) => change.files);
  }
}

export async function watched(root: string, options: Partial<SourceWatchOptions> = {}): Promise<Watched> {
  const watch = await watchSources({ root, command: ['python3', 'agent.py'], env: {}, ...options });
  open.push(watch);
  return new Watched(watch.root, watch);
}
