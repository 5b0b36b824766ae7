/** What a run holds after each of its steps; one allocation for the whole window. */
export class BookHistory {
  readonly #columns: number;
  readonly #cells: Float64Array;

  constructor(steps: number, symbols: number) {
    this.#columns = symbols + 2;
    this.#cells = new Float64Array(steps * this.#columns);
  }

  /** `shares` in symbol order. */
  record(step: number, cash: number, nav: number, shares: Float64Array): void {
    const at = step * this.#columns;
    this.#cells[at] = cash;
    this.#cells[at + 1] = nav;
    this.#cells.set(shares, at + 2);
  }

  cash(step: number): number {
    return this.#cells[step * this.#columns]!;
  }

  nav(step: number): number {
    return this.#cells[step * this.#columns + 1]!;
  }

  shares(step: number, symbolIndex: number): number {
    return this.#cells[step * this.#columns + 2 + symbolIndex]!;
  }
}
