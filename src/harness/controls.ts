import { invariant } from '../kernel/invariant.ts';

/** What a person or a program may ask of a run between and during its turns. */
export type Control =
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** One turn, then paused again. */
  | { readonly kind: 'step' }
  | { readonly kind: 'stop'; readonly reason: string }
  /** A new task generation: the agent, or what it is run on, has changed. */
  | { readonly kind: 'steer'; readonly reason: string; readonly by: SteerOrigin };

/** A file was saved, or a person asked for this very run, changed or not. */
export type SteerOrigin = 'edit' | 'request';

export interface AcceptedControl {
  readonly controlId: string;
  readonly control: Control;
}

/** The steer that begins the next generation. */
export interface PendingSteer {
  /** Of the newest. */
  readonly controlId: string;
  readonly reason: string;
  /** A request stays one, whatever is saved before it is taken. */
  readonly by: SteerOrigin;
}

export type RunMode = 'running' | 'paused' | 'stepping' | 'stopped';
type ModeEvent = 'pause' | 'resume' | 'step' | 'stop' | 'steer' | 'turn';

/** (mode, event) -> mode; a pair that is missing here is refused. */
export const modeTable: Readonly<Record<RunMode, Partial<Record<ModeEvent, RunMode>>>> = {
  running: {
    pause: 'paused',
    resume: 'running',
    step: 'stepping',
    stop: 'stopped',
    steer: 'running',
    turn: 'running',
  },
  paused: { pause: 'paused', resume: 'running', step: 'stepping', stop: 'stopped', steer: 'paused' },
  stepping: {
    pause: 'paused',
    resume: 'running',
    step: 'stepping',
    stop: 'stopped',
    steer: 'stepping',
    turn: 'paused',
  },
  // An accepted stop prevents every further effect, a steer's too.
  stopped: {},
};

/**
 * The controls of one session, as a machine over `modeTable`. The runner asks it before
 * each dispatch; whoever controls calls `accept`, which says whether it was taken.
 */
export class Controls {
  #mode: RunMode = 'running';
  #accepted = 0;
  #stopReason: string | null = null;
  #steer: PendingSteer | null = null;
  #paceMs = 0;
  /** When the last turn was completed, by the clock; the first waits for none. */
  #turnAt = Number.NEGATIVE_INFINITY;
  #unrecorded: string | null = null;
  /** A turn waits, for whatever reason. */
  #isAwaited = false;
  readonly #waiters = new Set<() => void>();
  readonly #interrupts = new Set<() => void>();
  readonly #onAccepted: (accepted: AcceptedControl) => void;
  readonly #clock: () => number;

  /**
   * `onAccepted` hears every accepted control before it takes effect; `clock`, in
   * monotonic milliseconds, is asked for the pace alone.
   */
  constructor(
    onAccepted: (accepted: AcceptedControl) => void = () => {},
    clock: () => number = () => performance.now(),
  ) {
    this.#onAccepted = onAccepted;
    this.#clock = clock;
  }

  get mode(): RunMode {
    return this.#mode;
  }

  /** Why the session was stopped; null while it was not. */
  get stopReason(): string | null {
    return this.#stopReason;
  }

  /** The steer that waits to be taken; the newest wins. */
  get pendingSteer(): PendingSteer | null {
    return this.#steer;
  }

  /** Least milliseconds between two turns of a running session; 0 is full speed. */
  get paceMs(): number {
    return this.#paceMs;
  }

  /** A pace changes when turns come, never what they are: it is no control, and not kept. */
  set paceMs(paceMs: number) {
    this.#paceMs = paceMs;
    this.#wake();
  }

  /** False if the session is stopped: then nothing more is accepted. */
  accept(control: Control): boolean {
    const next = modeTable[this.#mode][control.kind];
    if (next === undefined) return false;
    this.#accepted += 1;
    const accepted: AcceptedControl = { controlId: `control-${this.#accepted}`, control };
    this.#onAccepted(accepted);
    this.#unrecorded = accepted.controlId;
    this.#mode = next;
    if (control.kind === 'stop') this.#stopReason = control.reason;
    if (control.kind === 'steer') this.#steer = pending(this.#steer, accepted.controlId, control);
    if (control.kind === 'stop' || control.kind === 'steer')
      for (const interrupt of this.#interrupts) interrupt();
    this.#wake();
    return true;
  }

  /** Whether a turn has to wait: for a person, or for its time. */
  get holdsTurns(): boolean {
    if (this.interrupted) return false;
    return this.#mode === 'paused' || (this.#mode === 'running' && this.#dueInMs() > 0);
  }

  /** Whether a turn could begin now and waits for a person. */
  get isHolding(): boolean {
    return this.#isAwaited && this.#mode === 'paused' && !this.interrupted;
  }

  /** Settles when a turn may begin, or when none will: after it, look at `interrupted`. */
  async ready(): Promise<void> {
    this.#isAwaited = true;
    while (this.holdsTurns) await this.#woken(this.#mode === 'paused' ? null : this.#dueInMs());
    this.#isAwaited = false;
  }

  /** Settles with the next steer or stop; at once if there is one already. */
  async steered(): Promise<void> {
    while (!this.interrupted) await this.#woken(null);
  }

  /** A stop or a steer came: what is under way is not to be finished. */
  get interrupted(): boolean {
    return this.#mode === 'stopped' || this.#steer !== null;
  }

  /** Why what is under way is not to be finished; null if it is. */
  get interruption(): string | null {
    if (this.#stopReason !== null) return this.#stopReason;
    return this.#steer === null ? null : `superseded: ${this.#steer.reason}`;
  }

  /**
   * A turn was completed; returns the control that was accepted meanwhile, if one was. A
   * turn that only catches up with what was seen before is not the one that was asked for.
   */
  turnDone(isCatchingUp = false): string | null {
    const next = isCatchingUp ? undefined : modeTable[this.#mode].turn;
    if (next !== undefined) this.#mode = next;
    if (this.#paceMs > 0) this.#turnAt = this.#clock();
    const control = this.#unrecorded;
    this.#unrecorded = null;
    return control;
  }

  /** Takes the pending steer; the generation that it begins is the caller's to start. */
  takeSteer(): PendingSteer {
    const steer = this.#steer;
    invariant(steer !== null, 'a steer is taken once');
    this.#steer = null;
    return steer;
  }

  /** Calls `interrupt` on a stop or steer until the returned function is called. */
  onInterrupt(interrupt: () => void): () => void {
    this.#interrupts.add(interrupt);
    return () => this.#interrupts.delete(interrupt);
  }

  #dueInMs(): number {
    return this.#paceMs === 0 ? 0 : Math.max(0, this.#turnAt + this.#paceMs - this.#clock());
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
  }

  /** The next control or change of pace, or the end of the time. */
  #woken(withinMs: number | null): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiters.delete(wake);
        resolve();
      };
      const timer = withinMs === null ? undefined : setTimeout(wake, withinMs);
      this.#waiters.add(wake);
    });
  }
}

function pending(
  before: PendingSteer | null,
  controlId: string,
  { reason, by }: Extract<Control, { kind: 'steer' }>,
): PendingSteer {
  return { controlId, reason, by: before?.by === 'request' ? 'request' : by };
}
