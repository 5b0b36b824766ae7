import { caseText } from '../../grading/case/readCase.ts';
import type { ExitCode, Io } from '../command.ts';
import { type CheckPlanFlags, contractFor } from './resolveCheck.ts';

/** The case as it would apply, without a project's own settings: a file to start from. */
export async function printCase(flags: CheckPlanFlags, io: Io): Promise<ExitCode> {
  io.stdout.write(caseText(await contractFor(flags, null, io)));
  return 0;
}
