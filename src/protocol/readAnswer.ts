import type { Diagnostic } from '../kernel/diagnostic.ts';
import { billableUnits } from './billable.ts';
import type { Decision } from './decision.ts';
import { faultFindings, inReadingOrder } from './diagnostics/faultFindings.ts';
import { OBJECT } from './json/kinds.ts';
import { JsonTape } from './json/tape.ts';
import { checkMeaning } from './meaning.ts';
import type { ObservedSymbols } from './observedSymbols.ts';
import { asDecision, type DraftDecision, readDecisionShape } from './shape/decisionShape.ts';
import { ShapeReader } from './shape/shapeReader.ts';

/** The verdict on one answer line. */
export interface AnswerVerdict {
  readonly accept: boolean;
  /** Which check refused it: what it is made of, or what it means. Null if accepted. */
  readonly stage: null | 'shape' | 'semantic';
  /** The whole line if it is ASCII; else null. */
  readonly text: string | null;
  /** Null unless accepted. */
  readonly decision: Decision | null;
  /** Billable units of the cost report; null if there is none, or no decision. */
  readonly billable: number | null;
  /** The first is the verdict, equal to the reference's first failure; the rest are further ones. */
  readonly findings: readonly Diagnostic[];
}

const NO_FINDINGS: readonly Diagnostic[] = [];

/** Filled anew for every answer: reading never yields, so one is enough. */
const tape = new JsonTape();

/**
 * The verdict on one answer line, terminator or not (pages 1.2 and 1.3). It agrees with
 * the reference on every byte string; where the reference accepts what the published
 * schema does not (arrays for objects, an enum as a map), it refuses. Without observed
 * symbols only the shape is judged.
 */
export function readAnswer(bytes: Uint8Array, observed: ObservedSymbols | null): AnswerVerdict {
  const isJson = tape.read(bytes);
  const reader = new ShapeReader(tape);
  // What is broken JSON and no object either is no decision in the making: its fault says all.
  const hasShape = tape.count > 0 && (isJson || tape.kind(0) === OBJECT);
  const draft = hasShape ? readDecisionShape(reader, 0) : null;
  if (!isJson || draft === null || reader.findings.length > 0) return refused(reader, draft, observed);
  const meaning = observed === null ? NO_FINDINGS : checkMeaning(draft, observed, tape);
  if (meaning.length > 0) {
    return {
      accept: false,
      stage: 'semantic',
      text: tape.text,
      decision: null,
      billable: null,
      findings: meaning,
    };
  }
  const decision = asDecision(draft);
  const billable = decision.cost === undefined ? null : billableUnits(decision.cost);
  return { accept: true, stage: null, text: tape.text, decision, billable, findings: NO_FINDINGS };
}

/** What can still be read is still checked, so that one look mends all of it. */
function refused(
  reader: ShapeReader,
  draft: DraftDecision | null,
  observed: ObservedSymbols | null,
): AnswerVerdict {
  const shape = inReadingOrder([...reader.findings, ...faultFindings(tape)]);
  const meaning = draft === null || observed === null ? NO_FINDINGS : checkMeaning(draft, observed, tape);
  return {
    accept: false,
    stage: 'shape',
    text: tape.text,
    decision: null,
    billable: null,
    findings: [...shape, ...meaning],
  };
}
