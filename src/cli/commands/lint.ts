import type { CommandModule } from '../command.ts';
import { type LintFlags, lint } from '../lint/lint.ts';

const examples = `
Examples:
  sbdev lint answers.jsonl --observation obs.json
  python3 agent.py < observations.jsonl | sbdev lint
  sbdev lint answers.jsonl --format json | head
  sbdev lint observations.jsonl --kind observation

One verdict a line, in input order; a line ends at a line feed and nowhere else.

Exit codes: 0 every line is accepted, 1 a line is refused, 2 a file cannot be read
or there was no line.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program
      .argument('[files...]', 'files with one answer a line (default, and for -: standard input)')
      .option('--observation <file>', 'the observation that is answered: checks symbols and ranges, too')
      .option('--kind <kind>', 'what the lines are: decision or observation', 'decision')
      .option('--format <format>', 'text, or json: one object a line', 'text')
      .addHelpText('after', examples)
      .action(async (files: string[], flags: LintFlags) => exit(await lint(files, flags, io)));
  },
};
