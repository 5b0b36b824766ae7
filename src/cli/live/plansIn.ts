import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { compareUtf8 } from '../../kernel/utf8.ts';
import { loadFaultPlan } from '../loadFaultPlan.ts';
import type { NamedPlan } from './choices.ts';

/** Where a project keeps its plans: beside the agent, and where the templates put them. */
const PLACES = ['.', 'faults'];

/**
 * The JSON files of a project that are fault plans, in the order of their names; not
 * `except` (an absolute path), which was named otherwise. A file that is none is no fault:
 * it was never said to be one.
 */
export async function plansIn(folder: string, except: string | null): Promise<readonly NamedPlan[]> {
  const names = (await Promise.all(PLACES.map((place) => jsonFilesIn(folder, place)))).flat();
  const candidates = names.filter((name) => join(folder, name) !== except).sort(compareUtf8);
  const found = await Promise.all(
    candidates.slice(0, limits.planCandidates).map((name) => planOf(name, folder)),
  );
  return found.filter((each) => each !== null);
}

/** By their names from the folder. */
async function jsonFilesIn(folder: string, place: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(place, entry.name));
}

async function planOf(name: string, folder: string): Promise<NamedPlan | null> {
  try {
    return { name, plan: await loadFaultPlan(name, folder) };
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}
