import type { Finding, RunEvent, RunReport, RunStarted, Turn } from '../../harness/events.ts';
import { noTurns } from '../../harness/turnVerdict.ts';
import type { Words } from '../../kernel/diagnostic.ts';
import type { Style } from '../style.ts';
import { FaultStory } from './faultStory.ts';
import { findingLines } from './findingLines.ts';
import { ProgressLine } from './progressLine.ts';
import { startLines } from './startLines.ts';
import { summaryLines } from './summary.ts';

export interface TextReporterOptions {
  readonly write: (text: string) => void;
  readonly style: Style;
  /** Columns of the terminal; null when it is none, then there is no progress line. */
  readonly columns: number | null;
  readonly quiet: boolean;
  readonly wordsOf: (diagnostic: Finding['diagnostic']) => Words;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Where the record is kept; null if it is not. */
  readonly record: () => string | null;
  /** Where the observation of a finding was written; null if there is none. */
  readonly observationPath: (finding: Finding) => string | null;
}

/** A run as lines for a person: what is notable when it happens, and a summary at the end. */
export class TextReporter {
  readonly #options: TextReporterOptions;
  readonly #progress: ProgressLine | null;
  readonly #toldCodes = new Set<string>();
  #started: RunStarted | null = null;
  /** Gathered under a fault plan alone. */
  #faults: FaultStory | null = null;
  readonly #turns = noTurns();

  constructor(options: TextReporterOptions) {
    this.#options = options;
    this.#progress =
      options.columns === null ? null : new ProgressLine(options.write, options.clock, options.columns);
  }

  onEvent(event: RunEvent): void {
    switch (event.type) {
      case 'run_started':
        this.#started = event;
        this.#faults = event.faults === undefined ? null : new FaultStory();
        if (!this.#options.quiet) for (const line of startLines(event, this.#options.style)) this.#say(line);
        return;
      case 'turn':
        this.#onTurn(event);
        return;
      case 'finding':
        this.#onFinding(event);
        return;
      case 'agent_ended':
        this.#progress?.clear();
        return;
      case 'double_run_ended':
        this.#progress?.showRepetition(event);
        return;
      case 'run_report':
        this.#onReport(event);
        return;
    }
  }

  /** Removes what must not stay on the screen when a run ends early. */
  close(): void {
    this.#progress?.clear();
  }

  #onTurn(turn: Turn): void {
    if (turn.verdict === 'not_asked' && this.#turns.not_asked === 0 && !this.#options.quiet) {
      const sign = this.#options.style.warn('!');
      this.#say(`${sign} step ${turn.step}: three failed decisions in a row; the agent is asked no more`);
    }
    this.#turns[turn.verdict] += 1;
    this.#faults?.onTurn(turn);
    this.#progress?.show(turn, this.#started?.steps ?? 0);
  }

  /** The first finding of a code is told at once; repetitions are counted in the summary. */
  #onFinding(finding: Finding): void {
    const { code } = finding.diagnostic;
    if (this.#toldCodes.has(code) || this.#options.quiet) return;
    this.#toldCodes.add(code);
    const { wordsOf, style, observationPath } = this.#options;
    const lines = findingLines(finding, wordsOf(finding.diagnostic), style, observationPath(finding));
    for (const line of lines) this.#say(line);
  }

  #onReport(report: RunReport): void {
    this.#progress?.clear();
    const { wordsOf, style, record, quiet } = this.#options;
    const lines = summaryLines(report, {
      wordsOf,
      style,
      record: record(),
      turns: this.#turns,
      quiet,
      faults: this.#faults,
    });
    this.#options.write(`${lines.join('\n')}\n`);
  }

  #say(line: string): void {
    this.#progress?.clear();
    this.#options.write(`${line}\n`);
  }
}
