import type { Bench } from '../bench.ts';
import type { CheckFinding, Measure } from '../checkReport.ts';
import type { ControlAgent } from '../controls/controlAgent.ts';

/** One way of measuring a candidate: one file of this folder, and one row of its table. */
export interface InstrumentRow {
  readonly id: string;
  readonly requirementId: string;
  /** What it asks, in a few words. */
  readonly title: string;
  /** What the bundled case says of it. */
  readonly required: boolean;
  readonly binding: boolean;
  /** What a case may set, with the values that hold unless it does. */
  readonly bounds: Readonly<Record<string, Bound>>;
  /** Whether it starts agents once the runs are sealed. */
  readonly startsAgents?: true;
  /** Rejects with a CannotRunError, or reads `invalid`, where nothing can be measured. */
  measure(bench: Bench): Promise<Reading>;
  /** The known-bad agent that it must catch. */
  readonly control: ControlAgent;
}

export interface Bound {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

/**
 * What an instrument read off. `invalid`: it could not run, which is never a failure of
 * the agent. `abstained`: there was nothing for it to judge.
 */
export interface Reading {
  readonly status: 'passed' | 'failed' | 'invalid' | 'abstained';
  /** One sentence without facts of the machine, so that two readings of one record are equal. */
  readonly reason: string;
  /** What it looked at; a pass says no more than this. */
  readonly restsOn: readonly string[];
  readonly measures: readonly Measure[];
  readonly findings: readonly CheckFinding[];
  /** References into the record. */
  readonly evidence: readonly string[];
}

export function reading(
  status: Reading['status'],
  reason: string,
  rest: Partial<Omit<Reading, 'status' | 'reason'>> = {},
): Reading {
  return { status, reason, restsOn: [], measures: [], findings: [], evidence: [], ...rest };
}

export function measured(
  name: string,
  value: Measure['value'],
  unit: string | null = null,
  accepted: string | null = null,
): Measure {
  return { name, value, unit, accepted };
}
