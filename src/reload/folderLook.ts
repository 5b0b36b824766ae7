import type { Pending, SourceIndex } from './sourceIndex.ts';
import { TimeSlices } from './timeSlices.ts';
import { type Breadth, narrower, type Sight, sightBelow, type Walk, walk, walkNow } from './walk.ts';
import type { WatchedFiles } from './watchedFiles.ts';

/** Looks through an agent's folder for what is otherwise than the index has it. */
export class FolderLook {
  readonly #rules: WatchedFiles;
  readonly #index: SourceIndex;
  readonly #onNarrowed: (breadth: Breadth) => void;
  #breadth: Breadth;
  #isStopped = false;

  /** `onNarrowed` is called when the folder has grown beyond what can be looked through. */
  constructor(
    rules: WatchedFiles,
    index: SourceIndex,
    breadth: Breadth,
    onNarrowed: (breadth: Breadth) => void,
  ) {
    this.#rules = rules;
    this.#index = index;
    this.#breadth = breadth;
    this.#onNarrowed = onNarrowed;
  }

  get breadth(): Breadth {
    return this.#breadth;
  }

  /** All that looks otherwise now, found in one go. Nothing if what there is cannot be known at the moment. */
  pendingAtOnce(): readonly Pending[] {
    const seen = walkNow(walk(this.#rules, this.#breadth));
    return seen.cut === null && !seen.isUnsure ? this.#index.pending(seen.files) : [];
  }

  /** What looks otherwise now: among all files (null), or among these. Null: not known. */
  async pending(paths: readonly string[] | null): Promise<readonly Pending[] | null> {
    const sights = paths === null ? null : this.#sightsOf(paths);
    if (sights !== null) return this.#index.pendingAmong(sights);
    const seen = await this.#walk();
    return seen === null ? null : this.#index.pending(seen.files);
  }

  /** Ends a look that is under way: what it was about is not known then. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Null if a folder is among the paths, or was: what is or was in it has to be found. */
  #sightsOf(paths: readonly string[]): ReadonlyMap<string, Sight | null> | null {
    const sights = new Map<string, Sight | null>();
    for (const path of paths) {
      const sight = sightBelow(this.#rules, path, this.#breadth);
      if (sight === 'folder' || (sight === null && this.#index.hasBelow(path))) return null;
      sights.set(path, sight);
    }
    return sights;
  }

  /** Null if what there is cannot be known at the moment. */
  async #walk(): Promise<Walk | null> {
    for (;;) {
      const seen = await this.#walkOnce();
      if (seen === null || seen.isUnsure) return null;
      if (seen.cut === null) return seen;
      this.#narrow(seen.cut);
    }
  }

  async #walkOnce(): Promise<Walk | null> {
    const steps = walk(this.#rules, this.#breadth);
    const slices = new TimeSlices();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (slices.isSpent()) await slices.next();
      if (this.#isStopped) return null;
    }
  }

  /** The folder has grown beyond what is watched: what is left out of it is not taken for gone. */
  #narrow(cut: 'files' | 'folders'): void {
    this.#breadth = narrower(this.#breadth, cut);
    const seen = walkNow(walk(this.#rules, this.#breadth));
    if (seen.cut === null) this.#index.forgetExcept(seen.files);
    this.#onNarrowed(this.#breadth);
  }
}
