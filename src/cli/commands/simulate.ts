import type { CommandModule } from '../command.ts';
import { type SimulateFlags, simulate } from '../simulate.ts';

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
      .option('--window <a:b>', 'bars A to B-1 (default: the first default window)')
      .option('--seed <n>', 'execution seed, u64 (default: 0)')
      .option(
        '--costs <model>',
        'frictionless, typical, stressed, realistic, or a JSON file (default: typical)',
      )
      .option('--short-borrow-bps <bps>', 'cost of short positions per bar')
      .option('--decide-timeout <ms>', 'wall-clock budget of one decision (default: 30000)')
      .option('--fault-plan <file>', 'what a hostile but honest operator may do (docs/faults.md)')
      .option('--no-double-run', 'one run only')
      .option('--repeat <n>', 'so many double runs of the cell, each of fresh agents')
      .option('--probes', 'ask observations twice, and a server for a run again (docs/determinism.md)')
      .option('--retries <n>', 'extra attempts with a fresh agent after a runtime failure', '0')
      .option('--no-record', 'keep no record under .sbdev/runs')
      .option('--format <format>', 'text, or json: one event a line on stdout', 'text')
      .option('--quiet', 'the summary alone')
      .addHelpText('after', examples)
      .action(async (flags: SimulateFlags) => exit(await simulate(flags, io)));
  },
};
