import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { costModelFromJson } from '../engine/costFile.ts';
import { type CostModel, type CostProfile, costProfileNames, costProfiles } from '../engine/costModel.ts';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';

/** A cost model by profile name, or from a JSON file. Throws a UsageError naming what is wrong. */
export async function loadCosts(spec: string, cwd: string): Promise<CostModel> {
  if (Object.hasOwn(costProfiles, spec)) return costProfiles[spec as CostProfile];
  const text = await readCostFile(spec, cwd);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(spec, `not JSON: ${(error as Error).message}`);
  }
  return costModelFromJson(value, spec);
}

async function readCostFile(spec: string, cwd: string): Promise<string> {
  try {
    const bytes = await readFile(resolve(cwd, spec));
    if (bytes.length > limits.documentBytes) throw unreadable(spec, `${bytes.length} bytes is too large`);
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(spec, code === 'ENOENT' ? 'no such profile or file' : String(code ?? error));
  }
}

function unreadable(spec: string, found: string): UsageError {
  const nearest = closest(spec, [...costProfileNames]);
  return new UsageError(
    diagnostic(
      'costs-unreadable',
      'error',
      { file: spec },
      {
        found,
        accepted: [...costProfileNames, 'a JSON file'],
        facts: distance(spec, nearest) <= 3 ? { nearest } : {},
      },
    ),
  );
}
