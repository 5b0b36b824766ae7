import type { CommandModule } from '../command.ts';
import { type CompareFlags, compare } from '../compare/compare.ts';

const examples = `
Examples:
  sbdev compare before.json after.json            reports of sweep --out, or of check
  sbdev compare 1a2b3c latest                     records, as sbdev runs list names them
  sbdev compare latest@1 latest@2                 two generations of one session

Cells that both have complete are paired; B less A is given with a seeded bootstrap
interval of 95 %. Pending, invalid and excluded cells are listed apart. A single pair
is a smoke read: nothing is known of its uncertainty.

Exit codes: 0 compared, 2 wrong command line, or different data, costs or engine, 3
there was nothing complete to compare.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program
      .argument('<a>', 'a record or a report')
      .argument('<b>', 'the other one')
      .option('--format <format>', 'text, or json: one document', 'text')
      .addHelpText('after', examples)
      .action(async (a: string, b: string, flags: CompareFlags) => exit(await compare(a, b, flags, io)));
  },
};
