import { join } from 'node:path';
import type { DoubleRunReport } from '../../harness/determinismEvents.ts';
import { type Fields, fieldsAt, listAt, numberAt, textAt } from '../../harness/records/fields.ts';
import { cellFolder, JOURNAL_NAME } from '../../harness/records/fileNames.ts';
import { readJournal } from '../../harness/records/readJournal.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import type { Decision } from '../../protocol/decision.ts';
import type { PlannedCell } from '../bench.ts';
import type { CheckFinding, CheckTiming } from '../checkReport.ts';

/** A run of the roster, read back from its journal. */
export interface RecordedRun {
  readonly cell: PlannedCell;
  readonly result: CellResult;
  /** Turns of the last attempt, in order. */
  readonly turns: readonly RecordedTurn[];
  readonly protocolFaults: number;
  readonly transportFaults: number;
  readonly resourceFaults: number;
  readonly timing: CheckTiming | null;
  /** Of the last attempt, the first of each code, with how often it came. */
  readonly findings: readonly CheckFinding[];
  readonly beside: Beside;
}

export interface RecordedTurn {
  readonly step: number;
  readonly date: string;
  readonly verdict: string;
  /** Null where the record does not hold it: the line was too large. */
  readonly decision: Decision | null;
  readonly decideMs: number | null;
}

/** What is kept of a run beside its journal. */
export interface Beside {
  readonly peak_memory_bytes: number | null;
  /** Null unless the run was doubled. */
  readonly double_run: DoubleRunReport | null;
  /** Findings of the double run: they are none of the run's own. */
  readonly double_run_findings: readonly CheckFinding[];
}

export const BESIDE_FILE = 'beside.json';

/** The sealed runs of a roster, in cell order. */
export class RecordedRuns {
  readonly #folder: string;
  readonly #results: ReadonlyMap<number, CellResult>;
  readonly #beside: ReadonlyMap<number, Beside>;
  readonly #read = new Map<number, RecordedRun>();
  readonly cells: readonly PlannedCell[];

  constructor(
    folder: string,
    cells: readonly PlannedCell[],
    results: ReadonlyMap<number, CellResult>,
    beside: ReadonlyMap<number, Beside>,
  ) {
    this.#folder = folder;
    this.cells = cells;
    this.#results = results;
    this.#beside = beside;
  }

  /** Of a cell of the roster; read once. */
  of(cell: PlannedCell): RecordedRun {
    const known = this.#read.get(cell.index);
    if (known !== undefined) return known;
    const path = join(cellFolder(this.#folder, cell.index), JOURNAL_NAME);
    const run = runFrom(path, {
      cell,
      result: this.#results.get(cell.index)!,
      beside: this.#beside.get(cell.index) ?? NOTHING_BESIDE,
    });
    this.#read.set(cell.index, run);
    return run;
  }

  get all(): readonly RecordedRun[] {
    return this.cells.map((cell) => this.of(cell));
  }

  /** Runs without a fault plan. */
  get plain(): readonly RecordedRun[] {
    return this.cells.filter(({ plan }) => plan === null).map((cell) => this.of(cell));
  }
}

const NOTHING_BESIDE: Beside = { peak_memory_bytes: null, double_run: null, double_run_findings: [] };

function runFrom(path: string, known: Pick<RecordedRun, 'cell' | 'result' | 'beside'>): RecordedRun {
  let turns: RecordedTurn[] = [];
  let report: Fields = {};
  for (const item of readJournal(path)) {
    if (item.kind !== 'event') continue;
    if (item.type === 'attempt_started') turns = [];
    else if (item.type === 'turn') turns.push(turnFrom(item.event));
    else if (item.type === 'run_report') report = item.event;
  }
  const health = fieldsAt(report, 'health');
  return {
    ...known,
    turns,
    protocolFaults: numberAt(health, 'protocol_faults') ?? 0,
    transportFaults: numberAt(health, 'transport_faults') ?? 0,
    resourceFaults: numberAt(health, 'resource_faults') ?? 0,
    timing: timingFrom(fieldsAt(report, 'timing')),
    findings: findingsFrom(report, known.cell.index),
  };
}

function turnFrom(event: Fields): RecordedTurn {
  const decision = fieldsAt(event, 'decision');
  return {
    step: numberAt(event, 'step') ?? 0,
    date: textAt(event, 'date') ?? '',
    verdict: textAt(event, 'verdict') ?? '',
    // Written by `writeDecision` from a decision that was read and checked before.
    decision: Array.isArray(decision.orders) ? (decision as unknown as Decision) : null,
    decideMs: numberAt(event, 'decide_ms'),
  };
}

function timingFrom(timing: Fields): CheckTiming | null {
  const wall = numberAt(timing, 'wall_ms');
  if (wall === null) return null;
  return {
    decisions: numberAt(timing, 'decisions') ?? 0,
    first_answer_ms: numberAt(timing, 'first_answer_ms'),
    p50_ms: numberAt(timing, 'p50_ms'),
    p95_ms: numberAt(timing, 'p95_ms'),
    max_ms: numberAt(timing, 'max_ms'),
    wall_ms: wall,
  };
}

function findingsFrom(report: Fields, cell: number): CheckFinding[] {
  const counts = fieldsAt(report, 'finding_counts');
  const first = new Map<string, CheckFinding>();
  for (const each of listAt(report, 'findings')) {
    const { observation: _observation, ...finding } = each as CheckFinding & { observation?: unknown };
    if (first.has(finding.code)) continue;
    first.set(finding.code, { ...finding, count: numberAt(counts, finding.code) ?? 1, cell, source: null });
  }
  return [...first.values()];
}
