import { findingRecord } from '../../harness/eventText.ts';
import { recordJson } from '../../harness/recordJson.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { type Style, styleFor } from '../../reporters/style.ts';
import { findingLines } from '../../reporters/text/findingLines.ts';
import { wordsOf } from '../catalogue.ts';
import { onClosedOutput } from '../closedOutput.ts';
import type { Io } from '../command.ts';
import { outputFormat } from '../outputFormat.ts';

const CHUNK_CHARS = 65_536;

/** What a command on trajectories puts on stdout: text for people, or JSON and nothing else. */
export class TrajectoryOutput {
  readonly isJson: boolean;
  readonly style: Style;
  readonly #io: Io;

  /** Throws a UsageError for a format that there is not. */
  constructor(format: string, io: Io) {
    this.isJson = outputFormat(format) === 'json';
    this.style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
    this.#io = io;
    onClosedOutput(io);
  }

  lines(lines: readonly string[]): void {
    if (lines.length > 0) this.#io.stdout.write(`${lines.join('\n')}\n`);
  }

  finding(found: Diagnostic): void {
    const finding = { type: 'finding', diagnostic: found, excerpt: null } as const;
    this.lines(findingLines(finding, wordsOf(found), this.style));
  }

  /** One object of JSON text in pieces, as a line. */
  json(pieces: Iterable<string>): void {
    let text = '';
    for (const piece of pieces) {
      text += piece;
      if (text.length < CHUNK_CHARS) continue;
      this.#io.stdout.write(text);
      text = '';
    }
    this.#io.stdout.write(`${text}\n`);
  }
}

/** Findings with their words, as JSON text. */
export function findingsJson(findings: readonly Diagnostic[]): string {
  return recordJson(
    findings.map((each) => ({
      file: each.place.file,
      ...findingRecord({ type: 'finding', diagnostic: each, excerpt: null }, wordsOf),
    })),
  );
}
