import { join, relative } from 'node:path';
import type { Finding, RunEvent } from '../harness/events.ts';
import { eventText } from '../harness/eventText.ts';
import { Journal, type JournalFailure, RUNS_FOLDER } from '../harness/journal.ts';
import type { Keeper } from '../harness/keptAnswer.ts';
import { recordIncomplete } from '../harness/records/incomplete.ts';
import { SessionJournal } from '../harness/sessionJournal.ts';
import { systemErrorCode } from '../harness/systemError.ts';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { NdjsonReporter } from '../reporters/ndjson.ts';
import { styleFor } from '../reporters/style.ts';
import { findingLines } from '../reporters/text/findingLines.ts';
import { TextReporter } from '../reporters/text/textReporter.ts';
import { wordsOf } from './catalogue.ts';
import { onClosedOutput } from './closedOutput.ts';
import type { ExitCode, Io } from './command.ts';
import { version } from './version.ts';

/** Whatever shows events; text or NDJSON on stdout, or a view that the caller has. */
export interface View {
  /** `text` gives the event's JSON text. */
  show(event: RunEvent, text: () => Iterable<string>): void;
  close(): void;
}

export interface SinkOptions {
  readonly sessionId: string;
  readonly view: 'text' | 'json' | ((record: Journal | null) => View);
  readonly quiet: boolean;
  /** False keeps no record. */
  readonly record: boolean;
  /** Those of the run that is being told. */
  readonly symbols: () => readonly string[];
  /** Whether events follow a report, so that it is not the last line of stdout. */
  readonly staysOpen?: boolean;
  /** The command that runs this again, for the record. */
  readonly command: string;
}

export interface EventSinks {
  /** What is worth saying before the run: that no record can be kept. */
  readonly notices: readonly Diagnostic[];
  /** Keeps what has not been told yet; null if no record is kept. */
  readonly keeper: Keeper | null;
  /** Folder of the record; null if none is kept. */
  readonly record: string | null;
  /** The record first, then the view: nothing is shown that is not kept. */
  emit(event: RunEvent): void;
  onOutputClosed(listener: () => void): void;
  /** Ends the record with the code that the command ends with. */
  close(code: ExitCode): Promise<void>;
}

/** Where the events of a run go: its journal, and text or NDJSON on stdout. */
export function eventSinks(io: Io, options: SinkOptions): EventSinks {
  let onFailure = (_failure: JournalFailure): void => {};
  const opened = options.record
    ? openJournal(io, options, (failure) => onFailure(failure))
    : { journal: null, refusal: null };
  const { journal } = opened;
  const record = journal === null ? null : new SessionJournal(journal);
  const view = viewOf(io, options, journal);
  let isReported = false;
  onFailure = (failure) => {
    const finding: Finding = { type: 'finding', diagnostic: recordIncomplete(failure), excerpt: null };
    // The report is the last line of stdout, so what comes after it goes to stderr.
    if (isReported && options.staysOpen !== true) io.stderr.write(`${findingText(io, finding)}\n`);
    else view.show(finding, () => eventText(finding, options.symbols(), wordsOf));
  };
  const emit = (event: RunEvent): void => {
    const write = (): Iterable<string> => eventText(event, options.symbols(), wordsOf);
    // A report may be too large to be held as text, so that one is written twice.
    const text = event.type === 'run_report' ? write : once(write);
    record?.write(event, text());
    isReported ||= event.type === 'run_report';
    view.show(event, text);
  };
  let onClosed = (): void => {};
  onClosedOutput(io, () => onClosed());
  return {
    notices: opened.refusal === null ? [] : [opened.refusal],
    keeper: record,
    record: journal?.folder ?? null,
    emit,
    onOutputClosed: (listener) => {
      onClosed = listener;
    },
    close: async (code) => {
      try {
        view.close();
      } finally {
        // The record ends whatever became of the output.
        await record?.close(code);
      }
    },
  };
}

function viewOf(io: Io, options: SinkOptions, journal: Journal | null): View {
  switch (options.view) {
    case 'json':
      return ndjsonView(io);
    case 'text':
      return textView(io, options, journal);
    default:
      return options.view(journal);
  }
}

function once(write: () => Iterable<string>): () => readonly string[] {
  let pieces: readonly string[] | null = null;
  return () => {
    pieces ??= [...write()];
    return pieces;
  };
}

/** Events as lines of JSON on stdout; turns may wait a moment. */
export function ndjsonView(io: Io): View {
  const reporter = new NdjsonReporter(io.stdout);
  return {
    show: (event, text) => reporter.write(text(), event.type !== 'turn'),
    close: () => reporter.close(),
  };
}

function textView(io: Io, options: SinkOptions, journal: Journal | null): View {
  const isTTY = io.stdout.isTTY === true;
  // CI logs keep every redraw of a line, so a progress line is for people only.
  const live = isTTY && !options.quiet && io.env.CI === undefined && io.env.TERM !== 'dumb';
  const reporter = new TextReporter({
    write: (chunk) => io.stdout.write(chunk),
    style: styleFor({ isTTY, env: io.env, color: io.color }),
    columns: live ? (io.stdout.columns ?? 80) : null,
    quiet: options.quiet,
    wordsOf,
    clock: () => performance.now(),
    record: () => (journal === null ? null : shortPath(io, journal.folder)),
    observationPath: ({ diagnostic: found, observation }) => {
      if (journal === null || observation === undefined) return null;
      const path = journal.writeFile(`observation-${found.place.step ?? 0}.json`, `${observation}\n`);
      return path === null ? null : shortPath(io, path);
    },
  });
  return { show: (event) => reporter.onEvent(event), close: () => reporter.close() };
}

function openJournal(
  io: Io,
  options: SinkOptions,
  onFailure: (failure: JournalFailure) => void,
): { journal: Journal | null; refusal: Diagnostic | null } {
  const meta = {
    kit: version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    started_at: new Date().toISOString(),
    command: options.command,
  };
  try {
    const journal = Journal.create(io.cwd, options.sessionId, meta, { onFailure });
    return { journal, refusal: null };
  } catch (error) {
    const found = systemErrorCode(error);
    return {
      journal: null,
      refusal: diagnostic('record-not-kept', 'notice', { file: join(io.cwd, ...RUNS_FOLDER) }, { found }),
    };
  }
}

function findingText(io: Io, finding: Finding): string {
  const style = styleFor({ isTTY: io.stderr.isTTY === true, env: io.env, color: io.color });
  return findingLines(finding, wordsOf(finding.diagnostic), style).join('\n');
}

/** Relative to where the person stands. */
function shortPath(io: Io, path: string): string {
  return relative(io.cwd, path) || '.';
}
