import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SteerOrigin } from '../../harness/controls.ts';
import type { RunEvent } from '../../harness/events.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { KitError } from '../../kernel/errors.ts';
import type { AliveWriters, SourceChange, SourceWatch } from '../../reload/sourceWatch.ts';
import { type Cause, causeText, together } from './cause.ts';
import { type LiveSetting, watchedOf } from './liveSetting.ts';

export interface ReloadingParts {
  readonly emit: (event: RunEvent) => void;
  /** Reads flags and files anew; throws a UsageError. */
  readonly read: () => Promise<LiveSetting>;
  /** Watches the files of the agent as it is configured; null where there are none to follow. */
  readonly watch: (setting: LiveSetting) => Promise<SourceWatch | null>;
  /** Runs the build; false if it failed or was canceled, which it tells itself. */
  readonly build: (command: readonly string[], folder: string, signal: AbortSignal) => Promise<boolean>;
  /** All is ready for the next generation. */
  readonly steer: (by: SteerOrigin, reason: string, isRestart: boolean) => void;
  /** What was read is from now on what is run. */
  readonly onRead: (setting: LiveSetting) => void;
  /** What cannot happen did. */
  readonly onBug: (error: unknown) => void;
}

/**
 * From a settled change to the steer that follows from it: what is configured is read
 * again, and what is built is built again, while the old generation still runs. One cause
 * at a time; those that come meanwhile are taken together, and cancel a build. What goes
 * wrong is told and ends nothing: the next change is another chance.
 */
export class Reloading {
  readonly #parts: ReloadingParts;
  #setting: LiveSetting;
  #sources: SourceWatch | null = null;
  #toldMode: SourceWatch['mode'] | null = null;
  /** Of the files that the next generation is made of. */
  #digest: string | null = null;
  #waiting: Cause | null = null;
  #working: Promise<void> | null = null;
  #canceling = new AbortController();
  /** What is configured could not be read when it was last tried. */
  #isUnread = false;
  /** A necessary file was not there when files were last told of. */
  #isMissing = false;
  /** A build has passed, or none is needed. */
  #isBuilt = false;
  #isClosed = false;

  constructor(setting: LiveSetting, parts: ReloadingParts) {
    this.#parts = parts;
    this.#setting = setting;
  }

  get setting(): LiveSetting {
    return this.#setting;
  }

  /** Content of the agent's files; null where none are followed. */
  get digest(): string | null {
    return this.#digest;
  }

  /** Whether there is an agent to run: it was built, and no necessary file is missing. */
  get isReady(): boolean {
    return this.#isBuilt && !this.#isMissing;
  }

  /** Begins to watch. Throws a UsageError if there is nothing to watch. */
  async open(): Promise<void> {
    this.#follow(await this.#parts.watch(this.#setting));
  }

  /** Tells what is watched, and builds what has to be; then look at `isReady`. */
  async begin(): Promise<void> {
    this.#tellWatching();
    this.#working = this.#first();
    await this.#working;
    this.#resume();
  }

  /** A person wants the same again, with everything read anew. */
  restart(): void {
    this.#add({ change: null, by: 'request' });
  }

  /** Ends a build that is under way. */
  cancel(): void {
    this.#canceling.abort();
  }

  /** Nothing is told and nothing steered from the call on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#canceling.abort();
    await this.#working?.catch(() => {});
    await this.#sources?.close();
  }

  /** What a living agent or build writes is no edit. */
  writersAlive(alive: AliveWriters): void {
    this.#sources?.writersAlive(alive);
  }

  async #first(): Promise<void> {
    const { digest, missing } = this.#sources?.state() ?? { digest: null, missing: [] };
    this.#digest = digest;
    this.#isMissing = missing.length > 0;
    if (this.#isMissing) this.#tellChange(null, missing);
    else await this.#build();
  }

  #follow(sources: SourceWatch | null): void {
    this.#sources = sources;
    sources?.onChange((change) => this.#add({ change, by: 'edit' }));
    sources?.onNotice((notice) => {
      this.#tell([notice]);
      if (sources.mode !== this.#toldMode) this.#tellMode(sources);
    });
  }

  #add(cause: Cause): void {
    if (this.#isClosed) return;
    this.#waiting = this.#waiting === null ? cause : together(this.#waiting, cause);
    this.#canceling.abort();
    if (this.#working === null) this.#resume();
  }

  #resume(): void {
    this.#working = null;
    const cause = this.#waiting;
    this.#waiting = null;
    if (cause === null || this.#isClosed) return;
    this.#canceling = new AbortController();
    this.#working = this.#take(cause);
    this.#working.then(
      () => this.#resume(),
      (error: unknown) => this.#parts.onBug(error),
    );
  }

  async #take(cause: Cause): Promise<void> {
    const { missing } = cause.change ?? this.#sources?.state() ?? { missing: [] };
    this.#isMissing = missing.length > 0;
    if (cause.change !== null || this.#isMissing) this.#tellChange(cause.change, missing);
    if (this.#isMissing) {
      // What runs may need the file at any moment, and would fail for no fault of its own.
      if (cause.change !== null) this.#steer('edit', `waiting for ${missing.join(', ')}`, false);
      return;
    }
    if (this.#concernsSetting(cause) && !(await this.#read())) return;
    if (!(await this.#build()) || this.#isClosed) return;
    this.#digest = cause.change?.digest ?? this.#sources?.state().digest ?? null;
    this.#steer(cause.by, causeText(cause), cause.change === null);
  }

  #steer(by: SteerOrigin, reason: string, isRestart: boolean): void {
    if (!this.#isClosed) this.#parts.steer(by, reason, isRestart);
  }

  /** A JSON file may be a fault plan that is there to be chosen. */
  #concernsSetting({ change }: Cause): boolean {
    if (change === null || this.#isUnread || change.fileCount > change.files.length) return true;
    const { folder, readFrom } = this.#setting;
    return change.files.some((file) => file.endsWith('.json') || readFrom.has(resolve(folder, file)));
  }

  async #read(): Promise<boolean> {
    try {
      const setting = await this.#parts.read();
      if (!isDeepStrictEqual(watchedOf(setting), watchedOf(this.#setting))) await this.#rewatch(setting);
      this.#setting = setting;
      this.#isUnread = false;
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      this.#isUnread = true;
      this.#tell(error.diagnostics);
      return false;
    }
    this.#parts.onRead(this.#setting);
    return true;
  }

  async #rewatch(setting: LiveSetting): Promise<void> {
    const sources = await this.#parts.watch(setting);
    await this.#sources?.close();
    this.#follow(sources);
    this.#tellWatching();
  }

  async #build(): Promise<boolean> {
    const command = this.#setting.config?.values.build;
    const isDone =
      command === undefined ||
      (await this.#parts.build(command, this.#setting.folder, this.#canceling.signal));
    this.#isBuilt ||= isDone;
    return isDone;
  }

  #tellWatching(): void {
    if (this.#sources === null) return;
    this.#tellMode(this.#sources);
    this.#tell(this.#sources.notices);
  }

  #tellMode({ files, mode, reason }: SourceWatch): void {
    this.#toldMode = mode;
    this.#parts.emit({ type: 'watching', files, mode, reason });
  }

  #tellChange(change: SourceChange | null, missing: readonly string[]): void {
    const { files, fileCount } = change ?? { files: [], fileCount: 0 };
    this.#parts.emit({ type: 'source_changed', files, file_count: fileCount, missing });
  }

  #tell(found: readonly Diagnostic[]): void {
    for (const each of found)
      this.#parts.emit({ type: 'finding', scope: 'session', diagnostic: each, excerpt: null });
  }
}
