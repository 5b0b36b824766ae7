import type { Command } from 'commander';

/** The options that fix what one run is, and how it is told: those of simulate and of watch. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--cmd <command>', 'the agent as a program and its arguments')
    .option('--agent <name>', 'a built-in agent: buy-and-hold, momentum, hold, random:SEED, script:FILE.json')
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
    .option('--probes', 'ask observations twice, and a server for a run again (docs/determinism.md)')
    .option('--retries <n>', 'extra attempts with a fresh agent after a runtime failure', '0')
    .option('--no-record', 'keep no record under .sbdev/runs')
    .option('--format <format>', 'text, or json: one event a line on stdout', 'text')
    .option('--quiet', 'the summary alone');
}
