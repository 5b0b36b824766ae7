import type { CommandModule } from '../command.ts';
import { type ReplayFlags, replay } from '../trajectory/replay.ts';
import { addOptions, formatOption, marketOptions } from './sharedOptions.ts';

const examples = `
Examples:
  sbdev replay trajectory.json
  sbdev replay trajectory.json --data prices.csv --format json

The recorded decisions go through the engine, without an agent, and give the runs again,
exactly. The JSON has a line a run, with the same "run" and "book" as simulate.

Exit codes: 0 replayed, 2 wrong command line or data, or a trajectory that is not whole.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.argument('<trajectory>', 'a file that sbdev capture, or the reference harness, wrote');
    addOptions(program, marketOptions, [formatOption()])
      .addHelpText('after', examples)
      .action(async (file: string, flags: ReplayFlags) => exit(await replay(file, flags, io)));
  },
};
