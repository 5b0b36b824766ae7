import { EngineRun, type RunInputs } from '../../engine/run.ts';
import type { ShownTurn } from './runLog.ts';

/** Steps between two kept states: scrubbing back folds at most so many turns again. */
const CHECKPOINT_STEPS = 512;

/** What the turns say of each symbol, in symbol order. */
interface SymbolFold {
  /** Cash that trading and dividends of a symbol brought in, fees taken off. */
  readonly flows: Float64Array;
  /** Target weight that was last asked for; NaN before the first. */
  readonly asked: Float64Array;
  /** Step of that; -1 before the first. */
  readonly askedAt: Int32Array;
}

/** What is known of the book after a step. */
export interface BookAt extends SymbolFold {
  readonly cash: number;
  readonly shares: Float64Array;
}

/**
 * The book as it was after any step. Decisions are executed again by the engine itself,
 * so holdings are the run's own to the bit; only as far as they are looked at.
 */
export class BookPast {
  readonly #turns: readonly ShownTurn[];
  readonly #engine: EngineRun;
  readonly #symbolIndex = new Map<string, number>();
  readonly #checkpoints: SymbolFold[] = [];
  #current: SymbolFold;
  /** Turns folded into `#current`. */
  #folded = 0;

  constructor(inputs: RunInputs, turns: readonly ShownTurn[]) {
    this.#turns = turns;
    this.#engine = new EngineRun(inputs);
    const { symbols } = inputs.dataset;
    for (const [index, symbol] of symbols.entries()) this.#symbolIndex.set(symbol, index);
    this.#current = {
      flows: new Float64Array(symbols.length),
      asked: new Float64Array(symbols.length).fill(Number.NaN),
      askedAt: new Int32Array(symbols.length).fill(-1),
    };
    this.#checkpoints.push(copyOf(this.#current));
  }

  /** After `steps` completed steps. Read only, until the next call. */
  after(steps: number): BookAt {
    const wanted = Math.min(steps, this.#turns.length);
    const { history } = this.#engine;
    while (this.#engine.step < wanted) this.#engine.execute(this.#turns[this.#engine.step]!.decision);
    this.#foldTo(wanted);
    const symbols = this.#current.flows.length;
    if (wanted === 0) return { ...this.#current, cash: 1, shares: new Float64Array(symbols) };
    const shares = Float64Array.from({ length: symbols }, (_, index) => history.shares(wanted - 1, index));
    return { ...this.#current, cash: history.cash(wanted - 1), shares };
  }

  #foldTo(steps: number): void {
    if (steps < this.#folded) {
      const checkpoint = Math.floor(steps / CHECKPOINT_STEPS);
      this.#current = copyOf(this.#checkpoints[checkpoint]!);
      this.#folded = checkpoint * CHECKPOINT_STEPS;
    }
    while (this.#folded < steps) this.#fold(this.#turns[this.#folded]!);
  }

  #fold(turn: ShownTurn): void {
    const { flows, asked, askedAt } = this.#current;
    for (const { symbol, target_weight: weight } of turn.decision.orders) {
      const index = this.#symbolIndex.get(symbol);
      if (index === undefined) continue;
      asked[index] = weight;
      askedAt[index] = turn.step;
    }
    for (const fill of turn.fills) flows[fill.symbolIndex]! -= fill.shares * fill.price + fill.fee;
    const { dataset, window } = this.#engine.inputs;
    const bar = window.start + turn.step;
    for (const [index, paid] of dataset.dividends.entries()) {
      if (paid !== null) flows[index]! += this.#engine.history.shares(turn.step, index) * paid[bar]!;
    }
    this.#folded += 1;
    const isKept = this.#folded % CHECKPOINT_STEPS === 0;
    if (isKept && this.#checkpoints.length === this.#folded / CHECKPOINT_STEPS)
      this.#checkpoints.push(copyOf(this.#current));
  }
}

function copyOf({ flows, asked, askedAt }: SymbolFold): SymbolFold {
  return { flows: flows.slice(), asked: asked.slice(), askedAt: askedAt.slice() };
}
