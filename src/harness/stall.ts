import type { SteerOrigin } from './controls.ts';
import type { StallAction, StallCheckpoint, StallObservation } from './forms/forms.ts';

/** Kinds of failure that a fresh agent may get past (page 6.1). */
export const runtimeFailures = ['spawn_error', 'transport_error', 'timeout'] as const;
/** Kinds that are the agent's own: the same agent would fail again. */
export const ownFailures = ['agent_protocol_violation', 'resource_limit_exceeded'] as const;
export type AttemptFailure = (typeof runtimeFailures)[number] | (typeof ownFailures)[number];

/** What the stall handler is told, in order. */
export type StallFact =
  | {
      readonly kind: 'generation';
      readonly taskGeneration: number;
      readonly snapshotId: string;
      /** A person asked for this very run: repeating what failed is then what is wanted. */
      readonly by: SteerOrigin;
    }
  | { readonly kind: 'attempt_passed' }
  | {
      readonly kind: 'attempt_failed';
      readonly failure: AttemptFailure;
      /** Code of the first cause; other words for the same failure change nothing. */
      readonly code: string;
      readonly evidence: readonly string[];
    };

/**
 * The one fold over repeats, progress and bounded recovery (page 7). A new generation
 * earns one attempt, not a new cap: while a failure is open, neither edits nor requests
 * refill the retries. Only a clean attempt closes the episode.
 */
export class StallHandler {
  readonly #cap: number;
  #checkpoint: StallCheckpoint;
  /** Snapshots that have failed in this episode. */
  readonly #failedSnapshots = new Set<string>();
  #position = 0;

  /** `cap`: extra attempts that runtime failures may have before a clean one. */
  constructor(cap: number, taskGeneration: number, snapshotId: string) {
    this.#cap = cap;
    this.#checkpoint = {
      task_generation: taskGeneration,
      snapshot_id: snapshotId,
      consecutive_failures: 0,
      remaining: cap,
      open_failure: null,
    };
  }

  get checkpoint(): StallCheckpoint {
    return this.#checkpoint;
  }

  observe(fact: StallFact): StallObservation {
    const action = this.#fold(fact);
    const observation = { position: this.#position, checkpoint: this.#checkpoint, action };
    this.#position += 1;
    return observation;
  }

  #fold(fact: StallFact): StallAction | null {
    const before = this.#checkpoint;
    switch (fact.kind) {
      case 'generation':
        this.#checkpoint = { ...before, task_generation: fact.taskGeneration, snapshot_id: fact.snapshotId };
        return this.#onGeneration(fact);
      case 'attempt_passed':
        this.#failedSnapshots.clear();
        this.#checkpoint = { ...before, consecutive_failures: 0, remaining: this.#cap, open_failure: null };
        return null;
      case 'attempt_failed':
        this.#checkpoint = {
          ...before,
          consecutive_failures: before.consecutive_failures + 1,
          open_failure: fact.code,
        };
        this.#failedSnapshots.add(before.snapshot_id);
        return this.#onFailure(fact);
    }
  }

  /** An edit back to a snapshot that has already failed repeats it unchanged. */
  #onGeneration({ snapshotId, by }: Extract<StallFact, { kind: 'generation' }>): StallAction | null {
    const { open_failure: open } = this.#checkpoint;
    if (open === null || by === 'request' || !this.#failedSnapshots.has(snapshotId)) return null;
    return { kind: 'stop', cause: 'unchanged-repetition', unmet: ['every-step-answered'], evidence: [open] };
  }

  #onFailure(fact: Extract<StallFact, { kind: 'attempt_failed' }>): StallAction {
    const { remaining } = this.#checkpoint;
    const isRuntime = (runtimeFailures as readonly string[]).includes(fact.failure);
    const evidence = [...fact.evidence];
    if (!isRuntime) return { kind: 'stop', cause: fact.failure, unmet: ['contract-clean'], evidence };
    if (remaining === 0)
      return { kind: 'stop', cause: 'retries-exhausted', unmet: ['every-step-answered'], evidence };
    this.#checkpoint = { ...this.#checkpoint, remaining: remaining - 1 };
    return { kind: 'retry', cause: fact.failure, feedback: fact.code, remaining: remaining - 1 };
  }
}
