import type { GraderVerdict } from '../harness/forms/forms.ts';
import { gradeCandidate, type Instrument, MeasurementInterrupted } from '../harness/grader/grader.ts';
import { type SealedCandidate, sealRecord } from '../harness/grader/seal.ts';
import type { CellResult } from '../harness/sweep/records.ts';
import { diagnostic } from '../kernel/diagnostic.ts';
import { CannotRunError, KitError } from '../kernel/errors.ts';
import type { Bench } from './bench.ts';
import type { CaseContract, CaseInstrument } from './case/caseContract.ts';
import { checkFinding } from './checkFinding.ts';
import type { ControlResult } from './checkReport.ts';
import { type InstrumentRow, type Reading, reading } from './instruments/instrument.ts';
import { instrumentRow } from './instruments/table.ts';
import type { RecordedRuns } from './record/recordedRuns.ts';
import { type RosterRequest, recordRoster, sealedFiles } from './record/recordRoster.ts';

export interface Examination extends RosterRequest {
  readonly contract: CaseContract;
  /** Whether an instrument catches its known-bad agent here; asked only where it would pass. */
  readonly controlOf: (row: InstrumentRow) => Promise<ControlResult>;
  readonly onInstrument: (id: string) => void;
}

export interface Examined {
  readonly results: readonly CellResult[];
  readonly runs: RecordedRuns | null;
  readonly seal: string | null;
  /** Whether running the agent leaves its files as they were: then a change is an edit. */
  readonly isStill: boolean;
  readonly verdict: GraderVerdict;
}

/** What is kept of an instrument's reading: its status stands in the grade. */
export type Details = Omit<Reading, 'status' | 'reason'> & { readonly control: ControlResult };

/**
 * Examines a candidate: records the roster, seals it, and asks the instruments one
 * after the other. Called again on the same record it runs only what is missing, and
 * gives the same grade as if nothing had come between.
 */
export async function examine(request: Examination): Promise<Examined> {
  const { record, candidate, contract, signal } = request;
  const { results, runs } = await recordRoster(request);
  if (runs === null) {
    return {
      results,
      runs,
      seal: null,
      isStill: true,
      verdict: ungraded(record.id, candidate.snapshotId, contract),
    };
  }
  const { sealed, isStill } = await sealOnce(request);
  const instruments = contract.instruments.map((rule) => asInstrument(rule, runs, { ...request, isStill }));
  const rules = { advisoryMayBeMissing: contract.advisoryMayBeMissing };
  const verdict = await gradeCandidate(sealed, instruments, rules, signal);
  return { results, runs, seal: sealed.seal, isStill, verdict };
}

/** The seal of the first time holds: a record that was changed since supports no grade. */
async function sealOnce({ record, candidate, cells }: Examination): Promise<Sealed> {
  const { id, folder } = record;
  const sealed = await sealRecord(folder, id, candidate.snapshotId, sealedFiles(cells));
  const kept = (await record.kept('seal.json')) as {
    readonly seal: string;
    readonly is_still: boolean;
  } | null;
  if (kept === null) {
    const isStill = candidate.currentSnapshot() === candidate.snapshotId;
    await record.keep('seal.json', { seal: sealed.seal, is_still: isStill });
    return { sealed, isStill };
  }
  if (kept.seal !== sealed.seal) {
    const rest = { found: sealed.seal.slice(0, 16), accepted: [kept.seal.slice(0, 16)] };
    throw new CannotRunError(diagnostic('seal-broken', 'error', { file: id }, rest));
  }
  return { sealed, isStill: kept.is_still };
}

interface Sealed {
  readonly sealed: SealedCandidate;
  readonly isStill: boolean;
}

/** The grade while not all runs are there: every required instrument is pending. */
function ungraded(attemptId: string, snapshotId: string, { instruments }: CaseContract): GraderVerdict {
  return {
    attempt_id: attemptId,
    snapshot_id: snapshotId,
    revision: 0,
    instruments: [],
    vetoes: [],
    result: {
      kind: 'pending',
      instruments: instruments.filter(({ required }) => required).map(({ instrumentId }) => instrumentId),
    },
  };
}

function asInstrument(
  rule: CaseInstrument,
  runs: RecordedRuns,
  request: Examination & { readonly isStill: boolean },
): Instrument {
  const row = instrumentRow(rule.instrumentId)!;
  return {
    ...rule,
    measure: async () => {
      request.onInstrument(row.id);
      const read = ofTheSealed(row, await readingOf(row, { ...request, rule, runs }), request);
      const control = await controlFor(row, read, request);
      const { status, reason, ...details } = heldTo(control, read);
      // First what it found, then its result: a result without it would never be measured again.
      await request.record.keep(`instruments/${row.id}.json`, { ...details, control } satisfies Details);
      return { status, reason, evidence: details.evidence };
    },
  };
}

async function readingOf(row: InstrumentRow, bench: Bench): Promise<Reading> {
  try {
    const read = await row.measure(bench);
    return read;
  } catch (error) {
    if (bench.signal.aborted) throw new MeasurementInterrupted();
    if (!(error instanceof KitError)) throw error;
    const findings = error.diagnostics.map((each) => checkFinding(each, bench.wordsOf, null));
    return reading('invalid', `cannot run: ${findings[0]?.code ?? error.message}`, { findings });
  }
}

/** An agent that was edited is not the one whose runs are sealed. */
function ofTheSealed(
  { startsAgents }: InstrumentRow,
  read: Reading,
  { candidate, isStill }: Examination & { readonly isStill: boolean },
): Reading {
  if (startsAgents !== true || !isStill || candidate.currentSnapshot() === candidate.snapshotId) return read;
  return reading('invalid', 'the agent was edited while it was checked');
}

async function controlFor(row: InstrumentRow, read: Reading, request: Examination): Promise<ControlResult> {
  if (read.status !== 'passed') return { name: row.control.name, state: 'not_needed', reason: null };
  const control = await request.controlOf(row);
  if (request.signal.aborted && control.state !== 'live') throw new MeasurementInterrupted();
  return control;
}

/** An instrument that would not catch what it must catch passes nothing. */
function heldTo(control: ControlResult, read: Reading): Reading {
  if (control.state !== 'not_live') return read;
  const reason = `its positive control is not live: ${control.name} ${control.reason ?? 'was not caught'}`;
  return { ...read, status: 'invalid', reason };
}
