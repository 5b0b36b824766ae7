import { appendFile, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { GraderVerdict, InstrumentResult } from '../forms/forms.ts';
import { recordJson } from '../recordJson.ts';
import { isIntact, type SealedCandidate } from './seal.ts';
import { type CaseRules, gradeResult, type InstrumentRule } from './verdict.ts';

/** One way of measuring a sealed candidate. It never changes the candidate, nor why its run ended. */
export interface Instrument extends InstrumentRule {
  measure(candidate: SealedCandidate): Promise<Measurement>;
}

export interface Measurement {
  readonly status: 'passed' | 'failed' | 'invalid' | 'abstained';
  readonly reason: string | null;
  /** References to facts of the candidate's record. */
  readonly evidence: readonly string[];
}

/** Thrown by an instrument that an interrupt overtook: it has measured nothing and stays pending. */
export class MeasurementInterrupted extends Error {
  override readonly name = 'MeasurementInterrupted';
}

/** The file of grade revisions, beside the journal. */
export const GRADES_FILE = 'grades.jsonl';

/**
 * Grades a sealed candidate: runs the instruments that have no result yet, one after the
 * other, and appends a revision after each. Called again after an interruption it runs
 * exactly the pending ones; finished results are read, never measured anew.
 */
export async function gradeCandidate(
  candidate: SealedCandidate,
  instruments: readonly Instrument[],
  rules: Omit<CaseRules, 'instruments'>,
  signal: AbortSignal,
): Promise<GraderVerdict> {
  const stored = await lastRevision(candidate);
  const results = new Map((stored?.instruments ?? []).map((each) => [each.instrument_id, each]));
  let revision = stored?.revision ?? 0;
  const verdict = (): GraderVerdict => ({
    attempt_id: candidate.attemptId,
    snapshot_id: candidate.snapshotId,
    revision,
    instruments: [...results.values()],
    ...gradeResult({ ...rules, instruments }, [...results.values()]),
  });
  for (const instrument of instruments) {
    if (signal.aborted) break;
    if (isFinished(results.get(instrument.instrumentId))) continue;
    const result = await measured(instrument, candidate);
    if (result === null) break;
    results.set(instrument.instrumentId, result);
    revision += 1;
    await appendFile(
      join(candidate.record, GRADES_FILE),
      `${recordJson({ seal: candidate.seal, ...verdict() })}\n`,
    );
  }
  return verdict();
}

function isFinished(result: InstrumentResult | undefined): boolean {
  return result !== undefined && result.status !== 'pending';
}

/**
 * An instrument that breaks, or finds another candidate than the sealed one, is invalid,
 * not failed. Null if it was interrupted.
 */
async function measured(
  instrument: Instrument,
  candidate: SealedCandidate,
): Promise<InstrumentResult | null> {
  const outcome = await attemptMeasure(instrument, candidate);
  if (outcome === null) return null;
  const intact = await isIntact(candidate);
  const final = intact
    ? outcome
    : { status: 'invalid' as const, reason: 'the sealed record has changed', evidence: [] };
  return {
    instrument_id: instrument.instrumentId,
    status: final.status,
    evidence: [...final.evidence],
    reason: final.reason,
  };
}

async function attemptMeasure(
  instrument: Instrument,
  candidate: SealedCandidate,
): Promise<Measurement | null> {
  try {
    return await instrument.measure(candidate);
  } catch (error) {
    if (error instanceof MeasurementInterrupted) return null;
    return {
      status: 'invalid',
      reason: error instanceof Error ? error.message : String(error),
      evidence: [],
    };
  }
}

/** The newest complete revision for this seal; a torn last line is cut off. */
async function lastRevision(candidate: SealedCandidate): Promise<GraderVerdict | null> {
  const path = join(candidate.record, GRADES_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) await truncate(path, Buffer.byteLength(whole));
  const { graderVerdict } = await import('../forms/schemas.ts');
  for (const line of whole.trimEnd().split('\n').reverse()) {
    if (line === '') continue;
    const { seal, ...verdict } = JSON.parse(line) as { seal: string };
    if (seal === candidate.seal) return graderVerdict.parse(verdict);
  }
  return null;
}
