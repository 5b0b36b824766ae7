import { diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError, UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { styleFor } from '../../reporters/style.ts';
import type { ExitCode, Io } from '../command.ts';
import { badOption } from '../options.ts';
import { BatchedOutput } from './batchedOutput.ts';
import { type LintInput, lintInputs, observationSymbols, reason, unreadable } from './inputs.ts';
import { type InputLine, LineFramer } from './lineFramer.ts';
import { type LintKind, lineVerdict } from './lineVerdict.ts';
import { verdictJson } from './verdictJson.ts';
import { verdictText } from './verdictText.ts';

export interface LintFlags {
  readonly observation?: string;
  readonly kind: string;
  readonly format: string;
}

/** One verdict a line, in input order, holding one line at a time. Exit code: page 6.3. */
export async function lint(files: readonly string[], flags: LintFlags, io: Io): Promise<ExitCode> {
  const kind = choice('--kind', flags.kind, ['decision', 'observation']);
  const format = choice('--format', flags.format, ['text', 'json']);
  if (kind === 'observation' && flags.observation !== undefined) {
    throw badOption('--observation', flags.observation, 'no observation where observations are checked');
  }
  const inputs = await lintInputs(files, io);
  const observed = flags.observation === undefined ? null : await observationSymbols(flags.observation, io);
  if (kind === 'decision' && observed === null) {
    io.stderr.write('i only the shape is checked; --observation obs.json checks symbols and ranges, too\n');
  }
  const pass = new LintPass(io, kind, format, observed, inputs.length > 1);
  for (const input of inputs) if (!pass.output.isClosed) await pass.input(input);
  return pass.end();
}

class LintPass {
  readonly output: BatchedOutput;
  readonly #kind: LintKind;
  readonly #format: 'text' | 'json';
  readonly #observed: ObservedSymbols | null;
  readonly #severalFiles: boolean;
  readonly #style;
  #lines = 0;
  #refused = 0;

  constructor(
    io: Io,
    kind: LintKind,
    format: 'text' | 'json',
    observed: ObservedSymbols | null,
    severalFiles: boolean,
  ) {
    this.output = new BatchedOutput(io.stdout);
    this.#kind = kind;
    this.#format = format;
    this.#observed = observed;
    this.#severalFiles = severalFiles;
    this.#style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
  }

  async input({ name, open }: LintInput): Promise<void> {
    const framer = new LineFramer(limits.answerLineBytes);
    let line = 0;
    const take = async (lines: Iterable<InputLine>): Promise<void> => {
      for (const each of lines) {
        line += 1;
        if (this.output.add(this.#verdict(each, line, name))) await this.output.flush();
        if (this.output.isClosed) return;
      }
    };
    try {
      for await (const chunk of open() as AsyncIterable<Buffer | string>) {
        await take(framer.take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
        // What is known is shown: the next chunk of a pipe may be long in coming.
        await this.output.flush();
        if (this.output.isClosed) return;
      }
    } catch (error) {
      if (!isSystemError(error)) throw error;
      throw unreadable(name, reason(error), 'a readable file');
    }
    await take(framer.end());
  }

  async end(): Promise<ExitCode> {
    if (this.#format === 'text' && this.#lines > 0) {
      const accepted = this.#lines - this.#refused;
      this.output.add(
        `${this.#lines} ${this.#lines === 1 ? 'line' : 'lines'}: ${accepted} accepted, ${this.#refused} refused\n`,
      );
    }
    await this.output.flush();
    const { failure } = this.output;
    if (failure !== null) {
      throw new CannotRunError(diagnostic('output-failed', 'error', {}, { found: reason(failure) }));
    }
    if (this.#lines === 0) throw new UsageError(diagnostic('input-empty', 'error', {}));
    return this.#refused > 0 ? 1 : 0;
  }

  #verdict(each: InputLine, line: number, file: string): string {
    const verdict = lineVerdict(each, this.#kind, this.#observed);
    this.#lines += 1;
    if (!verdict.accept) this.#refused += 1;
    if (this.#format === 'json') return verdictJson(line, this.#severalFiles ? file : null, verdict);
    const name = this.#severalFiles ? `${file} line ${line}` : `line ${line}`;
    return verdictText(name, verdict, each.bytes, this.#style);
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function choice<T extends string>(option: string, given: string, values: readonly T[]): T {
  const value = values.find((each) => each === given);
  if (value === undefined) throw badOption(option, given, values.join(' or '));
  return value;
}
