import type { CommandModule } from '../command.ts';
import { listRuns } from '../runs/list.ts';
import { type PruneFlags, pruneRuns } from '../runs/prune.ts';
import { repairRun } from '../runs/repair.ts';
import { type ShowFlags, showRun } from '../runs/show.ts';

const ids = `
ID is latest, or an id of "sbdev runs list"; so much of its start, or of its last
part, as no other has is enough.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.addHelpText(
      'after',
      `
Examples:
  sbdev runs list
  sbdev runs show latest
  sbdev runs prune --keep 20\n`,
    );
    program
      .command('list')
      .description('every recorded run, newest first')
      .option('--format <format>', 'text or json', 'text')
      .addHelpText('after', '\nExamples:\n  sbdev runs list\n  sbdev runs list --format json\n')
      .action((flags: { readonly format: string }) => exit(listRuns(flags, io)));
    program
      .command('show')
      .description('how one run ended, what is kept of it, and how to run it again')
      .argument('[id]', 'which one', 'latest')
      .option('--verify', 'check every turn against its form; exit code 1 if the record contradicts itself')
      .option('--format <format>', 'text or json', 'text')
      .addHelpText(
        'after',
        `${ids}
Examples:
  sbdev runs show latest
  sbdev runs show 1a2b3c --verify --format json\n`,
      )
      .action(async (id: string, flags: ShowFlags) => exit(await showRun(id, flags, io)));
    program
      .command('prune')
      .description('delete old records')
      .option('--keep <n>', 'the newest N stay')
      .option('--older-than <days>', 'only what was last written to longer ago than this')
      .option('--dry-run', 'say what would be deleted, and delete nothing')
      .addHelpText(
        'after',
        `
With both, a record goes only if both let it go. What a living process writes, and what
is unfinished and younger than a day, always stays.

Examples:
  sbdev runs prune --keep 20 --dry-run
  sbdev runs prune --older-than 30\n`,
      )
      .action((flags: PruneFlags) => exit(pruneRuns(flags, io, Date.now())));
    program
      .command('repair')
      .description('cut a torn last line off a journal')
      .argument('<id>', 'which one')
      .addHelpText('after', `${ids}\nExamples:\n  sbdev runs repair latest\n`)
      .action((id: string) => exit(repairRun(id, io)));
  },
};
