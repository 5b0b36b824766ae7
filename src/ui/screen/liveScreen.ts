import type { RunEvent } from '../../harness/events.ts';
import type { Diagnostic, Words } from '../../kernel/diagnostic.ts';
import { type FrameBand, frameOf, openingFrame, scrollMost } from '../frame.ts';
import { type Layout, layoutFor } from '../layout.ts';
import { Baseline } from '../model/baseline.ts';
import { type Effect, press } from '../model/keys.ts';
import { isOver } from '../model/phase.ts';
import type { RunLog, RunMarket } from '../model/runLog.ts';
import { SessionLog } from '../model/sessionLog.ts';
import { initialUi, type UiState } from '../model/uiState.ts';
import { findingGroups } from '../panes/contract.ts';
import { isTimed } from '../panes/header.ts';
import type { ControlsView, PaneContext } from '../panes/pane.ts';
import type { Palette } from '../text/paint.ts';
import { FrameClock } from './frameClock.ts';
import { FrameWriter } from './frameWriter.ts';
import { paintFrame } from './paintFrame.ts';
import type { Terminal } from './terminal.ts';

export interface ScreenParts {
  readonly terminal: Terminal;
  readonly palette: Palette;
  readonly wordsOf: (diagnostic: Diagnostic) => Words;
  /** What the attempt that begins now runs on. */
  readonly marketOf: () => RunMarket;
  readonly controls: ControlsView;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** A key asks something of the session. */
  readonly onEffect: (effect: Effect) => void;
  /** The step that is looked at has changed, in completed steps; null follows the newest. */
  readonly onLook: (steps: number | null) => void;
}

/** While something waits, its seconds are counted on the screen. */
const COUNTING_MS = 100;

/**
 * The live screen (page 8.3): events go in, frames come out. It holds what the person has
 * chosen to see and nothing else; what is shown is derived from the events.
 */
export class LiveScreen {
  readonly #parts: ScreenParts;
  readonly #session: SessionLog;
  readonly #writer: FrameWriter;
  readonly #clock: FrameClock;
  readonly #releases: (() => void)[] = [];
  #ui: UiState = initialUi;
  #baseline: { readonly run: RunLog; readonly navs: Baseline } | null = null;
  /** A frame is drawn between two turns of a run that goes on. */
  #isLooking = false;
  #isHearing = false;
  #isClosed = false;

  constructor(parts: ScreenParts) {
    this.#parts = parts;
    this.#session = new SessionLog(parts.marketOf);
    const { terminal, clock } = parts;
    this.#writer = new FrameWriter(terminal);
    this.#clock = new FrameClock(() => this.#draw(), clock);
    terminal.enter();
    terminal.setRaw(true);
    this.#clock.next();
    this.#releases.push(terminal.onTyped(() => this.#hearKeys()));
    this.#releases.push(terminal.onResize(() => this.#resized()));
    const onContinue = (): void => this.#returned();
    process.on('SIGCONT', onContinue);
    this.#releases.push(() => process.off('SIGCONT', onContinue));
  }

  take(event: RunEvent): void {
    this.#session.take(event, this.#parts.clock());
    if (event.type === 'run_report') this.#clock.next();
    else this.#clock.soon();
  }

  get isUnderWay(): boolean {
    return !isOver(this.#session.phase);
  }

  isDue(): boolean {
    return this.#clock.isDue();
  }

  look(): void {
    this.#isLooking = true;
    this.#clock.look();
    this.#isLooking = false;
  }

  /** A line for the person, until the next key. */
  say(message: string): void {
    this.#ui = { ...this.#ui, message };
    this.#clock.next();
  }

  readonly onKey = (name: string): void => {
    const context = this.#context(this.#parts.clock());
    const { state, effect } = press(this.#ui, name, {
      turns: context?.run.turns.length ?? 0,
      isOver: isOver(this.#session.phase),
      findings: context === null ? 0 : findingGroups(context.run, context.upTo).length,
      page: 10,
      scrollMost: context === null ? 0 : scrollMost(context, this.#layout(context)),
    });
    const hasMoved = state.look !== this.#ui.look;
    this.#ui = state;
    if (hasMoved) this.#parts.onLook(state.look);
    if (effect !== null) this.#parts.onEffect(effect);
    this.#clock.next();
  };

  /** Hands the terminal back for a while; `returned` comes with SIGCONT. */
  suspend(): void {
    this.#parts.terminal.leave();
    process.kill(process.pid, 'SIGTSTP');
  }

  /** Leaves the terminal as it was. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#clock.close();
    for (const release of this.#releases) release();
    this.#parts.terminal.leave();
  }

  /**
   * What reads keys takes a while to load. That is done once something is typed, which is
   * kept, or once there is time: while an agent thinks, or when the run is over.
   */
  #hearKeys(): void {
    if (this.#isHearing) return;
    this.#isHearing = true;
    void import('./hearKeys.ts').then(({ hearKeys }) => {
      if (!this.#isClosed) this.#releases.push(hearKeys(this.#parts.terminal.stdin, this.onKey));
    });
  }

  #returned(): void {
    const { terminal } = this.#parts;
    terminal.leave();
    terminal.enter();
    terminal.setRaw(true);
    this.#writer.forget();
    this.#clock.next();
  }

  #resized(): void {
    this.#writer.forget();
    this.#clock.next();
  }

  #draw(): void {
    const { terminal, clock, palette } = this.#parts;
    if (this.#isClosed) return;
    // A terminal that cannot keep up is shown the last state, not every one.
    if (terminal.isBusy) {
      this.#clock.soon();
      return;
    }
    this.#writer.show(paintFrame(this.#frame(clock()), palette));
    if (isTimed(this.#session, this.#parts.controls)) this.#clock.after(COUNTING_MS);
    const { phase } = this.#session;
    if (!this.#isLooking && phase !== 'opening' && phase !== 'starting') this.#hearKeys();
  }

  #frame(nowMs: number): readonly FrameBand[] {
    const context = this.#context(nowMs);
    if (context === null) {
      const { controls, wordsOf, terminal } = this.#parts;
      return openingFrame({ session: this.#session, controls, nowMs, wordsOf }, terminal.size);
    }
    return frameOf(context, this.#layout(context));
  }

  #layout({ run }: PaneContext): Layout {
    const { inputs, schedule } = run.market;
    return layoutFor(this.#parts.terminal.size, inputs.dataset.symbols.length, schedule !== null);
  }

  #context(nowMs: number): PaneContext | null {
    const run = this.#shownRun();
    if (run === null) return null;
    if (this.#baseline?.run !== run) this.#baseline = { run, navs: new Baseline(run.market.inputs) };
    return {
      session: this.#session,
      controls: this.#parts.controls,
      run,
      baseline: this.#baseline.navs,
      ui: this.#ui,
      upTo: this.#upTo(run),
      nowMs,
      wordsOf: this.#parts.wordsOf,
    };
  }

  #upTo(run: RunLog): number {
    return Math.min(this.#ui.look ?? run.turns.length, run.turns.length);
  }

  /** The newest run with something to show; before its first turn, the one before it. */
  #shownRun(): RunLog | null {
    const { runs } = this.#session;
    const newest = runs.at(-1) ?? null;
    const isEmpty = newest !== null && newest.turns.length === 0 && newest.ended === null;
    return isEmpty ? (runs.at(-2) ?? newest) : newest;
  }
}
