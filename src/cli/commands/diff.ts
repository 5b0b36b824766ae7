import type { CommandModule } from '../command.ts';
import { diff } from '../trajectory/diff.ts';
import { addOptions, formatOption } from './sharedOptions.ts';

const examples = `
Examples:
  sbdev diff before.json after.json
  sbdev diff before.json after.json --format json

Decisions are compared run by run and step by step, in what bears the score: orders by
position, their confidences, and the cost report.

Exit codes: 0 equal, 1 different, 2 not comparable: other data, costs or engine, no run in
common, or no trajectory.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.argument('<a>', 'a trajectory').argument('<b>', 'another one, on the same data and costs');
    addOptions(program, [formatOption()])
      .addHelpText('after', examples)
      .action(async (a: string, b: string, flags: { readonly format: string }) =>
        exit(await diff(a, b, flags, io)),
      );
  },
};
