import type { Diagnostic } from '../kernel/diagnostic.ts';
import { faultFindings, inReadingOrder } from './diagnostics/faultFindings.ts';
import { OBJECT } from './json/kinds.ts';
import { JsonTape } from './json/tape.ts';
import type { MarketObservation } from './observation.ts';
import { readObservationShape } from './shape/observationShape.ts';
import { ShapeReader } from './shape/shapeReader.ts';

export interface ObservationVerdict {
  readonly accept: boolean;
  /** Null unless accepted. */
  readonly observation: MarketObservation | null;
  /** The first is the verdict. */
  readonly findings: readonly Diagnostic[];
}

/** Reads an observation (page 1.1) as the reference does: closed, `fundamentals` and `news` optional. */
export function readObservation(bytes: Uint8Array): ObservationVerdict {
  const tape = new JsonTape();
  const isJson = tape.read(bytes);
  const reader = new ShapeReader(tape);
  const hasShape = tape.count > 0 && (isJson || tape.kind(0) === OBJECT);
  const observation = hasShape ? readObservationShape(reader, 0) : null;
  const findings = inReadingOrder([...reader.findings, ...faultFindings(tape)]);
  const accept = findings.length === 0;
  return { accept, observation: accept ? observation : null, findings };
}
