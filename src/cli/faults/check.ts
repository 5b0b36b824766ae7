import { declarationLines } from '../../faults/declaration.ts';
import { type FaultPlan, modes } from '../../faults/plan.ts';
import { planSha256 } from '../../faults/planDigest.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { UsageError } from '../../kernel/errors.ts';
import { count } from '../../reporters/text/numbers.ts';
import { table } from '../../reporters/text/table.ts';
import { wrapped } from '../../reporters/text/wrapped.ts';
import { wordsOf } from '../catalogue.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadFaultPlan } from '../loadFaultPlan.ts';
import { outputFormat } from '../outputFormat.ts';

export interface CheckFlags {
  readonly format: string;
}

/** Whether a plan may be used: its digest and declaration, or every refusal. */
export async function checkPlan(file: string, flags: CheckFlags, io: Io): Promise<ExitCode> {
  if (outputFormat(flags.format) === 'text') {
    const plan = await loadFaultPlan(file, io.cwd);
    io.stdout.write(`${planLines(plan).join('\n')}\n`);
    return 0;
  }
  try {
    const plan = await loadFaultPlan(file, io.cwd);
    const accepted = {
      valid: true,
      plan_sha256: planSha256(plan),
      declaration: declarationLines(plan),
      refusals: [],
    };
    io.stdout.write(`${recordJson(accepted)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const refusals = error.diagnostics.map((each) => {
      const { message, fix } = wordsOf(each);
      return { code: each.code, pointer: each.place.pointer ?? null, message, fix };
    });
    io.stdout.write(`${recordJson({ valid: false, plan_sha256: null, declaration: [], refusals })}\n`);
    return 2;
  }
}

/** A plan for a person: who it is, what it may do, and what it has to declare. */
export function planLines(plan: FaultPlan): string[] {
  return [
    `plan_sha256 ${planSha256(plan)}`,
    `${count(plan.faults.length, 'fault')}, seed ${plan.seed}`,
    '',
    ...table(
      [
        ['fault', 'mode', 'bound', 'group', 'cohort'],
        ...plan.faults.map(({ id, group, cohortPpm, mode, bound }) => [
          id,
          mode,
          `${modes[mode].boundKey} ${bound}`,
          group ?? '-',
          `${cohortPpm / 10_000} %`,
        ]),
      ],
      '  ',
      4,
    ),
    '',
    ...declarationText(plan),
  ];
}

/** What the operator tells every entrant before the day. */
export function declarationText(plan: FaultPlan): string[] {
  return ['declared to every entrant:', ...declarationLines(plan).flatMap((line) => wrapped(line, '  - '))];
}
