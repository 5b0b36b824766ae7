import type { StopSignal } from './exitCode.ts';

const WATCHED: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const EXIT_CODES: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

export interface SignalWatch {
  /** The signal that asked for the end; null while none did. */
  readonly caught: StopSignal | null;
  dispose(): void;
}

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into a call of `stop`; a second one ends the
 * process at once. Whatever way the process ends, the agents that it started are killed
 * first (`agents/stdio/processTree.ts` listens to the process's own end).
 */
export function watchSignals(stop: (reason: string) => void): SignalWatch {
  let caught: StopSignal | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (caught !== null) process.exit(EXIT_CODES[signal as StopSignal]);
    caught = signal as StopSignal;
    stop(`interrupted by ${signal}`);
  };
  for (const each of WATCHED) process.on(each, onSignal);
  return {
    get caught() {
      return caught;
    },
    dispose: () => {
      // Once a signal was heard the process is ending: a further one still ends it with
      // the right code, and not with the signal itself.
      if (caught !== null) return;
      for (const each of WATCHED) process.off(each, onSignal);
    },
  };
}
