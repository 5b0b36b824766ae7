import { type FaultEvent, signGrades, staleGrades } from '../../faults/evidence.ts';
import type { RunReport } from '../../harness/events.ts';
import { nearestName } from '../../protocol/diagnostics/nearest.ts';
import { badOption } from '../options.ts';

/** What an agent may do under a plan, by the name that `--until` takes. */
export interface Happening {
  readonly name: string;
  /** Whether it can come up without any plan, so that the plan may be innocent. */
  readonly isOfAnyRun: boolean;
  seenIn(report: RunReport): boolean;
  /** Whether this event is it. */
  isEvent(event: FaultEvent): boolean;
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
    seenIn: ({ health }) => health.protocol_faults > 0,
    isEvent: () => false,
  },
  {
    name: DIVERGENCE,
    isOfAnyRun: true,
    seenIn: ({ double_run: doubleRun }) => doubleRun?.status === 'different',
    isEvent: () => false,
  },
];

export const untilNames: readonly string[] = happenings.map(({ name }) => name);

/** Throws a UsageError for a name that there is not. */
export function parseUntil(text: string): Happening {
  const happening = happenings.find(({ name }) => name === text);
  if (happening !== undefined) return happening;
  const nearest = nearestName(text, untilNames);
  throw badOption('--until', text, untilNames.join(', '), nearest ?? undefined);
}

/** Everything that a run shows, by name. */
export function seenIn(report: RunReport): readonly string[] {
  return happenings.filter((each) => each.seenIn(report)).map(({ name }) => name);
}

function inEvents(name: string, isEvent: (event: FaultEvent) => boolean): Happening {
  const seenIn = ({ fault_evidence: evidence }: RunReport) => evidence?.events.some(isEvent) ?? false;
  return { name, isOfAnyRun: false, seenIn, isEvent };
}
