/** Decide times so far; sorted anew once they have grown by a share, not at every look. */
export class DecideQuantiles {
  #times = new Float64Array(256);
  #count = 0;
  #sortedCount = 0;
  #p50: number | null = null;
  #p95: number | null = null;

  add(milliseconds: number): void {
    if (this.#count === this.#times.length) {
      const wider = new Float64Array(this.#count * 2);
      wider.set(this.#times);
      this.#times = wider;
    }
    this.#times[this.#count] = milliseconds;
    this.#count += 1;
  }

  /** Nearest-rank quantiles without the first answer, which holds the agent's start; null of none. */
  view(): { readonly p50: number | null; readonly p95: number | null } {
    if (this.#count >= this.#sortedCount * 1.05 + 1) {
      const later = this.#times.slice(1, this.#count).sort();
      this.#p50 = later[Math.ceil(later.length * 0.5) - 1] ?? null;
      this.#p95 = later[Math.ceil(later.length * 0.95) - 1] ?? null;
      this.#sortedCount = this.#count;
    }
    return { p50: this.#p50, p95: this.#p95 };
  }
}
