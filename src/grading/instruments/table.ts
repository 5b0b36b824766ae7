import { contractClean } from './contractClean.ts';
import { costReporting } from './costReporting.ts';
import { declaredMandate } from './declaredMandate.ts';
import { doubleRunEqual } from './doubleRunEqual.ts';
import { faultResponses } from './faultResponses.ts';
import type { InstrumentRow } from './instrument.ts';
import { latencyHeadroom } from './latencyHeadroom.ts';
import { noCarriedState } from './noCarriedState.ts';
import { pointInTime } from './pointInTime.ts';
import { reexecution } from './reexecution.ts';
import { repeatedRequest } from './repeatedRequest.ts';
import { sizeAndMemory } from './sizeAndMemory.ts';
import { transportClean } from './transportClean.ts';

/** Every instrument, in the order in which the bundled case asks them. */
export const instrumentTable: readonly InstrumentRow[] = [
  contractClean,
  transportClean,
  doubleRunEqual,
  reexecution,
  repeatedRequest,
  noCarriedState,
  pointInTime,
  declaredMandate,
  faultResponses,
  latencyHeadroom,
  sizeAndMemory,
  costReporting,
];

const byId = new Map(instrumentTable.map((row) => [row.id, row]));

export function instrumentRow(id: string): InstrumentRow | null {
  return byId.get(id) ?? null;
}
