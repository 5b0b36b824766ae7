import { DIGITS, NUMBER } from '../../src/protocol/json/kinds.ts';
import { JsonTape } from '../../src/protocol/json/tape.ts';
import type { ObservedSymbols } from '../../src/protocol/observedSymbols.ts';
import { readAnswer } from '../../src/protocol/readAnswer.ts';
import { writeDecision } from '../../src/protocol/write/writeDecision.ts';
import { referenceReason } from '../support/referenceReason.ts';
import type { ProbeReport } from './probe.ts';

/** What both sides say of a line. Why a shape is refused is each one's own words. */
export type Comparable = Omit<ProbeReport, 'form'>;

/** What the kit makes of a line, in the words of the probe. */
export function kitReport(line: Uint8Array, observed: ObservedSymbols): Comparable {
  const json = isJson(line);
  const { stage, decision, billable, findings } = readAnswer(line, observed);
  if (decision === null) {
    const reason = stage === 'semantic' ? referenceReason(findings[0]!) : null;
    return { json, verdict: stage ?? 'shape', reason, bits: [], text: null, billable: null };
  }
  const { orders, cost } = decision;
  const bits = orders.flatMap(({ target_weight: weight, confidence }) => [
    bitsOf(weight),
    confidence === undefined ? 'unstated' : bitsOf(confidence),
  ]);
  if (cost !== undefined) {
    const counts = [cost.tokens_in, cost.tokens_out, cost.reasoning_tokens];
    bits.push(bitsOf(cost.cost_usd), ...counts.map(String));
  }
  return {
    json,
    verdict: 'accepted',
    reason: null,
    bits,
    text: writeDecision(decision),
    billable: billable === null ? null : bitsOf(billable),
  };
}

/** What the probe said, less what is not compared. */
export function referenceReport({ form: _, ...report }: ProbeReport): Comparable {
  return report.verdict === 'shape' ? { ...report, reason: null } : report;
}

/**
 * The two are the same. Of a reason it is not compared whether a letter beyond U+07FF is
 * escaped: whether it can be printed depends on the Unicode version of either side.
 */
export function agree(kit: Comparable, reference: Comparable): boolean {
  return (
    kit.json === reference.json &&
    kit.verdict === reference.verdict &&
    kit.text === reference.text &&
    kit.billable === reference.billable &&
    kit.bits.join() === reference.bits.join() &&
    plainLetters(kit.reason) === plainLetters(reference.reason)
  );
}

function plainLetters(reason: string | null): string | null {
  return (
    reason?.replace(/\\u\{([0-9a-f]{4,})\}/g, (all, digits: string) => {
      const code = Number.parseInt(digits, 16);
      return code > 0x7ff ? String.fromCodePoint(code) : all;
    }) ?? null
  );
}

/** One JSON value as serde_json reads it; on the tape a number beyond a double is an infinity. */
function isJson(line: Uint8Array): boolean {
  if (!tape.read(line)) return false;
  for (let node = 0; node < tape.count; node += 1) {
    const kind = tape.kind(node);
    if ((kind === DIGITS || kind === NUMBER) && !Number.isFinite(tape.numberAt(node))) return false;
  }
  return true;
}

const tape = new JsonTape();
const view = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): string {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}
