import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseFaultPlan } from '../faults/parsePlan.ts';
import type { FaultPlan } from '../faults/plan.ts';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';

/** A fault plan from a file. Throws a UsageError naming what is wrong, and where. */
export async function loadFaultPlan(file: string, cwd: string): Promise<FaultPlan> {
  let bytes: Uint8Array;
  try {
    bytes = await firstBytes(resolve(cwd, file));
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

/** No more than shows that the file is too large: it may be a device that never ends. */
async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const bytes = new Uint8Array(limits.faultPlanBytes + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, null);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}
