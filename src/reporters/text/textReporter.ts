import type { Finding, RunEvent, RunReport, RunStarted, Turn } from '../../harness/events.ts';
import type { Words } from '../../kernel/diagnostic.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { findingLines } from './findingLines.ts';
import { count } from './numbers.ts';
import { ProgressLine } from './progressLine.ts';
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
}

/** A run as lines for a person: what is notable when it happens, and a summary at the end. */
export class TextReporter {
  readonly #options: TextReporterOptions;
  readonly #progress: ProgressLine | null;
  readonly #toldCodes = new Set<string>();
  #started: RunStarted | null = null;
  #held = 0;

  constructor(options: TextReporterOptions) {
    this.#options = options;
    this.#progress =
      options.columns === null ? null : new ProgressLine(options.write, options.clock, options.columns);
  }

  onEvent(event: RunEvent): void {
    switch (event.type) {
      case 'run_started':
        this.#started = event;
        if (!this.#options.quiet) this.#say(startLine(event, this.#options.style));
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
    if (turn.verdict === 'not_asked') {
      if (this.#held === 0) {
        this.#say(
          `${this.#options.style.warn('!')} step ${turn.step}: the breaker is open, the agent is asked no more; the kit holds the rest`,
        );
      }
      this.#held += 1;
    }
    this.#progress?.show(turn, this.#started?.steps ?? 0);
  }

  /** The first finding of a code is told at once; repetitions are counted in the summary. */
  #onFinding(finding: Finding): void {
    const { code } = finding.diagnostic;
    if (this.#toldCodes.has(code) || this.#options.quiet) return;
    this.#toldCodes.add(code);
    for (const line of findingLines(
      finding,
      this.#options.wordsOf(finding.diagnostic),
      this.#options.style,
    )) {
      this.#say(line);
    }
  }

  #onReport(report: RunReport): void {
    this.#progress?.clear();
    const lines = summaryLines(report, this.#options.wordsOf, this.#options.style, this.#options.record());
    this.#options.write(`${lines.join('\n')}\n`);
  }

  #say(line: string): void {
    this.#progress?.clear();
    this.#options.write(`${line}\n`);
  }
}

function startLine(event: RunStarted, style: Style): string {
  const { cell, data } = event;
  return style.dim(
    [
      printable(event.agent.id),
      event.agent.transport,
      `${printable(data.source)} (${count(data.symbols.length, 'symbol')}, ${count(data.bars, 'bar')})`,
      `[${cell.window_start},${cell.window_end})`,
      `seed ${cell.seed}`,
      printable(event.costs),
    ].join('  '),
  );
}
