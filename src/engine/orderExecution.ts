import type { Dataset } from '../market/dataset.ts';
import type { Decision } from '../protocol/decision.ts';
import { isManipulative } from './delayQueue.ts';
import { type Bar, type Book, type Fill, fillOrder } from './fill.ts';
import { CONCENTRATION_BREACH, MANIPULATIVE_ORDER, ORDER_PLACED, type TraceEvent } from './trace.ts';

/**
 * Executes the orders of one decision after the other on a book (page 2.3, steps 3 and
 * 4), and says in the run's events what an auditor would ask about.
 */
export class OrderExecution {
  readonly #symbols: readonly string[];
  readonly #symbolIndex = new Map<string, number>();
  readonly #book: Book;
  readonly #events: TraceEvent[];
  /** Step at which a symbol was last ordered, to find repeats without a set per step. */
  readonly #orderedAt: Int32Array;

  /** `events` is appended to. */
  constructor({ symbols }: Dataset, book: Book, events: TraceEvent[]) {
    this.#symbols = symbols;
    this.#book = book;
    this.#events = events;
    this.#orderedAt = new Int32Array(symbols.length).fill(-1);
    for (const [index, symbol] of symbols.entries()) this.#symbolIndex.set(symbol, index);
  }

  /** Orders that noise carried over, in symbol order, unless this decision orders the symbol anew. */
  fillCarried(decision: Decision, bar: Bar, fills: Fill[]): void {
    const due = this.#book.carried.slice();
    this.#book.carried.fill(Number.NaN);
    for (const [symbol, weight] of due.entries()) {
      if (Number.isNaN(weight) || !(bar.closes[symbol]![bar.index]! > 0)) continue;
      const name = this.#symbols[symbol];
      if (decision.orders.some((order) => order.symbol === name)) continue;
      fills.push(fillOrder(this.#book, bar, symbol, weight, true));
    }
  }

  /** The decision's own orders as listed; true if noise left one of them waiting. */
  fillOrders(decision: Decision, bar: Bar, step: number, fills: Fill[]): boolean {
    let deferred = false;
    let unknown: Set<string> | null = null;
    for (const order of decision.orders) {
      const symbol = this.#symbolIndex.get(order.symbol);
      if (symbol === undefined) {
        unknown ??= new Set();
        if (unknown.has(order.symbol)) this.#events.push(MANIPULATIVE_ORDER);
        unknown.add(order.symbol);
        continue;
      }
      if (this.#orderedAt[symbol] === step) {
        this.#events.push(MANIPULATIVE_ORDER);
        continue;
      }
      this.#orderedAt[symbol] = step;
      if (!(bar.closes[symbol]![bar.index]! > 0)) continue;
      const weight = order.target_weight;
      if (isManipulative(weight)) {
        this.#events.push(MANIPULATIVE_ORDER);
        continue;
      }
      if (Math.abs(weight) > 0.5) this.#events.push(CONCENTRATION_BREACH);
      const fill = fillOrder(this.#book, bar, symbol, weight, false);
      fills.push(fill);
      if (fill.outcome !== 'no-op') {
        if (order.rationale !== '') {
          this.#events.push({
            event: 'decision_rationale',
            symbol: order.symbol,
            rationale: order.rationale,
          });
        }
        this.#events.push(ORDER_PLACED);
      }
      if (!Number.isNaN(this.#book.carried[symbol]!)) deferred = true;
    }
    return deferred;
  }

  /** The run went back: a step that comes again has ordered nothing. */
  rewind(): void {
    this.#orderedAt.fill(-1);
  }
}
