import { type Diagnostic, diagnostic, type Fact, type Place } from '../kernel/diagnostic.ts';
import { limits } from '../kernel/limits.ts';
import { printableShort } from '../kernel/printable.ts';
import { cp1252Origin } from './diagnostics/mojibake.ts';
import { nearestName } from './diagnostics/nearest.ts';
import { nodeAt, pointerOf } from './json/pointer.ts';
import type { JsonTape } from './json/tape.ts';
import type { ObservedSymbols } from './observedSymbols.ts';
import type { DraftDecision, DraftOrder } from './shape/decisionShape.ts';

/** Observed symbols that a finding lists. */
const LISTED_SYMBOLS = 12;
/** A weight this close above its bound is a rounding error, not an intention. */
const ROUNDING = 1e-9;
/** From here to 100 a number that should be a share is more likely one in percent than leverage. */
const LEAST_PERCENT = 10;

/**
 * Checks a decision against the observation that it answers, in the reference's order
 * (page 1.3): the first finding is its verdict, the rest are what it would have said
 * next. The tape that the draft was read from says where each of them stands.
 */
export function checkMeaning(
  draft: DraftDecision,
  observed: ObservedSymbols,
  tape: JsonTape,
): readonly Diagnostic[] {
  const check = new MeaningCheck(observed, tape);
  const { orders } = draft;
  for (let index = 0; index < orders.length; index += 1) {
    const order = orders[index];
    if (order !== null && order !== undefined) check.order(order, index, orders.length > 1);
  }
  if (draft.cost !== null && !(draft.cost.cost_usd >= 0 && Number.isFinite(draft.cost.cost_usd))) {
    check.note('cost-negative', ['cost', 'cost_usd'], ['a number of at least 0'], {
      value: String(draft.cost.cost_usd),
    });
  }
  return check.findings;
}

const NONE: readonly Diagnostic[] = [];

class MeaningCheck {
  findings: readonly Diagnostic[] = NONE;
  readonly #observed: ObservedSymbols;
  readonly #tape: JsonTape;
  /** First position of each symbol ordered. */
  #ordered: Map<string, number> | null = null;

  constructor(observed: ObservedSymbols, tape: JsonTape) {
    this.#observed = observed;
    this.#tape = tape;
  }

  order(order: DraftOrder, index: number, several: boolean): void {
    const { symbol, target_weight: weight, confidence } = order;
    if (symbol !== null) this.#symbol(symbol, index, several);
    if (weight !== null && !(weight >= -1 && weight <= 1)) {
      this.note('weight-out-of-range', ['orders', index, 'target_weight'], ['a number from -1 to 1'], {
        index,
        ...outside(weight, Math.abs(weight) - 1),
      });
    }
    if (confidence !== null && confidence !== undefined && !(confidence >= 0 && confidence <= 1)) {
      this.note('confidence-out-of-range', ['orders', index, 'confidence'], ['a number from 0 to 1'], {
        index,
        ...outside(confidence, Math.max(confidence - 1, -confidence)),
      });
    }
  }

  note(
    code: string,
    path: readonly (string | number)[],
    accepted: readonly string[],
    facts: Readonly<Record<string, Fact>>,
  ): void {
    if (this.findings.length >= limits.findingsPerAnswer) return;
    const { place, found } = this.#locate(path);
    this.findings = [
      ...this.findings,
      diagnostic(code, 'error', place, { found: found ?? String(facts.value ?? ''), accepted, facts }),
    ];
  }

  #symbol(symbol: string, index: number, several: boolean): void {
    const path = ['orders', index, 'symbol'];
    const { names, set } = this.#observed;
    const known = symbol.slice(0, limits.recordedLineBytes);
    if (!set.has(symbol)) {
      this.note('unknown-symbol', path, names.slice(0, LISTED_SYMBOLS), {
        index,
        symbol: known,
        value: symbol.slice(0, limits.excerptChars),
        nearest: nearestName(symbol, names) ?? '',
        mojibakeOf: cp1252Origin(symbol, names) ?? '',
        unlisted: Math.max(0, names.length - LISTED_SYMBOLS),
      });
      return;
    }
    if (!several) return;
    this.#ordered ??= new Map();
    const first = this.#ordered.get(symbol);
    if (first === undefined) this.#ordered.set(symbol, index);
    else this.note('duplicate-order', path, [], { index, first, symbol: known, value: known });
  }

  #locate(path: readonly (string | number)[]): { place: Place; found: string | null } {
    const tape = this.#tape;
    const node = nodeAt(tape, path);
    if (node < 0) return { place: { pointer: `/${path.join('/')}` }, found: null };
    const offset = tape.start(node);
    const place = { pointer: pointerOf(tape, node), offset, length: tape.end(node) - offset };
    return { place, found: printableShort(tape.sourceAt(node), limits.excerptChars) };
  }
}

/** Facts on a number outside its bounds, `excess` being how far. */
function outside(value: number, excess: number): Readonly<Record<string, Fact>> {
  return {
    value: String(value),
    // 17 significant digits tell any two doubles apart.
    digits: Number.isFinite(value) ? value.toPrecision(17) : String(value),
    rounding: excess > 0 && excess <= ROUNDING,
    percent: Math.abs(value) >= LEAST_PERCENT && Math.abs(value) <= 100,
  };
}
