import type { CodeEntry } from '../../kernel/diagnostic.ts';

/** Codes of `sbdev faults`, but for those of a plan itself. */
export const faultsCatalogue: readonly CodeEntry[] = [
  {
    code: 'plan-exists',
    severity: 'error',
    title: 'the plan to be written exists',
    about: 'sbdev faults new and shrink do not overwrite a file unless --force is given.',
    bad: 'sbdev faults new --mode amount_sign --bound 3 --out plan.json   (twice)',
    good: 'sbdev faults new --mode amount_sign --bound 3 --out plan.json --force',
    words: (d) => ({
      message: `${d.place.file} exists already`,
      cause: null,
      fix: 'choose another name, or add --force',
    }),
  },
  {
    code: 'plan-unwritable',
    severity: 'error',
    title: 'the plan cannot be written',
    about: 'The folder does not exist, may not be written to, or the disk is full.',
    bad: 'sbdev faults new --mode amount_sign --bound 3 --out missing/plan.json',
    good: 'sbdev faults new --mode amount_sign --bound 3 --out plan.json',
    words: (d) => ({
      message: `${d.place.file} cannot be written (${d.found})`,
      cause: null,
      fix: 'choose a file in a folder that you may write to',
    }),
  },
  {
    code: 'plan-nothing-asked',
    severity: 'error',
    title: 'no fault was named for the new plan',
    about:
      'sbdev faults new takes faults as options, each begun by --mode, or asks for them where stdin is a terminal.',
    bad: 'sbdev faults new < /dev/null',
    good: 'sbdev faults new --mode projection_lag --bound 3 --mode rate_limit --bound 4',
    words: () => ({
      message: 'a plan needs at least one fault, and none was given',
      cause: null,
      fix: 'begin each with --mode (projection_lag, amount_sign or rate_limit) and --bound N, or run it on a terminal to be asked',
    }),
  },
  {
    code: 'shrink-nothing',
    severity: 'error',
    title: 'the agent does not do it under this plan in this cell',
    about:
      'sbdev faults shrink begins from a plan and a cell under which the agent does what --until names, and looks for a smaller plan. What did come up is in the message.',
    bad: 'sbdev faults shrink plan.json --until escalated --agent hold',
    good: 'sbdev faults shrink plan.json --until escalated --cmd "python3 agent.py" --seed 3',
    words: (d) => ({
      message: `--until ${d.found}: not seen in ${d.facts.cell}; seen: ${d.accepted.length === 0 ? 'nothing' : d.accepted.join(', ')}`,
      cause: null,
      fix: 'take a cell and a plan under which it happens: sbdev sweep --fault-plan shows how each cell was answered',
    }),
  },
  {
    code: 'shrink-without-plan',
    severity: 'error',
    title: 'the agent does it without any plan',
    about: 'A protocol fault that comes up without faults has nothing to do with the plan.',
    bad: 'sbdev faults shrink plan.json --until protocol-fault --cmd "python3 prints_garbage.py"',
    good: 'sbdev simulate --cmd "python3 prints_garbage.py"',
    words: (d) => ({
      message: `--until ${d.found}: the agent does it in ${d.facts.cell} without any plan`,
      cause: null,
      fix: 'run it with sbdev simulate, without --fault-plan, and mend that first',
    }),
  },
  {
    code: 'shrink-no-divergence',
    severity: 'error',
    title: 'a built-in agent is not run twice',
    about:
      'A divergence is a difference between two runs of one cell in varied surroundings. A function inside the kit has no surroundings of its own, and is run once.',
    bad: 'sbdev faults shrink plan.json --until divergence --agent momentum --out small.json',
    good: 'sbdev faults shrink plan.json --until divergence --cmd "python3 agent.py" --out small.json',
    words: (d) => ({
      message: `--until divergence: ${d.found} runs inside the kit, once`,
      cause: null,
      fix: 'give the agent as --cmd or --http, or name a grade, orders-lost or protocol-fault',
    }),
  },
  {
    code: 'shrink-unstable',
    severity: 'error',
    title: 'the agent does it in one run and not in the next',
    about:
      'The smallest plan that was found is run once more before it is written. An agent that answers the same observations differently cannot be pinned down by a plan.',
    bad: 'an agent that draws from the clock',
    good: 'an agent whose answers follow from the observations alone',
    words: (d) => ({
      message: `--until ${d.found}: seen under the plan that was found, and not when it was run again`,
      cause: 'the agent is not deterministic',
      fix: 'make its answers a function of the observations (seed its randomness, leave out clocks), then shrink again',
    }),
  },
];
