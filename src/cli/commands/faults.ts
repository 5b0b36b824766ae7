import type { CommandModule } from '../command.ts';
import { type CheckFlags, checkPlan } from '../faults/check.ts';
import { PlanDraft } from '../faults/draft.ts';
import { type ExplainFlags, explainPlan } from '../faults/explain.ts';
import { type NewFlags, newPlan } from '../faults/new.ts';
import { type ShrinkFlags, shrinkFaults } from '../faults/shrink.ts';
import { addOptions, agentOptions, cellOptions, formatOption, marketOptions } from './sharedOptions.ts';

const examples = `
Examples:
  sbdev faults new --mode projection_lag --bound 3 --mode rate_limit --bound 4 --out plan.json
  sbdev faults check plan.json
  sbdev faults explain plan.json --window 20:100 --seed 3
  sbdev simulate --cmd "python3 agent.py" --fault-plan plan.json
  sbdev faults shrink plan.json --until escalated --cmd "python3 agent.py" --out small.json
`;

const newExamples = `
Each --mode begins a fault; --bound, --cohort, --id and --group behind it are about it.
Without a --mode the faults are asked for, if stdin is a terminal.

Examples:
  sbdev faults new --mode projection_lag --bound 3 --cohort 250000 --out plan.json
  sbdev faults new --mode amount_sign --bound 5 --id flip --group book --cohort 500000 \\
                   --mode rate_limit --bound 4 --id limit --group book --cohort 500000
`;

const explainExamples = `
Examples:
  sbdev faults explain plan.json                                 every cell of a sweep
  sbdev faults explain plan.json --data prices.csv --seeds 0..99
  sbdev faults explain plan.json --window 20:100 --seed 3        one cell as a timeline
  sbdev faults explain plan.json --window 20:100 --data calm     with dates
`;

const shrinkExamples = `
Examples:
  sbdev faults shrink plan.json --until escalated --cmd "python3 agent.py" --out small.json
  sbdev faults shrink plan.json --until orders-lost --agent script:s.json --seed 3 --out small.json

--until takes a grade (escalated, revised, reaffirmed, no_order, no_prior_statement,
followed_presentation, consistent_with_own_statement), orders-lost, protocol-fault or
divergence (two runs of the cell differ; not for a built-in agent).

Exit codes: 0 a plan was written, 2 wrong command line, or it does not happen,
3 the agent could not be run, or does not do the same twice, 130/143 interrupted.
`;

export const command: CommandModule = {
  define(program, io, exit) {
    program.addHelpText('after', examples);
    const draft = new PlanDraft();
    program
      .command('new')
      .description('write a plan')
      .option('--mode <mode>', 'projection_lag, amount_sign or rate_limit; repeatable', (text) =>
        draft.mode(text),
      )
      .option('--bound <n>', 'steps, or rejected submissions, at most: 1 to 64', (text) => draft.bound(text))
      .option('--cohort <ppm>', 'cells of a million that get it (default: all)', (text) => draft.cohort(text))
      .option('--id <id>', 'its name (default: by its mode)', (text) => draft.id(text))
      .option('--group <group>', 'faults of one group never meet in a cell', (text) => draft.group(text))
      .option('--seed <n>', 'seed of the plan, u64 (default: 0)')
      .option('--out <file>', 'write it here (default: stdout)')
      .option('--force', 'overwrite the file if it exists')
      .addHelpText('after', newExamples)
      .action(async (flags: NewFlags) => {
        exit(await newPlan(draft, flags, io));
      });
    program
      .command('check')
      .description('whether a plan may be used: its digest and declaration, or every refusal')
      .argument('<plan>', 'a fault plan file')
      .option('--format <format>', 'text or json', 'text')
      .addHelpText(
        'after',
        '\nExamples:\n  sbdev faults check plan.json\n\nExit codes: 0 accepted, 2 refused.\n',
      )
      .action(async (file: string, flags: CheckFlags) => {
        exit(await checkPlan(file, flags, io));
      });
    program
      .command('explain')
      .description('what a plan does to one cell, or to every cell of a sweep')
      .argument('<plan>', 'a fault plan file')
      .option('--window <a:b>', 'one cell: bars A to B-1')
      .option('--seed <n>', 'execution seed, u64 (default: 0 for one cell, 0..7 for a sweep)')
      .option('--sweep', 'every cell: windows x seeds (default without --window)')
      .option('--windows <list>', 'windows of the sweep (default: those of the data)')
      .option('--seeds <list>', 'seeds of the sweep: 0..7 or 0,3,9 (default: 0..7)')
      .option('--data <spec>', 'CSV file, sample name, or generator spec')
      .option('--format <format>', 'text or json', 'text')
      .addHelpText('after', explainExamples)
      .action(async (file: string, flags: ExplainFlags) => {
        exit(await explainPlan(file, flags, io));
      });
    const shrink = program
      .command('shrink')
      .description('the smallest plan under which the agent still does it')
      .argument('<plan>', 'a fault plan under which it does it')
      .requiredOption(
        '--until <what>',
        'what the agent does: a grade, orders-lost, protocol-fault or divergence',
      )
      .requiredOption('--out <file>', 'the file to write')
      .option('--force', 'overwrite the file if it exists')
      .option('--max-runs <n>', 'no more runs of the agent than this', '200');
    addOptions(shrink, agentOptions, marketOptions, cellOptions, [formatOption()])
      .addHelpText('after', shrinkExamples)
      .action(async (file: string, flags: ShrinkFlags) => {
        exit(await shrinkFaults(file, flags, io));
      });
  },
};
