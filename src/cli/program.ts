import { Command, CommanderError } from 'commander';
import { KitError } from '../kernel/errors.ts';
import type { CommandModule, ExitCode, Io } from './command.ts';
import { version } from './version.ts';

interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: CommandModule }>;
}

/** Every command of `sbdev`; modules load only when they are asked for. */
const commands: readonly CommandRow[] = [
  {
    name: 'simulate',
    summary: 'run an agent against frozen data and see every decision',
    load: () => import('./commands/simulate.ts'),
  },
  {
    name: 'watch',
    summary: 'run an agent, and again whenever its files change',
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'sweep',
    summary: 'run all windows x seeds, in parallel, to one report',
    load: () => import('./commands/sweep.ts'),
  },
  {
    name: 'merge',
    summary: 'one report from the shards of a sweep',
    load: () => import('./commands/merge.ts'),
  },
  {
    name: 'check',
    summary: 'whether this agent would stand: all instruments over one set of runs',
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'compare',
    summary: 'paired differences of two records, with their uncertainty',
    load: () => import('./commands/compare.ts'),
  },
  {
    name: 'faults',
    summary: 'write, check, explain and shrink fault plans',
    load: () => import('./commands/faults.ts'),
  },
  {
    name: 'capture',
    summary: 'write what an agent decides in all runs as a trajectory',
    load: () => import('./commands/capture.ts'),
  },
  {
    name: 'verify',
    summary: 'strict checks of a trajectory; --reexecute runs the agent again',
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'replay',
    summary: 'the runs of a trajectory again, without the agent',
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'diff',
    summary: 'where two trajectories decide otherwise',
    load: () => import('./commands/diff.ts'),
  },
  {
    name: 'stability',
    summary: 'how often captures of one agent disagree',
    load: () => import('./commands/stability.ts'),
  },
  {
    name: 'lint',
    summary: 'check answer lines against the wire contract',
    load: () => import('./commands/lint.ts'),
  },
  {
    name: 'data',
    summary: 'describe, check or generate a dataset',
    load: () => import('./commands/data.ts'),
  },
  {
    name: 'runs',
    summary: 'list, show and prune the records of runs',
    load: () => import('./commands/runs.ts'),
  },
  {
    name: 'report',
    summary: 'a recorded run or a sweep as a page, JUnit XML, Markdown, or for GitHub',
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'explain',
    summary: 'what a diagnostic code means, with a bad and a good example',
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'doctor',
    summary: 'what this machine lacks, and whether every instrument is live',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'schema',
    summary: 'print or write the published JSON schemas',
    load: () => import('./commands/schema.ts'),
  },
];

const NO_COLOR = '--no-color';

/**
 * Runs `sbdev` with the given arguments (without node and script).
 * Resolves to the exit code; never throws for a circumstance.
 */
export async function runProgram(given: readonly string[], processIo: Io): Promise<ExitCode> {
  // Taken anywhere on the line, before or after the command.
  const args = given.filter((argument) => argument !== NO_COLOR);
  const io = { ...processIo, color: processIo.color && args.length === given.length };
  let code: ExitCode = 0;
  const program = new Command('sbdev')
    .description('Run, check and explain a SharpeBench agent before the day.')
    .version(version, '-V, --version')
    .option(NO_COLOR, 'plain text (NO_COLOR and FORCE_COLOR are respected)')
    .addHelpText(
      'after',
      '\nExamples:\n  sbdev simulate --cmd "python3 agent.py"\n  sbdev lint answers.jsonl --observation obs.json\n  sbdev explain unknown-field\n',
    )
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    });
  const asked = args.find((argument) => !argument.startsWith('-'));
  for (const row of commands) {
    const child = program.command(row.name).description(row.summary);
    if (row.name !== asked && !(asked === 'help' && args.includes(row.name))) continue;
    const { command } = await row.load();
    command.define(child, io, (given) => {
      code = given;
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof KitError)) throw error;
    const { writeKitError } = await import('./writeKitError.ts');
    writeKitError(error, io);
    return error.exitCode;
  }
  if (asked === undefined && args.length === 0) {
    program.outputHelp();
    return 2;
  }
  return code;
}
