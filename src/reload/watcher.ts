import { statSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { limits } from '../kernel/limits.ts';
import { compareUtf8 } from '../kernel/utf8.ts';
import { pollingReason } from './catalogue.ts';
import { polls } from './eventSupport.ts';
import { EventTrust } from './eventTrust.ts';
import { type FileEvents, openFileEvents, type WatchFunction } from './fileEvents.ts';
import { FolderLook } from './folderLook.ts';
import { type Look, LookSchedule } from './lookSchedule.ts';
import { type OpenEdit, OpenEdits, type Writers } from './openEdits.ts';
import type { SourceIndex } from './sourceIndex.ts';
import type { AliveWriters, SourceChange, SourceState, SourceWatch } from './sourceWatch.ts';
import { TimeSlices } from './timeSlices.ts';
import { type Breadth, sightBelow } from './walk.ts';
import type { WatchedFiles } from './watchedFiles.ts';

export interface WatcherOptions {
  readonly rules: WatchedFiles;
  readonly breadth: Breadth;
  /** Filled with the files as they are. */
  readonly index: SourceIndex;
  readonly notices: readonly Diagnostic[];
  /** Why files are to be looked at; null if the system tells of changes. */
  readonly polling: Diagnostic | null;
  readonly settleMs: number;
  readonly watchFunction: WatchFunction | null;
}

/**
 * Looks at the files when it is told that something happened, and now and then without:
 * events only say when to look, so one that is lost or late costs time and no edit.
 */
export class Watcher implements SourceWatch {
  readonly #rules: WatchedFiles;
  readonly #index: SourceIndex;
  readonly #edits: OpenEdits;
  readonly #watchFunction: WatchFunction | null;
  readonly #notices: Diagnostic[];
  readonly #changeListeners: ((change: SourceChange) => void)[] = [];
  readonly #noticeListeners: ((notice: Diagnostic) => void)[] = [];
  readonly #toldOutputs = new Set<string>();
  readonly #folder: FolderLook;
  readonly #trust = new EventTrust();
  #polling: Diagnostic | null;
  #events: FileEvents | null = null;
  #rootId: string | null;
  #alive: AliveWriters = 'programs';
  #writers: Writers = { isAlive: true, endedAtMs: 0, inputsLeft: null };
  #missing: readonly string[];
  readonly #schedule = new LookSchedule((paths) => this.#look(paths));
  #isClosed = false;

  constructor(options: WatcherOptions) {
    this.#rules = options.rules;
    this.#index = options.index;
    this.#edits = new OpenEdits(options.index, options.settleMs);
    this.#watchFunction = options.watchFunction;
    this.#folder = new FolderLook(options.rules, options.index, options.breadth, (breadth) =>
      this.#say(diagnostic('watch-narrowed', 'warning', {}, { facts: { breadth } })),
    );
    this.#polling = options.polling;
    this.#notices = [...options.notices];
    this.#rootId = idOf(options.rules.root);
    this.#missing = options.rules.missing();
  }

  async start(): Promise<void> {
    if (this.#polling === null) await this.#openEvents();
    // What was written between the first look and the first event.
    if (this.mode === 'polling') this.#schedule.poll();
    else this.#schedule.now();
  }

  get root(): string {
    return this.#rules.root;
  }

  get files(): number {
    return this.#index.files;
  }

  get mode(): 'events' | 'polling' {
    return this.#polling === null ? 'events' : 'polling';
  }

  get reason(): string | null {
    return this.#polling === null ? null : pollingReason(this.#polling);
  }

  get notices(): readonly Diagnostic[] {
    return this.#notices;
  }

  state(): SourceState {
    const pending = this.#folder.pendingAtOnce();
    const now = Date.now();
    const edits = pending.filter((each) => !this.#edits.isOutput(each, this.#writers, now));
    return { ...this.#index.stateWith(edits), missing: this.#rules.missing() };
  }

  writersAlive(alive: AliveWriters): void {
    if (alive === this.#alive) return;
    this.#alive = alive;
    const isAlive = alive !== 'nobody';
    const inputsLeft = alive === 'programs' ? null : (this.#writers.inputsLeft ?? this.#inputsNow());
    this.#writers = { isAlive, endedAtMs: Date.now(), inputsLeft };
    // What they wrote is taken over now, so that a later edit is told from it.
    if (alive !== 'programs') this.#schedule.now();
  }

  onChange(listener: (change: SourceChange) => void): void {
    this.#changeListeners.push(listener);
  }

  onNotice(listener: (notice: Diagnostic) => void): void {
    this.#noticeListeners.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#folder.stop();
    await this.#schedule.stop();
    await this.#events?.close();
    this.#events = null;
  }

  #inputsNow(): ReadonlyMap<string, string | null> {
    const stampOf = (path: string): string | null => {
      const sight = sightBelow(this.#rules, path, this.#folder.breadth);
      return sight === null || sight === 'folder' ? null : sight.stamp;
    };
    return new Map([...this.#rules.inputs].map((path) => [path, stampOf(path)]));
  }

  async #openEvents(): Promise<void> {
    const events = await openFileEvents({
      rules: this.#rules,
      breadth: this.#folder.breadth,
      watch: this.#watchFunction,
      isDataQuiet: () => this.#alive === 'programs',
      onEvent: (paths) => {
        this.#trust.tell();
        this.#schedule.hint(paths);
      },
      onError: (error) => this.#poll(cannotWatch(error)),
    });
    if (this.#isClosed || this.#polling !== null) await events.close();
    else this.#events = events;
  }

  /** From now on files are looked at: nobody tells of their change. */
  #poll(why: Diagnostic): void {
    if (this.#polling !== null || this.#isClosed) return;
    this.#polling = why;
    void this.#events?.close();
    this.#events = null;
    this.#say(why);
    this.#schedule.poll();
  }

  #say(notice: Diagnostic): void {
    this.#notices.push(notice);
    for (const listener of this.#noticeListeners) listener(notice);
  }

  async #look(paths: ReadonlySet<string> | null): ReturnType<Look> {
    const { told } = this.#trust;
    // Known before anything is looked at: a file that comes in between is an edit by then, or of the next look.
    const missing = this.#rules.missing();
    // What is open, and what was named, is looked at every time.
    const pending = await this.#folder.pending(
      paths && [...paths, ...this.#edits.paths(), ...this.#rules.named],
    );
    if (pending === null || this.#isClosed) return { againAtMs: null };
    await this.#noteRoot();
    const fresh = this.#edits.see(pending, this.#writers, performance.now(), Date.now());
    this.#trust.look(told, fresh);
    const edited = await this.#takeEdits();
    if (!this.#writers.isAlive) this.#takeOutputs();
    if (!this.#isClosed) this.#tell(edited, missing);
    return { againAtMs: this.#edits.nextAtMs(this.#writers) };
  }

  /** A folder that was removed and made again is another one, of which nobody tells. */
  async #noteRoot(): Promise<void> {
    const id = idOf(this.#rules.root);
    if (id === this.#rootId) return;
    this.#rootId = id;
    if (this.#polling !== null) return;
    await this.#events?.close();
    this.#events = null;
    if (id !== null) await this.#openEvents();
  }

  async #takeEdits(): Promise<readonly OpenEdit[]> {
    const edited: OpenEdit[] = [];
    const slices = new TimeSlices();
    for (const edit of this.#edits.settled(performance.now())) {
      const { path } = edit.pending;
      const outcome = this.#index.take(edit.pending, 'edit', Date.now());
      if (outcome === 'unsettled') {
        this.#edits.reopen(path, performance.now());
        continue;
      }
      this.#edits.close(path);
      if (outcome === 'edited') edited.push(edit);
      if (slices.isSpent()) await slices.next();
    }
    return edited;
  }

  #takeOutputs(): void {
    for (const { pending } of this.#edits.outputs(performance.now())) {
      const wasCounted = this.#index.counts(pending.path);
      const outcome = this.#index.take(pending, 'output', Date.now());
      if (outcome === 'unsettled') {
        this.#edits.reopen(pending.path, performance.now());
        continue;
      }
      this.#edits.close(pending.path);
      if (outcome !== 'output' || !wasCounted || this.#toldOutputs.has(pending.path)) continue;
      if (this.#toldOutputs.size >= limits.watchNamedFiles) continue;
      this.#toldOutputs.add(pending.path);
      this.#say(diagnostic('watch-output', 'notice', { file: pending.path }));
    }
  }

  #tell(edited: readonly OpenEdit[], gone: readonly string[]): void {
    // A file that is just being replaced is neither gone nor back.
    const missing = this.#rules.named.filter((path) =>
      (this.#edits.has(path) ? this.#missing : gone).includes(path),
    );
    const isSame = missing.join('\n') === this.#missing.join('\n');
    this.#missing = missing;
    if (edited.length === 0 && isSame) return;
    if (!this.#trust.settle(edited.length)) this.#poll(polls('no-events', ''));
    const change: SourceChange = {
      digest: this.#index.digest(),
      files: edited
        .map((edit) => edit.pending.path)
        .sort(compareUtf8)
        .slice(0, limits.watchNamedFiles),
      fileCount: edited.length,
      missing,
      lastWriteAtMs: edited.reduce((latest, edit) => Math.max(latest, writtenAtMs(edit)), 0) || Date.now(),
    };
    for (const listener of this.#changeListeners) listener(change);
  }
}

/** Why it could not be watched, as the system says it. */
function cannotWatch({ code = '', message }: NodeJS.ErrnoException): Diagnostic {
  const isLimit = code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE';
  if (isLimit) return diagnostic('watch-limit', 'warning', {}, { found: code });
  return diagnostic('watch-polling', 'notice', {}, { found: code || message, facts: { why: 'failed' } });
}

/** Times of a file can be set, so one that cannot be that of this edit is not believed. */
function writtenAtMs({ pending: { sight }, seenAtMs }: OpenEdit): number {
  const atMs = sight?.changedAtMs ?? seenAtMs;
  return atMs <= seenAtMs && atMs > seenAtMs - limits.watchAssureMs ? Math.floor(atMs) : seenAtMs;
}

function idOf(folder: string): string | null {
  try {
    const facts = statSync(folder, { bigint: true });
    return `${facts.dev}:${facts.ino}`;
  } catch {
    return null;
  }
}
