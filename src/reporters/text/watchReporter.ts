import type { ControlAccepted, Finding, RunEvent, RunReport, RunStarted } from '../../harness/events.ts';
import type { BuildEnded, GenerationsCompared, Watching } from '../../harness/liveEvents.ts';
import type { Words } from '../../kernel/diagnostic.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import { buildOutputLines } from '../../reload/buildOutput.ts';
import type { Style } from '../style.ts';
import { findingLines } from './findingLines.ts';
import { count, milliseconds, percent } from './numbers.ts';
import { startLines } from './startLines.ts';

export interface WatchReporterOptions {
  readonly write: (text: string) => void;
  readonly style: Style;
  readonly wordsOf: (diagnostic: Finding['diagnostic']) => Words;
  /** Nothing but the generations. */
  readonly quiet: boolean;
}

const CAUSE_CHARS = 40;
const BUILD_LINES = 12;

/** A live session as plain lines: one for each generation, and what a person has to know between them. */
export class WatchReporter {
  readonly #options: WatchReporterOptions;
  #generation = 0;
  /** Why the generation began, and why the next one will. */
  #cause = 'start';
  #nextCause = 'start';
  #head: string | null = null;
  #steps = 0;
  #answered = 0;
  #firstError: Finding | null = null;
  #errors = 0;
  #compared: GenerationsCompared | null = null;
  /** A control ends what runs: a steer or a stop. */
  #ending: 'steer' | 'stop' | null = null;
  readonly #toldCodes = new Set<string>();

  constructor(options: WatchReporterOptions) {
    this.#options = options;
  }

  onEvent(event: RunEvent): void {
    switch (event.type) {
      case 'watching':
        this.#note(watchingText(event));
        return;
      case 'source_changed':
        if (event.missing.length > 0)
          this.#say('!', `waiting for ${event.missing.map((file) => printable(file)).join(', ')}`);
        return;
      case 'build_started':
        this.#note(`building: ${printable(event.command.join(' '))}`);
        return;
      case 'build_ended':
        this.#onBuild(event);
        return;
      case 'control_accepted':
        this.#onControl(event);
        return;
      case 'generation_started':
        this.#generation = event.task_generation;
        this.#cause = this.#nextCause;
        this.#ending = null;
        return;
      case 'attempt_started':
        this.#answered = 0;
        this.#firstError = null;
        this.#errors = 0;
        this.#compared = null;
        return;
      case 'run_started':
        this.#onStart(event);
        return;
      case 'turn':
        if (event.verdict === 'accepted') this.#answered += 1;
        return;
      case 'finding':
        this.#onFinding(event);
        return;
      case 'stall':
        if (event.action?.kind === 'stop' && event.action.cause === 'unchanged-repetition')
          this.#tell('!', 'not run: this content has failed already');
        return;
      case 'attempt_ended':
        if (event.outcome === 'interrupted' && this.#ending === 'steer')
          this.#tell('-', `superseded after ${count(event.turns, 'step')}`);
        return;
      case 'generations_compared':
        this.#compared = event;
        return;
      case 'run_report':
        this.#onReport(event);
        return;
    }
  }

  #onControl({ control }: ControlAccepted): void {
    if (control.kind === 'steer') this.#nextCause = control.reason;
    if (control.kind === 'steer' || control.kind === 'stop') this.#ending = control.kind;
  }

  /** Who runs on what: again only when that has changed. */
  #onStart(event: RunStarted): void {
    this.#steps = event.steps;
    const lines = startLines(event, this.#options.style);
    const head = lines.join('\n');
    if (head === this.#head) return;
    this.#head = head;
    if (!this.#options.quiet) for (const line of lines) this.#write(line);
  }

  #onFinding(finding: Finding): void {
    const { severity, code } = finding.diagnostic;
    if (severity === 'error' && finding.scope === 'session') this.#show(finding);
    else if (severity === 'error') {
      this.#firstError ??= finding;
      this.#errors += 1;
    } else if (!this.#toldCodes.has(code) && !this.#options.quiet) {
      this.#toldCodes.add(code);
      this.#show(finding);
    }
  }

  /** What a failed build printed; that it failed is a finding of its own. */
  #onBuild({ outcome, duration_ms: ms, output_tail: tail }: BuildEnded): void {
    if (outcome === 'canceled') this.#note('build canceled');
    if (outcome === 'passed') this.#note(`built in ${milliseconds(ms)}`);
    if (outcome !== 'failed') return;
    for (const line of buildOutputLines(tail, BUILD_LINES)) this.#write(`    ${line}`);
  }

  #onReport(report: RunReport): void {
    const { stop, health, summary, timing, double_run: twice } = report;
    const hasReturn =
      stop.status === 'done' || (health.failure === null && report.book.steps === this.#steps);
    const parts = [
      `${this.#answered}/${this.#steps}`,
      verdictText(report, this.#ending === 'stop'),
      ...(hasReturn ? [percent(summary.total_return)] : []),
      milliseconds(timing.wall_ms),
      ...(health.failure === null && twice?.status === 'no_verdict'
        ? [`double run: ${printable(twice.reason ?? 'no verdict')}`]
        : []),
      ...(this.#compared === null ? [] : [comparedText(this.#compared)]),
    ];
    const sign = stop.status === 'done' ? '+' : this.#ending === 'stop' ? '-' : 'x';
    this.#tell(sign, parts.join('  '));
    if (this.#firstError !== null) this.#show(this.#firstError);
    const more = this.#errors - 1;
    if (more > 0) this.#note(`and ${count(more, 'further finding')}`);
  }

  /** A line about the current generation. */
  #tell(sign: Sign, text: string): void {
    const cause = printableShort(this.#cause, CAUSE_CHARS);
    this.#say(sign, `${this.#options.style.bold(`g${this.#generation}`)}  ${cause}  ${text}`);
  }

  #show(finding: Finding): void {
    const { wordsOf, style } = this.#options;
    for (const line of findingLines(finding, wordsOf(finding.diagnostic), style)) this.#write(`  ${line}`);
  }

  #note(text: string): void {
    if (!this.#options.quiet) this.#write(this.#options.style.dim(`  ${text}`));
  }

  #say(sign: Sign, text: string): void {
    this.#write(`${painted(sign, this.#options.style)} ${text}`);
  }

  #write(line: string): void {
    this.#options.write(`${line}\n`);
  }
}

/** Passed, failed, to be looked at, neither. */
type Sign = '+' | 'x' | '!' | '-';

function painted(sign: Sign, style: Style): string {
  if (sign === '+') return style.good('✓');
  if (sign === 'x') return style.bad('✗');
  return sign === '!' ? style.warn('!') : style.dim('-');
}

function verdictText({ stop, health }: RunReport, isStopped: boolean): string {
  if (stop.status === 'done') return 'passed';
  if (stop.status === 'blocked') return 'could not be started';
  if (health.failure !== null) return `failed (${health.failure})`;
  return isStopped ? 'stopped' : `incomplete (${printable(stop.reason)})`;
}

/** `12 of 80 decisions differ from g3, first at step 7: return -0.40 % -> +1.10 %`. */
export function comparedText(compared: GenerationsCompared): string {
  const { before, steps_compared: steps, steps_different: different, first_difference: first } = compared;
  if (different === 0) return `decides as g${before} did${steps === 1 ? '' : ` in all ${steps} steps`}`;
  const returns = `return ${percent(compared.return_before)} -> ${percent(compared.return_after)}`;
  return `${different} of ${count(steps, 'decision')} differ from g${before}, first at step ${first}: ${returns}`;
}

/** Why it polls is a notice of its own. */
function watchingText({ files, mode }: Watching): string {
  return `watching ${count(files, 'file')}${mode === 'polling' ? ', polling' : ''}; no keys here, Ctrl-C ends`;
}
