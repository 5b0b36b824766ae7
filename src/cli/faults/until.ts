import { type FaultEvent, signGrades, staleGrades } from '../../faults/evidence.ts';
import type { Sightings } from '../../faults/shrink.ts';
import type { RunReport } from '../../harness/events.ts';
import { nearestName } from '../../protocol/diagnostics/nearest.ts';
import { badOption } from '../options.ts';

/** What an agent may do under a plan, by the name that `--until` takes. */
export interface Happening {
  readonly name: string;
  /** Whether it can come up without any plan, so that the plan may be innocent. */
  readonly isOfAnyRun: boolean;
  /** Where it was seen; null if it was not. */
  sightings(report: RunReport): Sightings | null;
}

/** Two runs of the same cell differ; it takes a double run to see it. */
export const DIVERGENCE = 'divergence';

const grades = [...new Set<string>([...staleGrades, ...signGrades])];

const happenings: readonly Happening[] = [
  ...grades.map((grade) =>
    inEvents(grade, (event) => 'responses' in event && event.responses.some((each) => each.grade === grade)),
  ),
  inEvents('orders-lost', (event) => event.event === 'rate_limited' && !event.resubmitted_after_deadline),
  {
    name: 'protocol-fault',
    isOfAnyRun: true,
    sightings: (report) => (report.health.protocol_faults > 0 ? atFirstFailure(report) : null),
  },
  {
    name: DIVERGENCE,
    isOfAnyRun: true,
    sightings: ({ double_run: doubleRun }) => (doubleRun?.status === 'different' ? new Map() : null),
  },
];

const untilNames: readonly string[] = happenings.map(({ name }) => name);

/** Throws a UsageError for a name that there is not. */
export function parseUntil(text: string): Happening {
  const happening = happenings.find(({ name }) => name === text);
  if (happening !== undefined) return happening;
  const nearest = nearestName(text, untilNames);
  throw badOption('--until', text, untilNames.join(', '), nearest ?? undefined);
}

/** Everything that a run shows, by name. */
export function seenIn(report: RunReport): readonly string[] {
  return happenings.filter((each) => each.sightings(report) !== null).map(({ name }) => name);
}

function inEvents(name: string, isEvent: (event: FaultEvent) => boolean): Happening {
  return {
    name,
    isOfAnyRun: false,
    sightings: ({ fault_evidence: evidence }) => {
      const steps = new Map<string, number>();
      for (const event of evidence?.events ?? []) {
        if (!isEvent(event) || !('step' in event) || steps.has(event.fault_id)) continue;
        steps.set(event.fault_id, event.step);
      }
      return steps.size === 0 ? null : steps;
    },
  };
}

/** Whichever fault it was, it was at work at the first step that failed. */
function atFirstFailure({ fault_evidence: evidence, health }: RunReport): Sightings {
  const step = health.first_failed_step;
  return new Map(step === null ? [] : (evidence?.assigned ?? []).map((id) => [id, step]));
}
