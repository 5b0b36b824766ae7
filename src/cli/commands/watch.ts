import type { CommandModule } from '../command.ts';
import { type WatchFlags, watch } from '../watch.ts';
import { addRunOptions } from './runOptions.ts';

const examples = `
Examples:
  sbdev watch                              the agent of ./sharpebench.json
  sbdev watch --cmd "python3 agent.py"
  sbdev watch --no-double-run --window 20:100
  sbdev watch --format json | jq -c 'select(.type == "run_report").stop'
  sbdev watch --polling                    where the system tells of no changes

A run, and another for every change of the agent's files: one line each. Which files
count is up to "watch" and "ignore" of sharpebench.json, and "build" is run first.
Ctrl-C ends it.

Exit codes: of the last run that the agent took to its end (0 passed, 1 the agent
fell short), else of the last run that ended by itself (3 could not be run); 2 wrong
command line or data, 130 Ctrl-C before any run had ended, 143 SIGTERM, 129 SIGHUP.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    addRunOptions(program)
      .option('--polling', 'look for changes instead of waiting to be told')
      .addHelpText('after', examples)
      .action(async (flags: WatchFlags) => exit(await watch(flags, io)));
  },
};
