import type { RunReport } from '../../harness/events.ts';
import { countAt, type Fields, fieldsAt, listAt, textAt } from '../../harness/records/fields.ts';
import { isBeingWritten, type RecordFolder } from '../../harness/records/listRecords.ts';
import { loadRecord } from '../../harness/records/loadRecord.ts';
import type { RecordMeta } from '../../harness/records/meta.ts';
import type { RecordItem } from '../../harness/records/readJournal.ts';
import type { SessionRecord } from '../../harness/records/sessionRecord.ts';
import { requirementIds } from '../../harness/stop.ts';
import { limits } from '../../kernel/limits.ts';
import { printable } from '../../kernel/printable.ts';
import type { FindingGroup, Requirement, RunDocument, Verdict } from '../../reporters/documents/document.ts';
import { reportedVerdict, unreportedVerdict } from '../../reporters/documents/endSentence.ts';
import { wordsOf } from '../catalogue.ts';
import type { Io } from '../command.ts';
import { isClean, stateOf } from '../runs/overview.ts';
import { baselineOf } from './baseline.ts';
import { doubleRunDocument, probeDocuments } from './determinism.ts';
import type { KeptGroup } from './findingFold.ts';
import { recordFacts } from './recordFacts.ts';
import { RunFold } from './runFold.ts';
import { attemptRow, healthOf, machineOf, runFacts, spendOf, summaryOf, timesOf } from './runValues.ts';
import { SourceFinder } from './sources.ts';

/** The record of a session as a document; the journal is read once. Throws what `loadRecord` throws. */
export async function readRun(
  folder: RecordFolder & { readonly meta: RecordMeta },
  io: Io,
): Promise<RunDocument> {
  const fold = new RunFold();
  const whole = loadRecord(folder.path, folder.meta, (_, items) => seenBy(fold, items));
  const { started, attempt, report } = fold;
  // A live session goes on behind a report: that one is of another attempt then.
  const record = report === null ? { ...whole, report: null, verdict: null } : whole;
  const told = report ?? {};
  const sources = new SourceFinder(folder.meta.command, io);
  const doubleRun = doubleRunDocument(fieldsAt(told, 'double_run'), sources);
  const baseline =
    started === null ? null : await baselineOf(started, attempt.turns, folder.meta.command, io);
  const isScored = isClean(record);
  return {
    kind: 'run',
    record: recordFacts(folder, io),
    verdict: verdictOf(record, folder.meta),
    isScored,
    exitCode: record.exit_code,
    run: started === null ? null : runFacts(started, machineOf(folder.path)),
    requirements: requirementsOf(record, doubleRun),
    decisions: {
      rows: attempt.rows,
      count: attempt.turns,
      planned: started === null ? null : countAt(started, 'steps'),
      verdicts: attempt.verdicts,
    },
    curves: attempt.curves(baseline),
    findings: attempt.findings
      .groups(fieldsAt(told, 'finding_counts'))
      .map((group) => findingGroup(group, sources, doubleRun?.hints[0] ?? null)),
    faults:
      started === null
        ? null
        : attempt.faults.view(started, fieldsAt(told, 'fault_evidence'), listAt(told, 'book')),
    doubleRun,
    probes: probeDocuments(listAt(told, 'probes')),
    summary: isScored ? summaryOf(fieldsAt(told, 'summary')) : null,
    times: report === null ? null : timesOf(fieldsAt(told, 'timing')),
    spend: report === null ? null : spendOf(fieldsAt(told, 'usage')),
    health: report === null ? null : healthOf(fieldsAt(told, 'health')),
    attempts: record.attempts.slice(-limits.reportCodes).map(attemptRow),
    comparisons: fold.comparisons,
    problems: problemsOf(record),
  };
}

function* seenBy(fold: RunFold, items: Iterable<RecordItem>): Generator<RecordItem> {
  for (const item of items) {
    fold.take(item);
    yield item;
  }
}

function verdictOf(record: SessionRecord, meta: RecordMeta): Verdict {
  const { report, attempts } = record;
  const attempt = attempts.at(-1);
  const done = attempt?.steps ?? 0;
  if (report !== null) return reportedVerdict(report as Pick<RunReport, 'stop' | 'health'>, done);
  return unreportedVerdict(stateOf(record, isBeingWritten(meta)), done, attempt?.run?.steps ?? null);
}

function requirementsOf(
  { report, status }: SessionRecord,
  doubleRun: RunDocument['doubleRun'],
): readonly Requirement[] {
  if (report === null) return [];
  const stop = report.stop as Fields;
  const [supported, unmet] = [listAt(stop, 'supported'), listAt(stop, 'unmet')];
  // What a run that was cut short, or never began, does not show is not known.
  const isCut = status === 'interrupted' || textAt(stop, 'status') === 'blocked';
  return requirementIds
    .filter((id) => supported.includes(id) || unmet.includes(id))
    .map((id) => {
      const isOpen = isCut || (id === 'double-run-equal' && doubleRun?.tone !== 'bad');
      return { id, isMet: supported.includes(id) ? true : isOpen ? null : false };
    });
}

function findingGroup(
  { code, severity, count, findings }: KeptGroup,
  sources: SourceFinder,
  hint: ReturnType<SourceFinder['place']>,
): FindingGroup {
  return {
    code,
    severity,
    count,
    findings: findings.map(({ finding, stderr }) => ({
      ...finding,
      source: sources.ofStackTrace(stderr) ?? (code === 'non-deterministic' ? hint : null),
    })),
  };
}

function problemsOf({ problems, problem_count: total, torn, incomplete }: SessionRecord): readonly string[] {
  const told = problems.map((each) => printable(wordsOf(each).message));
  return [
    ...(torn === null ? [] : [`line ${torn.line} was cut off after ${torn.bytes} bytes and is not counted`]),
    ...(incomplete === null ? [] : [`a write failed (${printable(incomplete)}): later events are missing`]),
    ...told,
    ...(total > told.length ? [`and ${total - told.length} further problems`] : []),
  ];
}
