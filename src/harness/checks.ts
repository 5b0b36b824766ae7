import type { RunEvidence, Verification } from './forms/forms.ts';

/** A contract check that failed and was not passed since. */
export interface OpenFailure {
  /** `20:100/0/step-12`: the check is that of one step of one cell, in whichever generation. */
  readonly checkId: string;
  readonly turnId: string;
  readonly taskGeneration: number;
}

/**
 * Which contract checks stand failed (page 7, invariant 3). A failure survives success
 * elsewhere, and checks that did not run; only a later pass of the same check, executed
 * on the current generation, clears it.
 */
export class CheckLedger {
  readonly #open = new Map<string, OpenFailure>();
  #changes = 0;

  /** How often a check has come to stand failed, or was cleared. */
  get changes(): number {
    return this.#changes;
  }

  /** `cellId` names window and seed; a check of another cell is another check. */
  record(evidence: RunEvidence, cellId: string, step: number, currentGeneration: number): void {
    const decide = evidence.dispatches[0];
    if (decide === undefined || decide.disposition !== 'executed') return;
    // The usual case: nothing stands failed, and nothing fails.
    if (this.#open.size === 0 && decide.verification.kind === 'passed') return;
    const checkId = `${cellId}/step-${step}`;
    if (clears(decide.verification, currentGeneration)) {
      if (this.#open.delete(checkId)) this.#changes += 1;
    } else if (decide.verification.kind === 'failed') {
      this.#changes += 1;
      this.#open.set(checkId, {
        checkId,
        turnId: evidence.turn_id,
        taskGeneration: evidence.task_generation,
      });
    }
  }

  get open(): readonly OpenFailure[] {
    return [...this.#open.values()];
  }

  openIn(cellId: string): number {
    if (this.#open.size === 0) return 0;
    return this.open.filter((each) => each.checkId.startsWith(`${cellId}/`)).length;
  }
}

function clears(verification: Verification, currentGeneration: number): boolean {
  return verification.kind === 'passed' && verification.source_epoch === currentGeneration;
}
