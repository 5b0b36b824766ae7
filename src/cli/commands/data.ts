import type { CommandModule } from '../command.ts';
import { checkData } from '../data/check.ts';
import { type DescribeFlags, describeData } from '../data/describe.ts';
import { type GenerateFlags, generateData } from '../data/generate.ts';

const specs = `
SPEC is a CSV file, the name of a sample (calm, jumpy, flash-crash, whipsaw,
dividends), or a generator:
  synthetic:SYMBOLS:BARS:SEED[:VOL:JUMP_PROB:JUMP_SIZE]
  flash_crash:SYMBOLS:BARS:CRASH_BAR:CRASH_FRACTION:SEED
  whipsaw:SYMBOLS:BARS:AMPLITUDE:SEED
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.addHelpText(
      'after',
      `\nExamples:
  sbdev data describe prices.csv
  sbdev data check prices.csv
  sbdev data generate synthetic:3:250:7 --out prices.csv\n`,
    );
    program
      .command('describe')
      .description('what a dataset is: bars, symbols, windows, regimes, digest')
      .argument('[spec]', 'what --data would take (default: the built-in synthetic market)')
      .option('--masked', 'rename symbols and dates')
      .option('--fundamentals <file>', 'sidecar CSV: date,symbol,field,value')
      .option('--news <file>', 'sidecar CSV: date,symbol,headline')
      .option('--format <format>', 'text or json', 'text')
      .addHelpText(
        'after',
        `${specs}
Examples:
  sbdev data describe calm
  sbdev data describe prices.csv --format json
  sbdev data describe prices.csv --fundamentals ratios.csv --news news.csv\n`,
      )
      .action(async (spec: string | undefined, flags: DescribeFlags) =>
        exit(await describeData(spec, flags, io)),
      );
    program
      .command('check')
      .description('every problem and notice of a data file')
      .argument('<file>', 'a CSV file')
      .addHelpText(
        'after',
        `
Examples:
  sbdev data check prices.csv

Exit codes: 0 the file is accepted, with notices or without; 2 it is refused.\n`,
      )
      .action(async (file: string) => exit(await checkData(file, io)));
    program
      .command('generate')
      .description('write a dataset as a CSV file that loads back to the same one, bit for bit')
      .argument('<spec>', 'a generator, a sample, or a CSV file')
      .requiredOption('--out <file>', 'the file to write')
      .option('--force', 'overwrite the file if it exists')
      .addHelpText(
        'after',
        `${specs}
Examples:
  sbdev data generate flash_crash:4:200:120:0.3:5 --out crash.csv
  sbdev data generate dividends --out mine.csv --force\n`,
      )
      .action(async (spec: string, flags: GenerateFlags) => exit(await generateData(spec, flags, io)));
  },
};
