import type { FaultEvent } from '../../faults/evidence.ts';
import type { RunReport, RunStarted } from '../../harness/events.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { gradeCounts, gradeTally, type Outcome, outcomeWords } from './faultGrades.ts';
import type { FaultStory } from './faultStory.ts';
import { count, signed, significant } from './numbers.ts';
import { shortened } from './shortened.ts';
import { table } from './table.ts';
import { wrapped } from './wrapped.ts';

/** Faults, and answers under one fault, that are told one by one. */
const FAULT_GROUPS = 12;
const ANSWER_ROWS = 6;
const SYMBOL_COLUMNS = 8;

/** What the entrant is told before the run: every relaxation that the plan declares. */
export function declarationText({ faults }: RunStarted, style: Style): string[] {
  if (faults === undefined) return [];
  return [
    `fault plan ${faults.plan_sha256.slice(0, 12)} declares`,
    ...faults.declaration.flatMap((line) => wrapped(line, '  - ')),
  ].map((line) => style.dim(line));
}

/** What fired, what was shown and what was so, what the agent did, and what stands firm. */
export function faultLines(report: RunReport, story: FaultStory, style: Style): string[] {
  const evidence = report.fault_evidence;
  if (evidence === undefined) return [];
  const { assigned, events } = evidence;
  const shown = assigned.slice(0, FAULT_GROUPS);
  const more = assigned.length - shown.length;
  return [
    '',
    style.dim(`  faults of plan ${evidence.plan_sha256.slice(0, 12)}; the book and the returns are true`),
    ...(assigned.length === 0 ? ['  none is assigned to this cell'] : []),
    ...shown.flatMap((id) => {
      const own = events.filter((event) => event.fault_id === id);
      return groupLines(id, own, { report, story, style });
    }),
    ...(more > 0 ? [style.dim(`  and ${more} more assigned; --format json has all`)] : []),
  ];
}

interface Told {
  readonly report: RunReport;
  readonly story: FaultStory;
  readonly style: Style;
}

function groupLines(id: string, events: readonly FaultEvent[], told: Told): string[] {
  const { style } = told;
  if (events.length === 0)
    return wrapped(`${id}: assigned, and did not fire in this run`, `  ${style.dim('-')} `);
  const counts = gradeCounts(events);
  const [worst] = counts.keys();
  const isFirm = worst === undefined || outcomeWords(worst).tone === 'good';
  const tally = gradeTally(counts);
  return [
    ...wrapped(
      `${id}: ${tally === '' ? 'nothing of yours was hidden' : tally}`,
      `  ${isFirm ? style.good('✓') : style.warn('!')} `,
    ),
    ...answerLines(events, told),
    ...events.flatMap((event) => plainLines(event, told.story)),
    ...robustLines(counts),
  ];
}

interface AnswerRow {
  readonly step: number;
  readonly tone: number;
  readonly cells: readonly string[];
}

const TONES = { good: 0, open: 1, bad: 2 } as const;

/** What was shown, what was so and what was answered, the worst answers in the order of their steps. */
function answerLines(events: readonly FaultEvent[], told: Told): string[] {
  const rows = events.flatMap((event) => answerRows(event, told));
  if (rows.length === 0) return [];
  const kept = rows
    .toSorted((a, b) => b.tone - a.tone)
    .slice(0, ANSWER_ROWS)
    .toSorted((a, b) => a.step - b.step);
  const head = ['step', 'symbol', 'shown', 'true', 'stated', 'then', ''];
  const [first = '', ...body] = table([head, ...kept.map(({ cells }) => cells)], '    ');
  const hidden = rows.length - kept.length;
  const { style } = told;
  return [
    style.dim(first),
    ...body,
    ...(hidden > 0 ? [style.dim(`    and ${count(hidden, 'more answer')}; --format json has all`)] : []),
  ];
}

function answerRows(event: FaultEvent, { report, story }: Told): AnswerRow[] {
  if (event.event !== 'projection_stale' && event.event !== 'sign_inverted') return [];
  const { step } = event;
  const perturbed = story.at(step);
  const responses: readonly { readonly symbol: string; readonly grade: Outcome }[] = event.responses;
  return responses.map(({ symbol, grade }) => {
    const real = step === 0 ? 0 : report.book.shares(step - 1, report.book.symbols.indexOf(symbol));
    const shown = perturbed?.faults.shown?.shares[symbol] ?? real;
    const stated = perturbed?.stated.get(symbol);
    const target = perturbed?.targets.get(symbol);
    return {
      step,
      tone: TONES[outcomeWords(grade).tone],
      cells: [
        String(step),
        shortened(symbol, SYMBOL_COLUMNS),
        shareText(shown),
        shareText(real),
        stated === undefined ? 'nothing' : weightText(stated),
        target === undefined ? 'no order' : weightText(target),
        // The full name stands in the tally.
        grade.replace('_with_own_statement', ''),
      ],
    };
  });
}

function shareText(shares: number): string {
  return shares === 0 ? '0' : significant(shares);
}

function weightText(weight: number): string {
  return weight === 0 ? '0' : signed(weight, 3);
}

/** Events that are no answer symbol by symbol. */
function plainLines(event: FaultEvent, story: FaultStory): string[] {
  switch (event.event) {
    case 'rate_limited': {
      const date = printable(story.at(event.step)?.date ?? '');
      const rejected = count(event.rejected_presentations, 'submission');
      const again = count(event.resubmissions_under_limit, 'resubmission');
      const end = event.resubmitted_after_deadline ? 'then its orders executed' : 'then a hold executed';
      return wrapped(
        `step ${event.step}  ${date}  ${rejected} rejected: ${again}, ${count(event.waits_under_limit, 'wait')}, ${end}`,
        '    ',
      );
    }
    case 'projection_converged':
      return [
        `    shown true again at step ${event.step}, after ${count(event.stale_presentations, 'stale read')}`,
      ];
    case 'projection_unconverged':
      return [
        `    not shown true again before the end, after ${count(event.stale_presentations, 'stale read')}`,
      ];
    default:
      return [];
  }
}

/** What stands firm instead, said once for all answers that call for the same. */
function robustLines(counts: ReadonlyMap<Outcome, number>): string[] {
  const sentences = new Set([...counts.keys()].map((outcome) => outcomeWords(outcome).robust));
  return [...sentences].flatMap((each) =>
    each === null ? [] : wrapped(each, '    a robust agent ', '    '),
  );
}
