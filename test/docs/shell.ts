import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './markdown.ts';

export interface Outcome {
  readonly code: number;
  /** stdout and stderr together. */
  readonly output: string;
}

export interface Shell {
  run(command: string): Promise<Outcome>;
  dispose(): void;
}

/**
 * A folder that looks like a fresh clone to the commands of a page, where they may leave
 * what they like. `sbdev`, `npx sbdev` and `npx
 * create-sharpebench-agent` are the built programs.
 */
export function shellInScratch(): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  const bin = mkdtempSync(join(tmpdir(), 'docs-bin-'));
  symlinkSync(join(projectRoot, 'examples'), join(folder, 'examples'));
  const program = `exec '${process.execPath}' '${join(projectRoot, 'dist/bin/sbdev.js')}' "$@"`;
  const scaffolder = `exec '${process.execPath}' '${join(projectRoot, 'dist/bin/create.js')}' "$@"`;
  script(join(bin, 'sbdev'), program);
  script(
    join(bin, 'npx'),
    [
      '[ "$1 $2" = "--package create-sharpebench-agent" ] && shift 2',
      'name=$1; shift',
      `[ "$name" = sbdev ] && ${program}`,
      `[ "$name" = create-sharpebench-agent ] && ${scaffolder}`,
      'echo "npx $name: not in this test" >&2; exit 97',
    ].join('\n'),
  );
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NO_COLOR: '1' };
  return {
    run: (command) =>
      new Promise((resolve) => {
        // The output of a failing command counts, wherever it stands in a pipe.
        const args = ['-uo', 'pipefail', '-c', `{ ${command}\n} 2>&1`];
        execFile('bash', args, { cwd: folder, env }, (error, output) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output });
        });
      }),
    dispose: () => {
      rmSync(folder, { recursive: true });
      rmSync(bin, { recursive: true });
    },
  };
}

function script(path: string, body: string): void {
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}
