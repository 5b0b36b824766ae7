import { type CheckFlags, check } from '../check/check.ts';
import { printCase } from '../check/printCase.ts';
import type { CommandModule } from '../command.ts';
import {
  addOptions,
  agentOptions,
  configOption,
  formatOption,
  jobsOption,
  shortBorrowOption,
  sidecarOptions,
} from './sharedOptions.ts';

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

In a step of GitHub Actions it annotates the sources and writes the summary of the step
by itself; sbdev report makes a page, JUnit XML or Markdown of its record.

Exit codes: 0 passed, 1 failed, 2 wrong command line, case or data, 3 pending, invalid
or not to be run: no verdict on the agent; 130/143 interrupted.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    addOptions(
      program,
      agentOptions,
      [
        configOption,
        ['--case <file>', 'what is run and asked (default: the bundled case)'],
        ['--print-case', 'print the bundled case, or that of --case with its defaults'],
        ['--data <spec>', 'CSV file, sample name, or generator spec, instead of the case’s'],
      ],
      sidecarOptions,
      [
        ['--windows <list>', 'A:B,C:D: bars A to B-1, C to D-1, instead of the case’s'],
        ['--seeds <list>', 'execution seeds, u64: 0..7 or 0,3,9, instead of the case’s'],
        ['--costs <model>', 'frictionless, typical, stressed, realistic, or a JSON file'],
        shortBorrowOption,
        ['--fault-plan <file>', 'the one fault plan, instead of the case’s'],
        jobsOption,
        ['--resume [id]', 'go on with an interrupted check (default: the newest)'],
        ['--hints', 'list places in the sources that often make decisions differ'],
        formatOption('one document'),
        ['--quiet', 'the verdict and what failed'],
      ],
    )
      .addHelpText('after', examples)
      .action(async (flags: CheckFlags & { readonly printCase?: boolean }) =>
        exit(await (flags.printCase === true ? printCase(flags, io) : check(flags, io))),
      );
  },
};
