import { isDeepStrictEqual } from 'node:util';
import { Controls, type PendingSteer, type SteerOrigin } from '../../harness/controls.ts';
import type { RunEvent } from '../../harness/events.ts';
import { GenerationHistory } from '../../harness/generationHistory.ts';
import { runOpenSession } from '../../harness/session.ts';
import type { Onlooker, Task } from '../../harness/task.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { ExitCode, Io } from '../command.ts';
import { type EventSinks, eventSinks } from '../eventSinks.ts';
import { type StopSignal, signalExitCode } from '../exitCode.ts';
import { parseCountOption } from '../options.ts';
import type { RunFlags } from '../resolveRun.ts';
import { newSessionId } from '../sessionId.ts';
import { watchSignals } from '../signals.ts';
import { version } from '../version.ts';
import { buildAgent } from './buildAgent.ts';
import { changed, changeText, kept, type LiveChange, type LiveChoices } from './choices.ts';
import { LastRuns } from './lastRuns.ts';
import { type LiveSetting, readLiveSetting } from './liveSetting.ts';
import { LiveTasks } from './liveTasks.ts';
import { openSources } from './openSources.ts';
import { Reloading } from './reloading.ts';
import { reproductionOf } from './reproductionOf.ts';
import { Viewpoint } from './viewpoint.ts';
import { Writers } from './writers.ts';

export interface LiveFlags extends RunFlags {
  readonly record: boolean;
  readonly retries: string;
  readonly doubleRun: boolean;
  readonly probes?: boolean;
  /** Looks at files instead of waiting to be told. */
  readonly polling?: boolean;
}

export interface LiveOptions {
  /**
   * Shows an event, once it is kept; `text` is its JSON text. Nothing comes after `run`
   * has settled.
   */
  readonly emit: (event: RunEvent, text: () => Iterable<string>) => void;
  /** Who draws the runs between their turns. */
  readonly onlooker?: Onlooker;
  /** Whether what the agent writes to stderr is told as it comes. */
  readonly tellsStderr?: boolean;
  /** Whether to follow the agent's files; `possibly` does without where there are none. */
  readonly watch: boolean | 'possibly';
  /** SIGINT is how a person leaves: it ends the session by what its runs showed. */
  readonly leavesBySigint?: boolean;
}

/** A session that goes from one run to the next until it is stopped (page 8.3). */
export interface LiveSession {
  readonly sessionId: string;
  /** Pause, resume, step, stop, and the pace. */
  readonly controls: Controls;
  readonly choices: LiveChoices;
  /** Folder of the record; null if none is kept. */
  readonly record: string | null;
  /** Where the agent lives. */
  readonly folder: string;
  /** What the latest generation runs on; null before the first. */
  readonly task: Task | null;
  /** The command that runs what is chosen now. */
  readonly reproduction: string;
  /** Supersedes what runs by what is asked for; nothing once the session was stopped. */
  steer(change: LiveChange): void;
  /** The step being looked at, which the next generation catches up to; null for the newest. */
  lookAt(step: number | null): void;
  /**
   * Runs until it is stopped, by a control or a signal. The code is that of the last run
   * that the agent took to its end, else of the last that ended by itself; 3 if none did.
   */
  run(): Promise<ExitCode>;
}

/** Reads everything and begins to watch, but starts no agent. Throws a UsageError for anything wrong. */
export async function openLiveSession(flags: LiveFlags, io: Io, options: LiveOptions): Promise<LiveSession> {
  const retries = parseCountOption('--retries', flags.retries, 100);
  const live = new Live({ flags, io, options, retries, setting: await readLiveSetting(flags, io) });
  await live.open();
  return live;
}

interface LiveParts {
  readonly flags: LiveFlags;
  readonly io: Io;
  readonly options: LiveOptions;
  readonly retries: number;
  readonly setting: LiveSetting;
}

class Live implements LiveSession {
  readonly sessionId = newSessionId();
  readonly controls: Controls;
  readonly #parts: LiveParts;
  readonly #reloading: Reloading;
  readonly #tasks: LiveTasks;
  readonly #history = new GenerationHistory();
  readonly #runs = new LastRuns();
  readonly #viewpoint = new Viewpoint();
  readonly #writers: Writers;
  #choices: LiveChoices;
  #sinks: EventSinks | null = null;
  /** What cannot happen did, outside of the session's own course. */
  #bug: { readonly error: unknown } | null = null;

  constructor(parts: LiveParts) {
    const { flags, io, options, setting } = parts;
    this.#parts = parts;
    this.#choices = setting.choices;
    this.controls = new Controls((accepted) =>
      this.#emit({ type: 'control_accepted', control_id: accepted.controlId, control: accepted.control }),
    );
    this.#writers = new Writers(io.stdout, (alive) => this.#reloading.writersAlive(alive));
    this.#tasks = new LiveTasks({
      controls: this.controls,
      io,
      probes: flags.probes === true,
    });
    this.#reloading = new Reloading(setting, {
      emit: (event) => this.#emit(event),
      read: () => readLiveSetting(flags, io),
      watch: (watched) => openSources(watched, io, options.watch, flags.polling),
      build: (command, cwd, signal) =>
        buildAgent({ command, cwd, env: io.env }, signal, (event) => this.#emit(event)),
      steer: (by, reason, isRestart) => this.#steer(by, reason, isRestart),
      onRead: (read) => {
        this.#choices = kept(this.#choices, read.choices);
      },
      onBug: (error) => this.#onBug(error),
    });
  }

  get choices(): LiveChoices {
    return this.#choices;
  }

  get record(): string | null {
    return this.#sinks?.record ?? null;
  }

  get folder(): string {
    return this.#reloading.setting.folder;
  }

  get task(): Task | null {
    return this.#tasks.current;
  }

  get reproduction(): string {
    const { flags, io } = this.#parts;
    return reproductionOf(flags, this.#reloading.setting, this.#choices, io.cwd);
  }

  /** Watches first and keeps a record then, so that a refusal leaves nothing behind. */
  async open(): Promise<void> {
    await this.#reloading.open();
    const { flags, io, options } = this.#parts;
    this.#sinks = eventSinks(io, {
      sessionId: this.sessionId,
      view: () => ({ show: options.emit, close: () => {} }),
      quiet: false,
      record: flags.record,
      symbols: () => (this.#tasks.current?.inputs ?? this.#reloading.setting.setting).dataset.symbols,
      staysOpen: true,
      command: this.reproduction,
    });
    this.#sinks.onOutputClosed(() => this.controls.accept({ kind: 'stop', reason: 'the output was closed' }));
  }

  steer(change: LiveChange): void {
    if (change.kind === 'restart') {
      this.#reloading.restart();
      return;
    }
    const choices = changed(this.#choices, change);
    if (isDeepStrictEqual(choices, this.#choices)) return;
    this.#choices = choices;
    this.#steer('request', changeText(change, choices), false);
  }

  lookAt(step: number | null): void {
    this.#viewpoint.lookAt(step);
  }

  async run(): Promise<ExitCode> {
    const sinks = this.#sinks;
    invariant(sinks !== null, 'a session is opened before it runs');
    const { controls } = this;
    const signals = watchSignals((reason) => controls.accept({ kind: 'stop', reason }));
    // Between two runs there may be nothing that keeps the process.
    const alive = setInterval(() => {}, TIMER_MS_MAX);
    let code: ExitCode = 3;
    try {
      await runOpenSession({
        sessionId: this.sessionId,
        kit: version,
        nextTask: (steer) => this.#nextTask(steer),
        retries: this.#parts.retries,
        controls,
        ...(sinks.keeper !== null && { keeper: sinks.keeper }),
        ...(this.#parts.options.onlooker && { onlooker: this.#parts.options.onlooker }),
        tellsStderr: this.#parts.options.tellsStderr ?? false,
        emit: (event) => this.#emit(event),
        clock: () => performance.now(),
      });
      if (this.#bug !== null) throw this.#bug.error;
      code = this.#exitCode(signals.caught);
      return code;
    } finally {
      await this.#reloading.close();
      await this.#tasks.dispose();
      await sinks.close(code);
      signals.dispose();
      clearInterval(alive);
    }
  }

  #exitCode(caught: StopSignal | null): ExitCode {
    const shown = this.#runs.exitCode();
    const isLeft = caught === null || (caught === 'SIGINT' && this.#parts.options.leavesBySigint === true);
    if (isLeft && shown !== null) return shown;
    return caught === null ? 3 : signalExitCode(caught);
  }

  async #nextTask(steer: PendingSteer | null): Promise<Task | null> {
    if (steer === null) await this.#begin();
    if (!this.#reloading.isReady || this.controls.mode === 'stopped') return null;
    if (steer === null && this.controls.pendingSteer !== null) return null;
    const { setting, digest } = this.#reloading;
    const isFirst = this.#tasks.current === null;
    const task = await this.#tasks.make({
      live: setting,
      choices: this.#choices,
      digest,
      catchUpTo: this.#viewpoint.catchUpTo,
      notices: [...setting.setting.notices, ...(isFirst ? (this.#sinks?.notices ?? []) : [])],
    });
    this.#viewpoint.begin();
    return task;
  }

  async #begin(): Promise<void> {
    const release = this.controls.onInterrupt(() => {
      if (this.controls.mode === 'stopped') this.#reloading.cancel();
    });
    await this.#reloading.begin().finally(release);
  }

  #steer(by: SteerOrigin, reason: string, isRestart: boolean): void {
    if (isRestart) this.#viewpoint.forget();
    else this.#viewpoint.keep();
    this.controls.accept({ kind: 'steer', by, reason });
  }

  #emit(event: RunEvent): void {
    this.#writers.take(event);
    this.#runs.take(event);
    this.#history.take(event);
    this.#viewpoint.take(event);
    // What changed belongs to the run: its report stays the last that is told of it.
    if (event.type === 'run_report') this.#compare();
    this.#sinks?.emit(event);
    if (this.#isSeenAgain(event)) this.#compare();
  }

  #compare(): void {
    const compared = this.#history.compare();
    if (compared !== null) this.#sinks?.emit(compared);
  }

  /** A paused session has come to the step that was looked at. */
  #isSeenAgain(event: RunEvent): boolean {
    const { catchUpTo } = this.#viewpoint;
    return event.type === 'turn' && event.step === catchUpTo && this.controls.mode === 'paused';
  }

  #onBug(error: unknown): void {
    this.#bug = { error };
    this.controls.accept({ kind: 'stop', reason: 'a bug of the kit' });
  }
}

/** What a timer of Node can wait for at most. */
const TIMER_MS_MAX = 2 ** 31 - 1;
