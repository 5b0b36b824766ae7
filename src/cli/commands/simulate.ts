import type { CommandModule, ExitCode, Io } from '../command.ts';
import { wantsScreen } from '../live/wantsScreen.ts';
import { badOption } from '../options.ts';
import { type SimulateFlags, simulate } from '../simulate.ts';
import { addRunOptions } from './runOptions.ts';

const examples = `
Examples:
  sbdev simulate --cmd "python3 agent.py"
  sbdev simulate --cmd "node agent.mjs" --data prices.csv --window 30:515 --seed 3
  sbdev simulate --http 127.0.0.1:8080
  sbdev simulate --agent momentum --costs stressed --format json
  sbdev simulate                        the agent of ./sharpebench.json

The command line of --cmd is split on white space; no shell reads it. Paths with
spaces go into "command": [...] of sharpebench.json.

Exit codes: 0 passed, 1 the agent fell short, 2 wrong command line or data,
3 could not be run, 130/143 interrupted.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    addRunOptions(program)
      .option('--repeat <n>', 'so many double runs, each of fresh agents (docs/determinism.md)')
      .option('--plain', 'lines, no screen, on a terminal too')
      .option('--watch', 'run again whenever the agent’s files change; on a screen that is the default')
      .option('--no-watch', 'follow no files')
      .option('--polling', 'look for changes instead of waiting to be told')
      .addHelpText('after', examples)
      .action(async (flags: ScreenFlags) => exit(await shown(flags, io)));
  },
};

interface ScreenFlags extends SimulateFlags {
  readonly plain?: boolean;
  readonly watch?: boolean;
}

/** On a screen where a person sits before one, else in lines: once, or at every save. */
async function shown(flags: ScreenFlags, io: Io): Promise<ExitCode> {
  if (wantsScreen(flags, io)) {
    const { simulateOnScreen } = await import('../live/screen.ts');
    return simulateOnScreen(flags, io);
  }
  if (flags.watch !== true) return simulate(flags, io);
  if (flags.repeat !== undefined)
    throw badOption('--repeat', flags.repeat, 'one of the two: --watch runs again at every change');
  const { watch } = await import('../watch.ts');
  return watch(flags, io);
}
