/** Decide times in milliseconds of wall clock; null where nothing was measured. */
export interface Timing {
  /** Decisions that an agent answered over a wire. */
  readonly decisions: number;
  /** The first answer, start-up included; kept apart from the rest. */
  readonly first_answer_ms: number | null;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly max_ms: number | null;
  readonly wall_ms: number;
}

export class DecideTimes {
  readonly #times: Float64Array;
  #count = 0;

  constructor(steps: number) {
    this.#times = new Float64Array(steps);
  }

  add(milliseconds: number): void {
    this.#times[this.#count] = milliseconds;
    this.#count += 1;
  }

  view(wallMs: number): Timing {
    const later = this.#times.slice(1, Math.max(1, this.#count)).sort();
    return {
      decisions: this.#count,
      first_answer_ms: this.#count === 0 ? null : this.#times[0]!,
      p50_ms: quantile(later, 0.5),
      p95_ms: quantile(later, 0.95),
      max_ms: later.at(-1) ?? null,
      wall_ms: wallMs,
    };
  }
}

/** Nearest-rank quantile of ascending values; null of none. */
function quantile(ascending: Float64Array, level: number): number | null {
  return ascending[Math.max(0, Math.ceil(level * ascending.length) - 1)] ?? null;
}
