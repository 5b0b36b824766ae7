import { invariant } from '../kernel/invariant.ts';
import { SplitMix64 } from '../kernel/splitMix64.ts';
import type { Dataset, Window } from '../market/dataset.ts';
import { billableUnits } from '../protocol/billable.ts';
import type { Decision } from '../protocol/decision.ts';
import { BookHistory } from './book.ts';
import type { CostModel } from './costModel.ts';
import { guardSubmission } from './delayQueue.ts';
import type { Book, Fill } from './fill.ts';
import { OrderExecution } from './orderExecution.ts';
import { chargeFinancing, dividendsOn, grossExposure, netAssetValue, payDividends } from './portfolio.ts';
import type { RunSnapshot } from './snapshot.ts';
import { RUN_STREAM } from './streams.ts';
import type { TraceEvent } from './trace.ts';

export interface RunInputs {
  readonly dataset: Dataset;
  readonly costs: CostModel;
  readonly window: Window;
  /** u64. */
  readonly seed: bigint;
}

/** What a finished run is judged by; property names are the record's own. */
export interface RunResult {
  readonly returns: Float64Array;
  readonly trace: { readonly events: readonly TraceEvent[] };
  readonly confidences: readonly number[];
  readonly outcomes: readonly boolean[];
  readonly cost: number;
}

/** What one decision did. */
export interface StepOutcome {
  readonly step: number;
  readonly nav: number;
  readonly return: number;
  readonly fills: readonly Fill[];
  /** Sum of |value traded at the close| over NAV before trading. */
  readonly turnover: number;
  /** Sum of |position value| over NAV, after the step. */
  readonly grossExposure: number;
}

const HOLD: Decision = { orders: [], reasoning: '' };

/**
 * One run of the point-in-time engine (page 2): a pure function of dataset, costs,
 * window, seed and decisions, advanced from outside by one `step` per bar. Bit-exact
 * with the reference: every formula is evaluated as the page writes it.
 */
export class EngineRun {
  readonly inputs: RunInputs;
  /** Number of steps in the window: min(end, bars) - start. */
  readonly steps: number;
  readonly history: BookHistory;
  readonly #book: Book;
  readonly #orders: OrderExecution;
  readonly #returns: Float64Array;
  readonly #events: TraceEvent[] = [];
  readonly #confidences: number[] = [];
  readonly #outcomes: boolean[] = [];
  /** Identity of each executed step; tells whether a snapshot is still on this run's path. */
  readonly #stamps: Float64Array;
  #stampCounter = 0;
  #rng: SplitMix64;
  #step = 0;
  #previousNav = 1;
  #previousCarry = 0;
  #pendingConfidence: number | null = null;
  #cost = 0;
  #waiting: readonly Decision[] = [];

  constructor(inputs: RunInputs) {
    const { dataset, window, seed } = inputs;
    const symbols = dataset.symbols.length;
    this.inputs = inputs;
    this.steps = Math.max(0, Math.min(window.end, dataset.dates.length) - window.start);
    this.history = new BookHistory(this.steps, symbols);
    this.#book = {
      cash: 1,
      shares: new Float64Array(symbols),
      carried: new Float64Array(symbols).fill(Number.NaN),
    };
    this.#returns = new Float64Array(this.steps);
    this.#stamps = new Float64Array(this.steps);
    this.#orders = new OrderExecution(dataset, this.#book, this.#events);
    this.#rng = new SplitMix64(seed ^ RUN_STREAM);
  }

  /** 0-based step that the next decision answers. */
  get step(): number {
    return this.#step;
  }

  get done(): boolean {
    return this.#step >= this.steps;
  }

  /** Bar of the next decision. */
  get bar(): number {
    return this.inputs.window.start + this.#step;
  }

  get cash(): number {
    return this.#book.cash;
  }

  /** Shares held now, in symbol order. Read only. */
  get shares(): Float64Array {
    return this.#book.shares;
  }

  /** Audit events so far. Read only; grows by appending. */
  get events(): readonly TraceEvent[] {
    return this.#events;
  }

  /** Executes the decision that answers the current bar, and moves to the next (page 2.3). */
  execute(submitted: Decision): StepOutcome {
    invariant(!this.done, 'a finished run takes no decision');
    if (submitted.cost !== undefined) this.#cost += billableUnits(submitted.cost);
    const decision = this.#dueDecision(submitted);
    const { dataset, costs, seed } = this.inputs;
    const index = this.bar;
    const { closes } = dataset;
    const book = this.#book;
    const nav = netAssetValue(book, closes, index);
    const heldReturn = this.#heldReturn(nav, index);
    const bar = { index, closes, nav, seed, costs, rng: this.#rng };
    const fills: Fill[] = [];
    if (costs.noise !== null) this.#orders.fillCarried(decision, bar, fills);
    const deferred = this.#orders.fillOrders(decision, bar, this.#step, fills);
    payDividends(book, dataset.dividends, index);
    const carry = chargeFinancing(book, closes, index, costs);
    const navAfter = netAssetValue(book, closes, index);
    const previous = this.#previousNav;
    const stepReturn = Math.abs(previous) > 1e-12 ? navAfter / previous - 1 : 0;
    this.#previousNav = navAfter;
    this.#previousCarry = carry;
    this.#pairConfidence(deferred ? null : meanConfidence(decision), heldReturn);
    return this.#commit(navAfter, stepReturn, fills, nav);
  }

  /** The run so far. Arrays are the run's own: read only. */
  result(): RunResult {
    return {
      returns: this.#returns.subarray(0, this.#step),
      trace: { events: this.#events },
      confidences: this.#confidences,
      outcomes: this.#outcomes,
      cost: this.#cost,
    };
  }

  /** State after the steps executed so far; its size does not depend on how many they were. */
  snapshot(): RunSnapshot {
    return {
      owner: this,
      step: this.#step,
      stamp: this.#step === 0 ? 0 : this.#stamps[this.#step - 1]!,
      cash: this.#book.cash,
      shares: this.#book.shares.slice(),
      carried: this.#book.carried.slice(),
      rng: this.#rng.clone(),
      previousNav: this.#previousNav,
      previousCarry: this.#previousCarry,
      pendingConfidence: this.#pendingConfidence,
      cost: this.#cost,
      waiting: this.#waiting,
      events: this.#events.length,
      pairs: this.#confidences.length,
    };
  }

  /** Goes back to a snapshot of this run's own past. */
  restore(snapshot: RunSnapshot): void {
    const onPath =
      snapshot.owner === this &&
      snapshot.step <= this.#step &&
      (snapshot.step === 0 || this.#stamps[snapshot.step - 1] === snapshot.stamp);
    invariant(onPath, 'a snapshot is restored into the past of the run that made it');
    this.#step = snapshot.step;
    this.#book.cash = snapshot.cash;
    this.#book.shares.set(snapshot.shares);
    this.#book.carried.set(snapshot.carried);
    this.#rng = snapshot.rng.clone();
    this.#previousNav = snapshot.previousNav;
    this.#previousCarry = snapshot.previousCarry;
    this.#pendingConfidence = snapshot.pendingConfidence;
    this.#cost = snapshot.cost;
    this.#waiting = snapshot.waiting;
    this.#events.length = snapshot.events;
    this.#confidences.length = snapshot.pairs;
    this.#outcomes.length = snapshot.pairs;
    this.#orders.rewind();
  }

  /** The decision that executes now: this one, or the one that a fixed delay made due (page 2.6). */
  #dueDecision(submitted: Decision): Decision {
    const delay = this.inputs.costs.fixedDelayBars;
    if (delay === null) return submitted;
    const guarded = guardSubmission(submitted, (event) => this.#events.push(event));
    const waiting = [...this.#waiting, guarded];
    const due = waiting.length > delay ? waiting.shift()! : HOLD;
    this.#waiting = waiting;
    return due;
  }

  /** What the book that was held since the last step returned; null where there was nothing to hold. */
  #heldReturn(nav: number, index: number): number | null {
    const dividends = dividendsOn(this.#book, this.inputs.dataset.dividends, index);
    const base = this.#previousNav + this.#previousCarry;
    return base > 1e-12 ? (nav + dividends) / base - 1 : null;
  }

  /** The confidence stated a step ago meets the return of what was held since. */
  #pairConfidence(stated: number | null, heldReturn: number | null): void {
    if (this.#pendingConfidence !== null && heldReturn !== null) {
      this.#confidences.push(this.#pendingConfidence);
      this.#outcomes.push(heldReturn > 0);
    }
    this.#pendingConfidence = stated;
  }

  #commit(nav: number, stepReturn: number, fills: readonly Fill[], navBefore: number): StepOutcome {
    const step = this.#step;
    const { closes } = this.inputs.dataset;
    this.#returns[step] = stepReturn;
    this.#stampCounter += 1;
    this.#stamps[step] = this.#stampCounter;
    this.history.record(step, this.#book.cash, nav, this.#book.shares);
    let traded = 0;
    for (const fill of fills) traded += fill.tradedValue;
    const outcome = {
      step,
      nav,
      return: stepReturn,
      fills,
      turnover: navBefore > 1e-12 ? traded / navBefore : 0,
      grossExposure: nav > 1e-12 ? grossExposure(this.#book, closes, this.bar) / nav : 0,
    };
    this.#step += 1;
    return outcome;
  }
}

/** Mean of the stated confidences, summed in order; null if none is stated. */
function meanConfidence(decision: Decision): number | null {
  let sum = 0;
  let count = 0;
  for (const order of decision.orders) {
    if (order.confidence === undefined) continue;
    sum += order.confidence;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}
