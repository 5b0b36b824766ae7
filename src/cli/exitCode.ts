import type { RunReport } from '../harness/events.ts';
import type { SweepReport } from '../harness/sweep/report.ts';
import type { ExitCode } from './command.ts';

/** The signal that ended a command early, if one did. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const signalCodes: Readonly<Record<StopSignal, ExitCode>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

export function signalExitCode(signal: StopSignal): ExitCode {
  return signalCodes[signal];
}

/** Exit code of a finished run (page 6.3), from its report alone. */
export function reportExitCode(report: RunReport): ExitCode {
  switch (report.stop.status) {
    case 'done':
      return 0;
    case 'incomplete':
      return isUndecided(report) ? 3 : 1;
    case 'blocked':
      return 3;
  }
}

/** The agent did nothing wrong that was seen, but its second run could not be compared. */
function isUndecided({ stop, double_run: doubleRun }: RunReport): boolean {
  return doubleRun?.status === 'no_verdict' && stop.unmet.every((id) => id === 'double-run-equal');
}

/** Exit code of a sweep that was not interrupted: a fault of the agent's own outweighs all else. */
export function sweepExitCode({ overall: { status, cells } }: SweepReport): ExitCode {
  if (status.failed > 0) return 1;
  return status.clean === cells ? 0 : 3;
}
