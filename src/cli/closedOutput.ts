import type { Io } from './command.ts';

/**
 * A reader that has seen enough, as head has, changes no verdict: `listener` hears of it.
 * Every other error of stdout is thrown.
 */
export function onClosedOutput({ stdout }: Pick<Io, 'stdout'>, listener: () => void = () => {}): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    listener();
  });
}
