import type { StopSignal } from './exitCode.ts';

const WATCHED: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface SignalWatch {
  /** Aborted by the first signal, or by `stop`. */
  readonly signal: AbortSignal;
  readonly caught: StopSignal | null;
  stop(reason: string): void;
  dispose(): void;
}

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into an orderly stop; a second one kills
 * every agent and ends the process at once. Whatever way the process ends, the agents
 * that it started are killed first.
 */
export function watchSignals(): SignalWatch {
  const controller = new AbortController();
  let caught: StopSignal | null = null;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES[signal as StopSignal]);
    caught = signal as StopSignal;
    controller.abort(`interrupted by ${signal}`);
  };
  for (const each of WATCHED) process.on(each, onSignal);
  return {
    signal: controller.signal,
    get caught() {
      return caught;
    },
    stop: (reason) => controller.abort(reason),
    dispose: () => {
      for (const each of WATCHED) process.off(each, onSignal);
    },
  };
}

const EXIT_CODES: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
