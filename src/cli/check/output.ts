import type { CheckReport } from '../../grading/checkReport.ts';
import { escapeUnseen } from '../../harness/escapeUnseen.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { styleFor } from '../../reporters/style.ts';
import { checkLines } from '../../reporters/text/checkLines.ts';
import { onClosedOutput } from '../closedOutput.ts';
import type { Io } from '../command.ts';
import { outputFormat } from '../outputFormat.ts';

/** What a check puts on stdout: a text for people, or one JSON document and nothing else. */
export class CheckOutput {
  readonly #io: Io;
  readonly #isJson: boolean;

  /** Throws a UsageError for a format that there is not. */
  constructor(format: string, io: Io) {
    this.#io = io;
    this.#isJson = outputFormat(format) === 'json';
    onClosedOutput(io);
  }

  report(report: CheckReport, isQuiet: boolean): void {
    const { stdout, env, color } = this.#io;
    if (this.#isJson) {
      stdout.write(`${escapeUnseen(recordJson(report))}\n`);
      return;
    }
    const style = styleFor({ isTTY: stdout.isTTY === true, env, color });
    stdout.write(`${checkLines(report, style, { isQuiet }).join('\n')}\n`);
  }
}
