import { spawn } from 'node:child_process';
import { ByteTail } from '../../agents/stdio/byteTail.ts';
import type { BuildEnded } from '../../harness/events.ts';
import { limits } from '../../kernel/limits.ts';

export type Built = Omit<BuildEnded, 'type'>;

/** Runs a build to its end; an aborted signal kills all that it started. */
export function buildAgent(
  [program = '', ...rest]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Built> {
  const startedAt = performance.now();
  const tail = new ByteTail(limits.buildOutputBytes);
  return new Promise((resolve) => {
    const child = spawn(program, rest, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const end = (exitCode: number | null, by: string | null, said = tail.text()): void => {
      signal.removeEventListener('abort', kill);
      process.off('exit', kill);
      resolve({
        outcome: signal.aborted ? 'canceled' : exitCode === 0 ? 'passed' : 'failed',
        exit_code: exitCode,
        signal: by,
        duration_ms: performance.now() - startedAt,
        output_tail: said,
      });
    };
    signal.addEventListener('abort', kill, { once: true });
    process.once('exit', kill);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => tail.push(chunk));
    child.once('error', (error) => end(null, null, error.message));
    child.once('close', (code, by) => end(code, by));
    if (signal.aborted) kill();
  });
}
