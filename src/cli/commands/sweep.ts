import type { CommandModule } from '../command.ts';
import { type SweepFlags, sweep } from '../sweep/sweep.ts';

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
    program
      .option('--cmd <command>', 'the agent as a program and its arguments')
      .option(
        '--agent <name>',
        'a built-in agent: buy-and-hold, momentum, hold, random:SEED, script:FILE.json',
      )
      .option(
        '--http <url>',
        'the agent as an endpoint on this machine, HOST:PORT: observations are posted to /decide',
      )
      .option('--config <file>', 'configuration (default: ./sharpebench.json, if there is one)')
      .option(
        '--data <spec>',
        'CSV file, sample name, or generator spec (default: the built-in synthetic market)',
      )
      .option('--masked', 'rename symbols and dates')
      .option('--fundamentals <file>', 'sidecar CSV: date,symbol,field,value')
      .option('--news <file>', 'sidecar CSV: date,symbol,headline')
      .option('--windows <list>', 'A:B,C:D: bars A to B-1, C to D-1 (default: the two default windows)')
      .option('--walk-forward <plan>', 'WARMUP:TEST:STEP in bars, instead of --windows')
      .option('--seeds <list>', 'execution seeds, u64: 0..7 or 0,3,9 (default: 0..7)')
      .option(
        '--costs <model>',
        'frictionless, typical, stressed, realistic, or a JSON file (default: typical)',
      )
      .option('--short-borrow-bps <bps>', 'cost of short positions per bar')
      .option('--decide-timeout <ms>', 'wall-clock budget of one decision (default: 30000)')
      .option('--fault-plan <file>', 'what a hostile but honest operator may do (docs/faults.md)')
      .option('--retries <n>', 'extra attempts with a fresh agent after a runtime failure (default: 2)')
      .option('--jobs <n>', 'cells that run at once (default: the number of cores less one)')
      .option('--shard <i/n>', 'part I of N alone; see sbdev merge')
      .option('--resume [id]', 'go on with an interrupted sweep (default: the newest)')
      .option('--out <file>', 'write the report here as well, as JSON')
      .option('--no-record', 'keep no record under .sbdev/runs')
      .option('--format <format>', 'text, or json: one cell a line and then the report', 'text')
      .option('--quiet', 'the report alone')
      .addHelpText('after', examples)
      .action(async (flags: SweepFlags) => exit(await sweep(flags, io)));
  },
};
