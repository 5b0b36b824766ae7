import type { CommandModule } from '../command.ts';
import { type DoctorFlags, doctor } from '../doctor/doctor.ts';

const examples = `
Examples:
  sbdev doctor
  sbdev doctor --controls        every instrument of sbdev check against its bad agent
  sbdev doctor --format json

Exit codes: 0 nothing stands in the way, 2 wrong command line, 3 something does, or an
instrument does not catch what it must catch.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program
      .option('--controls', 'run the known-bad agents, each against the instrument that must catch it')
      .option('--format <format>', 'text, or json: one document', 'text')
      .addHelpText('after', examples)
      .action(async (flags: DoctorFlags) => exit(await doctor(flags, io)));
  },
};
