import { render } from 'ink';
import { createElement } from 'react';
import type { RunEvent } from '../../harness/events.ts';
import { limits } from '../../kernel/limits.ts';
import { press } from '../model/keys.ts';
import { isOver } from '../model/phase.ts';
import { SessionLog } from '../model/sessionLog.ts';
import { initialUi, type UiState } from '../model/uiState.ts';
import { findingGroups } from '../panes/contract.ts';
import { progressSentence, sentencesFor, stepSentences } from '../sentences.ts';
import type { ScreenParts } from './liveScreen.ts';
import { type SentenceSource, Spoken } from './Spoken.tsx';

/**
 * The session in sentences, for a screen reader: every event that matters is one line of
 * words, nothing is drawn over, and the same keys work.
 */
export class SpokenScreen implements SentenceSource {
  readonly #parts: ScreenParts;
  readonly #session: SessionLog;
  readonly #listeners = new Set<() => void>();
  readonly #app: ReturnType<typeof render>;
  #sentences: readonly string[] = [];
  #ui: UiState = initialUi;
  #progressAtMs: number;

  constructor(parts: ScreenParts) {
    this.#parts = parts;
    this.#session = new SessionLog(parts.marketOf);
    this.#progressAtMs = parts.clock();
    this.#app = render(createElement(Spoken, { source: this }), {
      stdin: parts.terminal.stdin,
      exitOnCtrlC: false,
      patchConsole: false,
      isScreenReaderEnabled: true,
    });
    this.#say(['sbdev simulate, in sentences. Space pauses, question mark lists the keys, q leaves.']);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly sentences = (): readonly string[] => this.#sentences;

  take(event: RunEvent): void {
    const nowMs = this.#parts.clock();
    this.#session.take(event, nowMs);
    this.#say(sentencesFor(event, this.#session, this.#parts.controls.mode, this.#parts.wordsOf));
    const { run } = this.#session;
    if (event.type !== 'turn' || run === null || nowMs - this.#progressAtMs < limits.spokenProgressMs) return;
    this.#progressAtMs = nowMs;
    this.#say([progressSentence(run)]);
  }

  /** Sentences are said as they come. */
  get isUnderWay(): boolean {
    return !isOver(this.#session.phase);
  }

  isDue(): boolean {
    return false;
  }

  look(): void {}

  say(message: string): void {
    this.#say([message]);
  }

  readonly onKey = (name: string): void => {
    const { run } = this.#session;
    const turns = run?.turns.length ?? 0;
    const upTo = Math.min(this.#ui.look ?? turns, turns);
    const findings = run === null ? 0 : findingGroups(run, upTo).length;
    const { state, effect } = press(this.#ui, name, {
      turns,
      findings,
      page: 10,
      // Nothing is drawn, so nothing is out of sight.
      scrollMost: 0,
      isOver: isOver(this.#session.phase),
    });
    const before = this.#ui;
    this.#ui = state;
    if (state.look !== before.look) this.#parts.onLook(state.look);
    if (effect !== null) this.#parts.onEffect(effect);
    this.#say(stepSentences(before, state, run, this.#parts.wordsOf));
  };

  suspend(): void {
    process.kill(process.pid, 'SIGTSTP');
  }

  close(): void {
    this.#app.unmount();
    this.#parts.terminal.setRaw(false);
  }

  #say(sentences: readonly string[]): void {
    if (sentences.length === 0) return;
    this.#sentences = [...this.#sentences, ...sentences];
    for (const listener of this.#listeners) listener();
  }
}
