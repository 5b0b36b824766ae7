import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseFaultPlan } from '../faults/parsePlan.ts';
import type { FaultPlan } from '../faults/plan.ts';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';

/** A fault plan from a file. Throws a UsageError naming what is wrong, and where. */
export async function loadFaultPlan(file: string, cwd: string): Promise<FaultPlan> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(resolve(cwd, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      diagnostic(
        'plan-unreadable',
        'error',
        { file },
        {
          found: code === 'ENOENT' ? 'no such file' : String(code ?? error),
          accepted: ['a readable JSON file'],
        },
      ),
    );
  }
  return parseFaultPlan(bytes, file);
}
