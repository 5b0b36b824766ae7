import type { CommandModule } from '../command.ts';
import { merge } from '../sweep/merge.ts';
import type { ReportOutputFlags } from '../sweep/reportOutput.ts';
import { addOptions, CELLS_AS_JSON, formatOption, reportFileOption } from './sharedOptions.ts';

const examples = `
Examples:
  sbdev sweep --cmd "python3 agent.py" --shard 1/2 --out shard-1.json
  sbdev sweep --cmd "python3 agent.py" --shard 2/2 --out shard-2.json
  sbdev merge shard-1.json shard-2.json --out sweep.json

The report is the very same as that of the sweep run at once. Files of different
agents, data, costs, windows, seeds or releases are refused, and so is a cell that is
in two files or in none.

Exit codes: those of the sweep: 0 all cells clean, 1 the agent fell short,
2 files that do not fit together, 3 incomplete cells.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.argument('<files...>', 'reports that sbdev sweep --shard I/N wrote with --out');
    addOptions(program, [reportFileOption, formatOption(CELLS_AS_JSON)])
      .addHelpText('after', examples)
      .action(async (files: [string, ...string[]], flags: ReportOutputFlags) =>
        exit(await merge(files, flags, io)),
      );
  },
};
