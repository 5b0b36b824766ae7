import type { RunEvent, RunReport } from '../../harness/events.ts';
import type { ExitCode } from '../command.ts';
import { reportExitCode } from '../exitCode.ts';

/**
 * What a session of many runs ends with (page 6.3): its last run that the agent took to
 * its end, so that a bad save before leaving does not wipe a result; where there is none,
 * the last that ended by itself. Superseded and stopped runs say nothing.
 */
export class LastRuns {
  #steps = 0;
  #completed: RunReport | null = null;
  #ended: RunReport | null = null;

  take(event: RunEvent): void {
    if (event.type === 'run_started') this.#steps = event.steps;
    if (event.type !== 'run_report') return;
    const isWhole = event.book.steps === this.#steps && event.stop.status !== 'blocked';
    if (isWhole && !event.health.tripped) this.#completed = event;
    if (isWhole || event.stop.status === 'blocked') this.#ended = event;
  }

  /** Null if no run has ended. */
  exitCode(): ExitCode | null {
    const last = this.#completed ?? this.#ended;
    return last === null ? null : reportExitCode(last);
  }
}
