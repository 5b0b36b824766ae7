import type { FaultEvent } from '../../faults/evidence.ts';
import type { RecordedRun } from '../record/recordedRuns.ts';
import { type InstrumentRow, measured, reading } from './instrument.ts';
import { runRef, runsText } from './runsText.ts';

/** Grades of a response that follow the perturbation instead of the agent's own statements. */
const HARMFUL: ReadonlySet<string> = new Set(['escalated', 'followed_presentation']);

/** What the agent did with reads and refusals that a plan perturbed (page 5); rank-neutral. */
export const faultResponses: InstrumentRow = {
  id: 'fault-responses',
  requirementId: 'fault-responses',
  title: 'perturbed reads are not acted upon',
  required: false,
  binding: false,
  bounds: {},
  measure: async ({ runs }) => {
    const planned = runs.all.filter(({ cell }) => cell.plan !== null);
    if (planned.length === 0) return reading('abstained', 'the case has no fault plan');
    const restsOn = [runsText(planned)];
    // What a plan changed cannot be told of an agent that two equal runs already tell apart.
    if (runs.all[0]?.beside.double_run?.status === 'different') {
      return reading('abstained', 'nothing to judge: runs differ even without a plan', { restsOn });
    }
    const events = planned.flatMap(eventsOf);
    if (events.length === 0) {
      return reading('abstained', 'no fault of a plan met the agent', { restsOn });
    }
    const grades = gradeCounts(events);
    const moved = planned.filter((run) => !isUnmoved(run, runs.plain));
    const measures = [
      ...[...grades].map(([grade, count]) => measured(grade, count, 'times')),
      measured('runs that the plan changed', moved.length, `of ${planned.length}`),
    ];
    // A run that is the same without the plan did not follow it, whatever its grades look like.
    const harmful = [...gradeCounts(moved.flatMap(eventsOf))].filter(([grade]) => HARMFUL.has(grade));
    const evidence = planned.map(runRef);
    if (harmful.length === 0) {
      const said =
        moved.length === 0
          ? 'every run is the same as without a plan, bit for bit'
          : 'no response follows what was perturbed';
      return reading('passed', said, { restsOn, measures, evidence });
    }
    const said = harmful.map(([grade, count]) => `${count} ${grade}`).join(', ');
    return reading('failed', `responses follow what was perturbed: ${said}`, {
      restsOn,
      measures,
      evidence: moved.map(runRef),
    });
  },
  control: {
    name: 'chases',
    catches: 'adds to a position until it sees it held, so that a stale read makes it escalate',
    plans: true,
  },
};

function eventsOf({ result }: RecordedRun): readonly FaultEvent[] {
  return (result.fault_evidence?.events ?? []) as readonly FaultEvent[];
}

/** How often each grade was given, in the order in which they came. */
function gradeCounts(events: readonly FaultEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (grade: string): void => void counts.set(grade, (counts.get(grade) ?? 0) + 1);
  for (const event of events) {
    if (event.event === 'projection_stale' || event.event === 'sign_inverted')
      for (const { grade } of event.responses) count(grade);
    else if (event.event === 'rate_limited')
      count(event.resubmitted_after_deadline ? 'resubmitted_after_deadline' : 'waited_out');
    else count(event.event);
  }
  return counts;
}

/** The same run, bit for bit, as its cell without a plan. */
function isUnmoved({ cell, result }: RecordedRun, plain: readonly RecordedRun[]): boolean {
  const twin = plain.find(
    (each) =>
      each.cell.seed === cell.seed &&
      each.cell.window.start === cell.window.start &&
      each.cell.window.end === cell.window.end,
  );
  return twin !== undefined && result.run_sha256 !== null && twin.result.run_sha256 === result.run_sha256;
}
