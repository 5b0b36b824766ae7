import type { CommandModule } from '../command.ts';
import { type VerifyFlags, verify } from '../trajectory/verify.ts';
import { addOptions, agentOptions, captureOptions, formatOption, marketOptions } from './sharedOptions.ts';

const examples = `
Examples:
  sbdev verify trajectory.json
  sbdev verify trajectory.json --data prices.csv --costs stressed
  sbdev verify trajectory.json --reexecute --cmd "python3 agent.py"

Strict checks first: contract, runs, steps and dates, against the data and costs that are
named here. With --reexecute every run is executed again with a fresh agent, and its
decisions have to repeat, but for reasoning and rationales.

Exit codes: 0 whole (and repeated), 1 refused by a strict check or diverged, 2 wrong
command line, data, or no trajectory, 3 a run could not be executed again: no verdict.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.argument('<trajectory>', 'a file that sbdev capture, or the reference harness, wrote');
    addOptions(
      program,
      [['--reexecute', 'run everything again with fresh agents']],
      agentOptions,
      captureOptions,
      marketOptions,
      [formatOption(), ['--quiet', 'the result alone']],
    )
      .addHelpText('after', examples)
      .action(async (file: string, flags: VerifyFlags) => exit(await verify(file, flags, io)));
  },
};
