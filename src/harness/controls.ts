import { invariant } from '../kernel/invariant.ts';

/** What a person or a program may ask of a run between and during its turns. */
export type Control =
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** One turn, then paused again. */
  | { readonly kind: 'step' }
  | { readonly kind: 'stop'; readonly reason: string }
  /** A new task generation: the agent, or what it is run on, has changed. */
  | { readonly kind: 'steer'; readonly reason: string };

export interface AcceptedControl {
  readonly controlId: string;
  readonly control: Control;
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
  #steer: AcceptedControl | null = null;
  #unrecorded: string | null = null;
  #waiters: (() => void)[] = [];
  readonly #interrupts = new Set<() => void>();
  readonly #onAccepted: (accepted: AcceptedControl) => void;

  /** `onAccepted` hears every accepted control before it takes effect. */
  constructor(onAccepted: (accepted: AcceptedControl) => void = () => {}) {
    this.#onAccepted = onAccepted;
  }

  get mode(): RunMode {
    return this.#mode;
  }

  /** Why the session was stopped; null while it was not. */
  get stopReason(): string | null {
    return this.#stopReason;
  }

  /** The steer that waits to be taken; the newest wins. */
  get pendingSteer(): AcceptedControl | null {
    return this.#steer;
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
    if (control.kind === 'steer') this.#steer = accepted;
    if (control.kind === 'stop' || control.kind === 'steer')
      for (const interrupt of this.#interrupts) interrupt();
    for (const wake of this.#waiters.splice(0)) wake();
    return true;
  }

  /** Settles when a turn may begin, or when none will: after it, look at `interrupted`. */
  async ready(): Promise<void> {
    while (this.#mode === 'paused' && this.#steer === null) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** A stop or a steer came: what is under way is not to be finished. */
  get interrupted(): boolean {
    return this.#mode === 'stopped' || this.#steer !== null;
  }

  /** Why what is under way is not to be finished; null if it is. */
  get interruption(): string | null {
    if (this.#stopReason !== null) return this.#stopReason;
    const steer = this.#steer?.control;
    return steer?.kind === 'steer' ? `superseded: ${steer.reason}` : null;
  }

  /** A turn was completed; returns the control that was accepted meanwhile, if one was. */
  turnDone(): string | null {
    const next = modeTable[this.#mode].turn;
    if (next !== undefined) this.#mode = next;
    const control = this.#unrecorded;
    this.#unrecorded = null;
    return control;
  }

  /** Takes the pending steer; the generation that it begins is the caller's to start. */
  takeSteer(): AcceptedControl {
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
}
