import { parseFaultPlan } from '../../faults/parsePlan.ts';
import { modes } from '../../faults/plan.ts';
import { planDocument } from '../../faults/planDocument.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import type { ExitCode, Io } from '../command.ts';
import { badOption, parseSeedOption } from '../options.ts';
import { planLines } from './check.ts';
import type { PlanDraft } from './draft.ts';
import { Prompt } from './prompt.ts';
import { type OutFlags, writeNew } from './writeNew.ts';

export interface NewFlags extends OutFlags {
  readonly seed?: string;
}

/** Writes a plan from the faults on the command line, or asks for them on a terminal. */
export async function newPlan(draft: PlanDraft, flags: NewFlags, io: Io): Promise<ExitCode> {
  const given = parseSeedOption(flags.seed ?? '0');
  const isAsked = draft.isEmpty && io.stdin.isTTY === true;
  if (draft.isEmpty && !isAsked) throw new UsageError(diagnostic('plan-nothing-asked', 'error', {}));
  const seed = isAsked ? await askFor(draft, flags.seed ?? '0', io) : given;
  const text = planDocument(draft.plan(seed));
  const plan = parseFaultPlan(encodeUtf8(text), flags.out ?? 'the new plan');
  if (flags.out === undefined) {
    io.stdout.write(text);
    return 0;
  }
  await writeNew(flags.out, text, flags, io);
  io.stdout.write(`${flags.out}\n${planLines(plan).join('\n')}\n`);
  return 0;
}

async function askFor(draft: PlanDraft, seed: string, io: Io): Promise<bigint> {
  const prompt = new Prompt(io);
  const ask = async <Value>(question: string, fallback: string, take: (line: string) => Value) => {
    const answer = await prompt.ask(question, fallback, take);
    if (answer === null) throw new UsageError(diagnostic('plan-nothing-asked', 'error', {}));
    return answer.value;
  };
  const optional = (take: (line: string) => void) => (line: string) => {
    if (line !== '') take(line);
  };
  try {
    do {
      await ask(`mode: ${Object.keys(modes).join(', ')}`, 'projection_lag', (line) => draft.mode(line));
      await ask('bound: steps or rejections, 1 to 64', '3', (line) => draft.bound(line));
      await ask('cohort: cells of a million, 1 to 1000000', '1000000', (line) => draft.cohort(line));
      await ask(
        'id, empty for one by its mode',
        '',
        optional((line) => draft.id(requireName('--id', line))),
      );
      await ask(
        'group of faults that never meet, empty for none',
        '',
        optional((line) => draft.group(requireName('--group', line))),
      );
    } while (await ask('another fault? y or n', 'n', yesOrNo));
    return await ask('seed of the plan', seed, (line) => parseSeedOption(line));
  } finally {
    prompt.close();
  }
}

function requireName(option: string, text: string): string {
  if (/^[a-z0-9_-]{1,64}$/.test(text)) return text;
  throw badOption(option, text, '1 to 64 of a-z, 0-9, _ and -');
}

function yesOrNo(line: string): boolean {
  if (/^(y|yes)$/i.test(line)) return true;
  if (/^(n|no)$/i.test(line)) return false;
  throw badOption('another fault', line, 'y or n');
}
