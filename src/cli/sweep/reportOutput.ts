import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { recordJson } from '../../harness/recordJson.ts';
import type { CellResult } from '../../harness/sweep/records.ts';
import { type SweepReport, sweepReportText } from '../../harness/sweep/report.ts';
import { systemErrorCode } from '../../harness/systemError.ts';
import { writeWhole } from '../../harness/wholeFile.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { styleFor } from '../../reporters/style.ts';
import { sweepSummaryLines } from '../../reporters/text/sweepSummary.ts';
import type { Io } from '../command.ts';
import { outputFormat } from '../outputFormat.ts';

export interface ReportOutputFlags {
  readonly format: string;
  readonly out?: string;
}

/**
 * What a sweep, and a merge of its shards, puts out: on stdout a cell a line as they
 * come and then the report (json), or a table (text); in the file of --out the report.
 */
export class ReportOutput {
  readonly #io: Io;
  readonly #isJson: boolean;
  readonly #out: string | null;

  /** Throws a UsageError for a format that there is not, or a file that cannot be written. */
  constructor(flags: ReportOutputFlags, io: Io) {
    this.#isJson = outputFormat(flags.format) === 'json';
    this.#io = io;
    this.#out = flags.out === undefined ? null : resolve(io.cwd, flags.out);
    if (this.#out !== null) requireWritable(this.#out);
  }

  cell(result: CellResult): void {
    if (this.#isJson) this.#io.stdout.write(`${recordJson(result)}\n`);
  }

  /** Throws a CannotRunError if the file cannot be written after all. */
  async report(report: SweepReport): Promise<void> {
    const text = this.#isJson || this.#out !== null ? sweepReportText(report) : '';
    if (this.#isJson) this.#io.stdout.write(text);
    else this.#io.stdout.write(`${this.#summary(report).join('\n')}\n`);
    if (this.#out === null) return;
    try {
      await writeWhole(this.#out, text);
    } catch (error) {
      throw new CannotRunError(unwritable(this.#out, error));
    }
  }

  #summary(report: SweepReport): readonly string[] {
    const { stdout, env, color } = this.#io;
    return sweepSummaryLines(report, styleFor({ isTTY: stdout.isTTY === true, env, color }));
  }
}

/** A sweep may take hours: what its end needs is tried before its start. */
function requireWritable(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new UsageError(unwritable(path, error));
  }
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isDirectory() === true) throw new UsageError(unwritable(path, { code: 'EISDIR' }));
}

function unwritable(path: string, error: unknown) {
  const found = systemErrorCode(error);
  return diagnostic('out-unwritable', 'error', { file: path }, { found });
}
