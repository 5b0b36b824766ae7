import { limits } from '../kernel/limits.ts';

/** Property names are the record's own (page 6.1). */
export interface Health {
  readonly transport_faults: number;
  readonly protocol_faults: number;
  /** Bounds exceeded: an answer line or the whole output too large. */
  readonly resource_faults: number;
  /** The circuit breaker opened: no further request was sent. */
  readonly tripped: boolean;
  /** Step of the first failed decision; null while there was none. */
  readonly first_failed_step: number | null;
  readonly last_error: string | null;
  readonly failure: FailureKind | null;
}

export type FailureKind = 'agent_protocol_violation' | 'resource_limit_exceeded' | 'transport_error';
export type FaultKind = 'protocol' | 'transport' | 'resource';

/**
 * Counts what could not be had and opens the breaker: three consecutive failed
 * decisions of any kind trip it for the rest of the run.
 */
export class TransportHealth {
  #transport = 0;
  #protocol = 0;
  #resource = 0;
  #consecutive = 0;
  #tripped = false;
  #firstFailedStep: number | null = null;
  #lastError: string | null = null;

  get tripped(): boolean {
    return this.#tripped;
  }

  answered(): void {
    this.#consecutive = 0;
  }

  failed(kind: FaultKind, code: string, step: number): void {
    if (kind === 'protocol') this.#protocol += 1;
    else if (kind === 'resource') this.#resource += 1;
    else this.#transport += 1;
    this.#consecutive += 1;
    this.#firstFailedStep ??= step;
    this.#lastError = code;
    if (this.#consecutive >= limits.breakerFailures) this.#tripped = true;
  }

  /** A run whose health is not clean is a failed run; its returns are not the agent's. */
  view(): Health {
    return {
      transport_faults: this.#transport,
      protocol_faults: this.#protocol,
      resource_faults: this.#resource,
      tripped: this.#tripped,
      first_failed_step: this.#firstFailedStep,
      last_error: this.#lastError,
      failure: this.#failure(),
    };
  }

  #failure(): FailureKind | null {
    if (this.#protocol > 0) return 'agent_protocol_violation';
    if (this.#resource > 0) return 'resource_limit_exceeded';
    return this.#tripped || this.#transport > 0 ? 'transport_error' : null;
  }
}
