import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';
import { loadFaultPlan } from '../loadFaultPlan.ts';
import type { NamedPlan } from './choices.ts';

/**
 * The JSON files of a folder that are fault plans, in the order of their names; not
 * `except` (an absolute path), which was named otherwise. A file that is none is no fault:
 * it was never said to be one.
 */
export async function plansIn(folder: string, except: string | null): Promise<readonly NamedPlan[]> {
  const names = (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && join(folder, entry.name) !== except)
    .map((entry) => entry.name)
    .sort(compareUtf8)
    .slice(0, limits.planCandidates);
  const found = await Promise.all(names.map((name) => planOf(name, folder)));
  return found.filter((each) => each !== null);
}

async function planOf(name: string, folder: string): Promise<NamedPlan | null> {
  try {
    return { name, plan: await loadFaultPlan(name, folder) };
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}
