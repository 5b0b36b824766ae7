import type { Answer } from '../../agents/agent.ts';
import { wireFloat } from '../../kernel/floatText.ts';
import { printable } from '../../kernel/printable.ts';
import type { Decision } from '../../protocol/decision.ts';
import { contractCatalogue } from '../../protocol/diagnostics/catalogue.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { readAnswer } from '../../protocol/readAnswer.ts';
import type { Difference } from '../firstDifference.ts';

/** Beyond this two numbers are simply different. */
const ULPS_MAX = 64n;

/** What two answers that differ have in common, where that says more than their values; else null. */
export function remarkOn(
  { a, b, pointer }: Difference,
  answers: readonly [Answer, Answer],
  observed: ObservedSymbols,
): string | null {
  const refusal = refusalRemark(answers, observed);
  if (refusal !== null) return refusal;
  const [left, right] = answers.map((each) => decisionOf(each, observed));
  if (left != null && right != null && left.orders.length > 1 && sameSet(left, right)) {
    return 'the same orders in another sequence';
  }
  if (pointer.startsWith('/cost'))
    return 'the cost report is score-bearing: count tokens, do not estimate them';
  const apart = ulpsApart(Number(a), Number(b));
  if (apart === null) return null;
  return apart === 0n
    ? 'zero with another sign: -0.0 is not 0.0 on the wire'
    : `${apart} ulp apart: sums in another order (threads, a set), or another library; round before you send`;
}

/** One of the two is no decision, and why; null if both are one, or neither. */
function refusalRemark(answers: readonly [Answer, Answer], observed: ObservedSymbols): string | null {
  const refusals = answers.map((each) =>
    each.kind === 'line' ? readAnswer(each.bytes, observed).findings[0] : undefined,
  );
  const [a, b] = refusals;
  const refusal = a ?? b;
  if (refusal === undefined || (a !== undefined && b !== undefined)) return null;
  const words = contractCatalogue.find(({ code }) => code === refusal.code)?.words(refusal);
  if (words === undefined) return null;

  return printable(`run ${a === undefined ? 'B' : 'A'} is refused: ${words.message}; ${words.fix}`);
}

function decisionOf(answer: Answer, observed: ObservedSymbols): Decision | null {
  if (answer.kind === 'decision') return answer.decision;
  return answer.kind === 'line' ? readAnswer(answer.bytes, observed).decision : null;
}

function sameSet(a: Decision, b: Decision): boolean {
  const texts = ({ orders }: Decision): string[] =>
    orders
      .map(({ symbol, action, target_weight, confidence }) =>
        [
          symbol,
          action,
          wireFloat(target_weight),
          confidence === undefined ? '' : wireFloat(confidence),
        ].join('\n'),
      )
      .sort();
  const [left, right] = [texts(a), texts(b)];
  return left.length === right.length && left.every((text, index) => text === right[index]);
}

/** Steps between neighbouring doubles from one to the other; null if there are too many. */
function ulpsApart(a: number, b: number): bigint | null {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return null;
  const difference = ordered(a) - ordered(b);
  const apart = difference < 0n ? -difference : difference;
  return apart <= ULPS_MAX ? apart : null;
}

/** Doubles as integers in the order of their values; both zeros are 0. */
function ordered(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const magnitude = bits.getBigUint64(0) & 0x7fff_ffff_ffff_ffffn;
  return bits.getInt8(0) < 0 ? -magnitude : magnitude;
}
