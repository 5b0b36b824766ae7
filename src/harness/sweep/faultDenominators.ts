import type { CellResult } from './records.ts';

/** Over how many cells one fault says something (page 5.3). */
export interface FaultDenominators {
  readonly fault_id: string;
  /** Cells with evidence: those that have a run. */
  readonly cells: number;
  readonly assigned: number;
  /** Cells with at least one event of this fault. */
  readonly fired: number;
}

/** One row a fault, in plan order, those that no cell got included. */
export function faultDenominators(
  faults: readonly string[],
  cells: readonly CellResult[],
): readonly FaultDenominators[] {
  const evidence = cells.flatMap(({ fault_evidence: each }) => (each === undefined ? [] : [each]));
  return faults.map((id) => ({
    fault_id: id,
    cells: evidence.length,
    assigned: evidence.filter(({ assigned }) => assigned.includes(id)).length,
    fired: evidence.filter(({ events }) => events.some((event) => event.fault_id === id)).length,
  }));
}
