import { relative } from 'node:path';
import type { Writable } from 'node:stream';
import { printable } from '../kernel/printable.ts';
import type { Style } from '../reporters/style.ts';
import type { GitOutcome } from './git.ts';

/** Everything that a run of the scaffolder has to say. */
export interface Created {
  readonly target: string;
  readonly name: string;
  readonly template: string;
  readonly files: readonly string[];
  readonly kept: readonly string[];
  readonly git: GitOutcome['state'];
  /** The package manager that installed; null if nothing was installed. */
  readonly installed: string | null;
  readonly nextSteps: readonly string[];
  readonly isDryRun: boolean;
  /** Sentences about what was not done. */
  readonly notes: readonly string[];
}

/** One JSON object on one line (`--json`). */
export function writeCreatedJson(created: Created, stdout: Writable): void {
  const { nextSteps, isDryRun, ...rest } = created;
  stdout.write(`${JSON.stringify({ ...rest, next_steps: nextSteps, dry_run: isDryRun })}\n`);
}

/** What was written, what stayed, and what comes next. */
export function writeCreatedText(created: Created, style: Style, stdout: Writable, cwd: string): void {
  const { target, name, template, files, kept, nextSteps, isDryRun, notes } = created;
  const place = printable(relative(cwd, target) || '.');
  const headline = isDryRun
    ? `${style.bold(name)} (${template}) would be written to ${place}; this is a dry run`
    : `${style.good('✓')} ${style.bold(name)} (${template}) written to ${place}`;
  const lines = [
    headline,
    ...files.map((path) => style.dim(`  ${path}`)),
    ...(kept.length === 0 ? [] : ['', 'Kept as it was:', ...kept.map((path) => style.dim(`  ${path}`))]),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => style.dim(`i ${printable(note)}`))]),
    '',
    isDryRun ? 'Next would be:' : 'Next:',
    '',
    ...nextSteps.map((step) => `  ${step}`),
  ];
  stdout.write(`${lines.join('\n')}\n`);
}
