import type { Command } from 'commander';

/** Options that name the data and the costs. */
export function marketOptions(program: Command): Command {
  return program
    .option(
      '--data <spec>',
      'CSV file, sample name, or generator spec (default: the built-in synthetic market)',
    )
    .option('--masked', 'rename symbols and dates')
    .option('--fundamentals <file>', 'sidecar CSV: date,symbol,field,value')
    .option('--news <file>', 'sidecar CSV: date,symbol,headline')
    .option(
      '--costs <model>',
      'frictionless, typical, stressed, realistic, or a JSON file (default: typical)',
    )
    .option('--short-borrow-bps <bps>', 'cost of short positions per bar')
    .option('--config <file>', 'configuration (default: ./sharpebench.json, if there is one)');
}

/** Options that name the agent, and how it is asked. */
export function agentOptions(program: Command): Command {
  return program
    .option('--cmd <command>', 'the agent as a program and its arguments')
    .option('--agent <name>', 'a built-in agent: buy-and-hold, momentum, hold, random:SEED, script:FILE.json')
    .option(
      '--http <url>',
      'the agent as an endpoint on this machine, HOST:PORT: observations are posted to /decide',
    )
    .option('--decide-timeout <ms>', 'wall-clock budget of one decision (default: 30000)')
    .option('--fault-plan <file>', 'refused: a trajectory has no record of what a plan shows')
    .option('--jobs <n>', 'runs at once (default: the number of cores less one)');
}

export function formatOption(program: Command): Command {
  return program.option('--format <format>', 'text or json', 'text');
}
