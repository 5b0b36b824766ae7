import type { CommandModule } from '../command.ts';
import { type ReportFlags, report } from '../report/report.ts';

const examples = `
RUN is latest, an id of "sbdev runs list" (or as much of it as no other has), the folder
of a record, or a file that sweep or merge wrote with --out.

Examples:
  sbdev report latest --html report.html
  sbdev report 1a2b3c --markdown -
  sbdev report sweep.json --html sweep.html --junit junit.xml
  sbdev report latest --github                annotations, and the summary of the step

Several forms can be asked for at once; - writes to stdout. What is there is replaced.

Exit codes: 0 the report is written, whatever it says; 2 wrong command line, or a
record that this kit cannot read; 3 a file could not be written.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program
      .argument('<run>', 'what the report is of')
      .option('--html <file>', 'one page that needs no network: charts, decisions, findings')
      .option('--junit <file>', 'JUnit XML')
      .option('--markdown <file>', 'Markdown')
      .option('--github', 'annotations for GitHub Actions on stdout, and the summary of the step')
      .addHelpText('after', examples)
      .action(async (run: string, flags: ReportFlags) => exit(await report(run, flags, io)));
  },
};
