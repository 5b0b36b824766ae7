import type { CommandModule } from '../command.ts';
import { type StabilityFlags, stability } from '../trajectory/stability.ts';
import { addOptions, formatOption, marketOptions } from './sharedOptions.ts';

const examples = `
Examples:
  sbdev stability monday.json tuesday.json
  sbdev stability monday.json tuesday.json wednesday.json --data prices.csv --format json

The share of pairs of decisions that disagree, among replicates of a window and seed that
were shown the same and had decided the same at every earlier step. Orders are compared
exactly; text and cost reports are not.

Exit codes: 0 measured, 2 wrong command line or data, trajectories that are not whole, or
a copied run, 3 there was nothing to compare.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program
      .argument('<trajectories...>', 'two or more captures of one agent')
      .option('--separate-executions', 'equal bytes are of separate executions, and no copies');
    addOptions(program, marketOptions, [formatOption()])
      .addHelpText('after', examples)
      .action(async (files: string[], flags: StabilityFlags) => exit(await stability(files, flags, io)));
  },
};
