import { Command, CommanderError } from 'commander';
import { KitError } from '../kernel/errors.ts';
import type { CommandModule, ExitCode, Io } from './command.ts';
import { version } from './version.ts';

interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/**
 * Every command of `sbdev`; modules load only when they are asked for. Those that share
 * most of their code are one module: every further one costs the package its imports.
 */
const commands: readonly CommandRow[] = [
  {
    name: 'simulate',
    summary: 'run an agent against frozen data and see every decision',
    load: async () => (await import('./commands/simulate.ts')).command,
  },
  {
    name: 'watch',
    summary: 'run an agent, and again whenever its files change',
    load: async () => (await import('./commands/watch.ts')).command,
  },
  {
    name: 'sweep',
    summary: 'run all windows x seeds, in parallel, to one report',
    load: async () => (await import('./commands/sweepCommands.ts')).sweep,
  },
  {
    name: 'merge',
    summary: 'one report from the shards of a sweep',
    load: async () => (await import('./commands/sweepCommands.ts')).merge,
  },
  {
    name: 'check',
    summary: 'whether this agent would stand: all instruments over one set of runs',
    load: async () => (await import('./commands/checkCommands.ts')).check,
  },
  {
    name: 'compare',
    summary: 'paired differences of two records, with their uncertainty',
    load: async () => (await import('./commands/checkCommands.ts')).compare,
  },
  {
    name: 'faults',
    summary: 'write, check, explain and shrink fault plans',
    load: async () => (await import('./commands/faults.ts')).command,
  },
  {
    name: 'capture',
    summary: 'write what an agent decides in all runs as a trajectory',
    load: async () => (await import('./commands/trajectoryCommands.ts')).capture,
  },
  {
    name: 'verify',
    summary: 'strict checks of a trajectory; --reexecute runs the agent again',
    load: async () => (await import('./commands/trajectoryCommands.ts')).verify,
  },
  {
    name: 'replay',
    summary: 'the runs of a trajectory again, without the agent',
    load: async () => (await import('./commands/trajectoryCommands.ts')).replay,
  },
  {
    name: 'diff',
    summary: 'where two trajectories decide otherwise',
    load: async () => (await import('./commands/trajectoryCommands.ts')).diff,
  },
  {
    name: 'stability',
    summary: 'how often captures of one agent disagree',
    load: async () => (await import('./commands/trajectoryCommands.ts')).stability,
  },
  {
    name: 'lint',
    summary: 'check answer lines against the wire contract',
    load: async () => (await import('./commands/lookupCommands.ts')).lint,
  },
  {
    name: 'data',
    summary: 'describe, check or generate a dataset',
    load: async () => (await import('./commands/lookupCommands.ts')).data,
  },
  {
    name: 'runs',
    summary: 'list, show and prune the records of runs',
    load: async () => (await import('./commands/recordCommands.ts')).runs,
  },
  {
    name: 'report',
    summary: 'a recorded run or a sweep as a page, JUnit XML, Markdown, or for GitHub',
    load: async () => (await import('./commands/recordCommands.ts')).report,
  },
  {
    name: 'explain',
    summary: 'what a diagnostic code means, with a bad and a good example',
    load: async () => (await import('./commands/lookupCommands.ts')).explain,
  },
  {
    name: 'doctor',
    summary: 'what this machine lacks, and whether every instrument is live',
    load: async () => (await import('./commands/checkCommands.ts')).doctor,
  },
  {
    name: 'schema',
    summary: 'print or write the published JSON schemas',
    load: async () => (await import('./commands/lookupCommands.ts')).schema,
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
    const command = await row.load();
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
