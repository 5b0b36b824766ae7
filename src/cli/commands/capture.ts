import type { CommandModule } from '../command.ts';
import { type CaptureFlags, capture } from '../trajectory/capture.ts';
import {
  addOptions,
  agentOptions,
  captureOptions,
  cellsOptions,
  formatOption,
  marketOptions,
} from './sharedOptions.ts';

const examples = `
Examples:
  sbdev capture trajectory.json --cmd "python3 agent.py"
  sbdev capture trajectory.json --agent momentum --windows 20:100,100:180 --seeds 0..7
  sbdev capture trajectory.json                        the agent of ./sharpebench.json

All windows x seeds, each with a fresh agent; 2 x 8 unless other ones are asked for. The
file is the one that the reference harness writes, byte for byte. A run that meets a
failure of any kind ends the capture, and nothing is written.

Exit codes: 0 written, 1 the agent broke the contract, 2 wrong command line or data,
3 a run could not be had (spawn, transport, timeout), 130/143 interrupted.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.argument('<out>', 'the file to write');
    addOptions(program, agentOptions, captureOptions, marketOptions, cellsOptions, [
      ['--runner-artifact <file>', 'put the digest of this file into the contract'],
      ['--force', 'write over a file that is there'],
      formatOption(),
      ['--quiet', 'the result alone'],
    ])
      .addHelpText('after', examples)
      .action(async (out: string, flags: CaptureFlags) => exit(await capture(out, flags, io)));
  },
};
