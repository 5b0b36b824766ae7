import { limits } from '../kernel/limits.ts';
import type { Pending, SourceIndex } from './sourceIndex.ts';

/** A file that was written to, until its content has been read. */
export interface OpenEdit {
  readonly pending: Pending;
  /** When it was first seen like this, on a clock that only goes forward, and as `Date.now()`. */
  readonly sinceMs: number;
  readonly seenAtMs: number;
  /** An agent or a build of ours wrote it. */
  readonly isOutput: boolean;
}

/** Who may write into the agent's folder beside the person. */
export interface Writers {
  readonly isAlive: boolean;
  /** When the last of them ended, as `Date.now()`. */
  readonly endedAtMs: number;
  /**
   * The stamps that inputs had when the last agent or build was gone (null for one that was
   * not there); null while one lives.
   */
  readonly inputsLeft: ReadonlyMap<string, string | null> | null;
}

/**
 * The files that look otherwise than when they were read, from the first sight of it
 * until they have looked the same for long enough to be read.
 */
export class OpenEdits {
  readonly #index: SourceIndex;
  readonly #settleMs: number;
  #edits = new Map<string, OpenEdit>();
  #firstAtMs = 0;

  constructor(index: SourceIndex, settleMs: number) {
    this.#index = index;
    this.#settleMs = settleMs;
  }

  /** Takes over what a look has found. Returns how many files look otherwise than at the last one. */
  see(pending: readonly Pending[], writers: Writers, nowMs: number, seenAtMs: number): number {
    const edits = new Map<string, OpenEdit>();
    let fresh = 0;
    for (const each of pending) {
      const known = this.#edits.get(each.path);
      if (known !== undefined && known.pending.sight?.stamp === each.sight?.stamp) {
        edits.set(each.path, known);
        continue;
      }
      const isOutput = this.isOutput(each, writers, seenAtMs);
      edits.set(each.path, { pending: each, sinceMs: nowMs, seenAtMs, isOutput });
      if (!isOutput) fresh += 1;
    }
    if (![...this.#edits.values()].some((edit) => !edit.isOutput)) this.#firstAtMs = nowMs;
    this.#edits = edits;
    return fresh;
  }

  /**
   * A data file that was written while an agent or a build lived, or just before its end was
   * told; or an input that looks as they left it.
   */
  isOutput({ path, sight }: Pending, writers: Writers, seenAtMs: number): boolean {
    const standing = sight?.standing ?? this.#index.standing(path);
    const { isAlive, endedAtMs, inputsLeft } = writers;
    if (standing === 'input') return inputsLeft === null || inputsLeft.get(path) === (sight?.stamp ?? null);
    if (standing !== 'data') return false;
    // A look follows their end at once; the clock of a shared folder may not be that of this machine.
    return isAlive || seenAtMs <= endedAtMs + graceMs || (sight?.changedAtMs ?? seenAtMs) <= endedAtMs;
  }

  has(path: string): boolean {
    return this.#edits.has(path);
  }

  paths(): Iterable<string> {
    return this.#edits.keys();
  }

  /** Seen again from its beginning: it changed while it was read. */
  reopen(path: string, nowMs: number): void {
    const edit = this.#edits.get(path);
    if (edit !== undefined) this.#edits.set(path, { ...edit, sinceMs: nowMs });
  }

  close(path: string): void {
    this.#edits.delete(path);
  }

  /**
   * The edits that may be read now: all of them once all are still, so that a checkout of
   * many files is one change. While something is written without end, those that are still.
   */
  settled(nowMs: number): readonly OpenEdit[] {
    const edits = this.#edited();
    const still = edits.filter((edit) => this.#stillAtMs(edit) <= nowMs);
    const isOverdue = nowMs - this.#firstAtMs >= limits.watchUnsettledMs;
    return still.length === edits.length || isOverdue ? still : [];
  }

  /** Outputs of an agent or a build that no longer change. */
  outputs(nowMs: number): readonly OpenEdit[] {
    return [...this.#edits.values()].filter((edit) => edit.isOutput && this.#stillAtMs(edit) <= nowMs);
  }

  /** When to look again; null if nothing is open. */
  nextAtMs(writers: Writers): number | null {
    const waiting = [...this.#edits.values()].filter((edit) => !(edit.isOutput && writers.isAlive));
    if (waiting.length === 0) return null;
    return Math.max(...waiting.map((edit) => this.#stillAtMs(edit)));
  }

  #edited(): readonly OpenEdit[] {
    return [...this.#edits.values()].filter((edit) => !edit.isOutput);
  }

  /** A file that is gone or empty most likely is about to be written: that may take longer. */
  #stillAtMs({ pending: { path, sight }, sinceMs }: OpenEdit): number {
    const isEmptied = sight === null || (sight.bytes === 0 && this.#index.wasFilled(path));
    return sinceMs + (isEmptied ? Math.max(limits.watchEmptiedMs, this.#settleMs) : this.#settleMs);
  }
}

const graceMs = 20;
