import { type CheckFlags, check } from '../check/check.ts';
import { printCase } from '../check/printCase.ts';
import type { CommandModule } from '../command.ts';

const examples = `
Examples:
  sbdev check                                  the agent of ./sharpebench.json
  sbdev check --cmd "python3 agent.py"
  sbdev check --cmd "node agent.mjs" --data prices.csv --seeds 0..3
  sbdev check --resume                         what an interrupted check has left
  sbdev check --print-case > case.json         the bundled case, to be changed
  sbdev check --case case.json --format json   one JSON document on stdout

The runs of the case are recorded once; every instrument reads them, and those that
have to ask the agent again do so with fresh ones. An instrument passes nothing unless
it catches its own known-bad agent here (sbdev doctor --controls).

Exit codes: 0 passed, 1 failed, 2 wrong command line, case or data, 3 pending, invalid
or not to be run: no verdict on the agent; 130/143 interrupted.
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
      .option('--case <file>', 'what is run and asked (default: the bundled case)')
      .option('--print-case', 'print the bundled case, or that of --case with its defaults')
      .option('--data <spec>', 'CSV file, sample name, or generator spec, instead of the case’s')
      .option('--masked', 'rename symbols and dates')
      .option('--fundamentals <file>', 'sidecar CSV: date,symbol,field,value')
      .option('--news <file>', 'sidecar CSV: date,symbol,headline')
      .option('--windows <list>', 'A:B,C:D: bars A to B-1, C to D-1, instead of the case’s')
      .option('--seeds <list>', 'execution seeds, u64: 0..7 or 0,3,9, instead of the case’s')
      .option('--costs <model>', 'frictionless, typical, stressed, realistic, or a JSON file')
      .option('--short-borrow-bps <bps>', 'cost of short positions per bar')
      .option('--decide-timeout <ms>', 'wall-clock budget of one decision (default: 30000)')
      .option('--fault-plan <file>', 'the one fault plan, instead of the case’s')
      .option('--jobs <n>', 'runs at once (default: the number of cores less one)')
      .option('--resume [id]', 'go on with an interrupted check (default: the newest)')
      .option('--hints', 'list places in the sources that often make decisions differ')
      .option('--format <format>', 'text, or json: one document', 'text')
      .option('--quiet', 'the verdict and what failed')
      .addHelpText('after', examples)
      .action(async (flags: CheckFlags & { readonly printCase?: boolean }) =>
        exit(await (flags.printCase === true ? printCase(flags, io) : check(flags, io))),
      );
  },
};
