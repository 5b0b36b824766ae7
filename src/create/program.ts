import { Command, CommanderError } from 'commander';
import type { ExitCode, Io } from '../cli/command.ts';
import { signalExitCode } from '../cli/exitCode.ts';
import { watchSignals } from '../cli/signals.ts';
import { version } from '../cli/version.ts';
import { writeKitError } from '../cli/writeKitError.ts';
import { KitError } from '../kernel/errors.ts';
import { styleFor } from '../reporters/style.ts';
import { agentNameOf } from './agentName.ts';
import { type Ask, answersFor, type Flags } from './answers.ts';
import { createAgent } from './createAgent.ts';
import { refuseConflicts } from './layout.ts';
import { writeCreatedJson, writeCreatedText } from './report.ts';
import { findTarget } from './target.ts';
import { templates } from './templates.ts';

/**
 * Runs `create-sharpebench-agent` with the given arguments (without node and script).
 * Resolves to the exit code; never throws for a circumstance.
 */
export async function runCreate(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = define(io, async (directory, flags) => {
    code = await create(directory, flags, io);
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof KitError)) throw error;
    writeKitError(error, io);
    return error.exitCode;
  }
  return code;
}

function define(io: Io, action: (directory: string | undefined, flags: Flags) => Promise<void>): Command {
  const width = Math.max(...templates.map((each) => each.id.length));
  const rows = templates.map((each) => `  ${each.id.padEnd(width)}  ${each.title}`).join('\n');
  return new Command('create-sharpebench-agent')
    .description('Write a new SharpeBench agent: a project that runs, with its test and its simulation.')
    .version(version, '-V, --version')
    .argument('[dir]', 'the folder of the project; it is new, or empty')
    .option('--template <id>', 'one of the templates below')
    .option('--transport <kind>', 'stdio, or http: the template in its other form')
    .option('--name <name>', 'name of the agent, in kebab-case (default: from the folder)')
    .option('--git', 'git init, and a first commit (default: git init alone)')
    .option('--no-git', 'no git repository')
    .option('--install', 'install the packages of a template that needs some')
    .option('--no-install', 'install nothing (default)')
    .option('--force-merge', 'add to a folder that is not empty, only files that do not exist')
    .option('--dry-run', 'list what would be written, and write nothing')
    .option('--json', 'one JSON object on stdout, and no questions')
    .option('--yes', 'no questions: defaults for what is not given')
    .addHelpText('after', `\nTemplates:\n${rows}\n${examples}`)
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
    })
    .action(action);
}

const examples = `
Examples:
  create-sharpebench-agent my-agent
  create-sharpebench-agent my-agent --template rust --git
  create-sharpebench-agent my-agent --template python --transport http
  create-sharpebench-agent . --template go --force-merge --dry-run

Nothing is ever overwritten or deleted. Exit codes: 0 written, 2 wrong command line or
folder (nothing written), 3 not writable, or packages could not be installed, 130 cancelled.
`;

async function create(directory: string | undefined, flags: Flags, io: Io): Promise<ExitCode> {
  const stopping = new AbortController();
  // With a listener in place no signal ends the process between two files.
  const signals = watchSignals(() => stopping.abort());
  try {
    checkEarly(directory, flags, io.cwd);
    const ask = canAsk(flags, io) ? questions(io, flags.forceMerge === true, stopping.signal) : null;
    const answers = await answersFor(directory, flags, ask);
    if (answers === null) {
      io.stderr.write('cancelled; nothing was written\n');
      return signalExitCode(signals.caught ?? 'SIGINT');
    }
    const { created, installFailure } = await createAgent(
      {
        ...answers,
        name: flags.name,
        mayMerge: flags.forceMerge === true,
        isDryRun: flags.dryRun === true,
      },
      { cwd: io.cwd, env: io.env, signal: stopping.signal },
    );
    const style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
    if (flags.json === true) writeCreatedJson(created, io.stdout);
    else writeCreatedText(created, style, io.stdout, io.cwd);
    if (signals.caught !== null) return signalExitCode(signals.caught);
    if (installFailure === null) return 0;
    writeKitError(installFailure, io);
    return installFailure.exitCode;
  } finally {
    signals.dispose();
  }
}

/** What is wrong already is said before anything is asked. Throws a UsageError. */
function checkEarly(directory: string | undefined, { name, forceMerge }: Flags, cwd: string): void {
  if (directory !== undefined) refuseConflicts(findTarget(directory, cwd), forceMerge === true);
  agentNameOf(name, '');
}

function canAsk({ json, yes }: Flags, { stdin, stderr, env }: Io): boolean {
  const inCi = env.CI !== undefined && env.CI !== '' && env.CI !== 'false';
  return stdin.isTTY === true && stderr.isTTY === true && !inCi && json !== true && yes !== true;
}

/** The prompt library loads only where someone may be asked. */
function questions(io: Io, mayMerge: boolean, signal: AbortSignal): Ask {
  return async (known) => {
    const { askOn } = await import('./prompts.ts');
    return askOn({ input: io.stdin, output: io.stderr, cwd: io.cwd, mayMerge, signal })(known);
  };
}
