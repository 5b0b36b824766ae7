import type { CommandModule } from '../command.ts';
import { type SweepFlags, sweep } from '../sweep/sweep.ts';
import {
  addOptions,
  agentOptions,
  CELLS_AS_JSON,
  cellsOptions,
  faultPlanOption,
  formatOption,
  marketOptions,
  noRecordOption,
  reportFileOption,
} from './sharedOptions.ts';

const examples = `
Examples:
  sbdev sweep --cmd "python3 agent.py"               2 windows x 8 seeds
  sbdev sweep --cmd "node agent.mjs" --data prices.csv --jobs 4 --out sweep.json
  sbdev sweep --agent momentum --data calm --walk-forward 20:20:20 --seeds 0,3,9
  sbdev sweep --cmd "python3 agent.py" --shard 1/4 --out shard-1.json
  sbdev sweep --resume                               what the newest sweep has left
  sbdev sweep                                        the agent of ./sharpebench.json

Each cell has an agent of its own, started afresh. An endpoint serves every cell in
turn, so with --http one cell runs at a time. The output does not depend on --jobs.

Exit codes: 0 all cells clean, 1 the agent fell short in a cell, 2 wrong command line
or data, 3 cells could not be run to the end, 130/143 interrupted.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    addOptions(program, agentOptions, marketOptions, cellsOptions, [
      ['--walk-forward <plan>', 'WARMUP:TEST:STEP in bars, instead of --windows'],
      faultPlanOption,
      ['--retries <n>', 'extra attempts with a fresh agent after a runtime failure (default: 2)'],
      ['--jobs <n>', 'cells that run at once (default: the number of cores less one)'],
      ['--shard <i/n>', 'part I of N alone; see sbdev merge'],
      ['--resume [id]', 'go on with an interrupted sweep (default: the newest)'],
      reportFileOption,
      noRecordOption,
      formatOption(CELLS_AS_JSON),
      ['--quiet', 'the report alone'],
    ])
      .addHelpText('after', examples)
      .action(async (flags: SweepFlags) => exit(await sweep(flags, io)));
  },
};
