import { dirname, resolve } from 'node:path';
import { costModelSha256 } from '../../engine/costDigest.ts';
import { withShortBorrow } from '../../engine/costFile.ts';
import type { CostModel } from '../../engine/costModel.ts';
import { observationAt } from '../../engine/observe.ts';
import { referenceAgents } from '../../engine/referenceAgents.ts';
import { EngineRun } from '../../engine/run.ts';
import { cellOf } from '../../harness/records/attemptFold.ts';
import { type Fields, fieldsAt, textAt } from '../../harness/records/fields.ts';
import { KitError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import type { Dataset } from '../../market/dataset.ts';
import { datasetSha256 } from '../../market/digest.ts';
import type { Curve } from '../../reporters/documents/document.ts';
import { Envelope } from '../../reporters/documents/envelope.ts';
import type { Io } from '../command.ts';
import { loadCosts } from '../loadCosts.ts';
import { loadDataset } from '../loadDataset.ts';
import { parseNumberOption } from '../options.ts';
import { recordedOption } from './recordedCommand.ts';

/**
 * What buy-and-hold makes of the first `steps` steps of the same cell, by the same engine.
 * Null where data or costs are not here, or not what they were: both must have the digest
 * that the record has.
 */
export async function baselineOf(
  started: Fields,
  steps: number,
  command: string | null,
  io: Io,
): Promise<Curve | null> {
  const cell = cellOf(fieldsAt(started, 'cell'));
  if (cell === null || steps === 0) return null;
  try {
    const dataset = await datasetOf(started, command, io);
    const costs = await costsOf(started, command, io);
    if (dataset === null || costs === null) return null;
    const window = { start: cell.window_start, end: cell.window_end };
    return heldThrough(new EngineRun({ dataset, costs, window, seed: cell.seed }), steps);
  } catch (error) {
    if (error instanceof KitError) return null;
    throw error;
  }
}

function heldThrough(run: EngineRun, steps: number): Curve {
  const decide = referenceAgents['buy-and-hold']();
  const equity = new Envelope(limits.reportCurveGroups);
  while (!run.done && run.step < steps) {
    const { dataset } = run.inputs;
    equity.add(run.execute(decide(observationAt(dataset, run.bar, run.cash, run.shares))).nav);
  }
  return equity.view();
}

async function datasetOf(started: Fields, command: string | null, io: Io): Promise<Dataset | null> {
  const source = textAt(fieldsAt(started, 'data'), 'source');
  const digest = textAt(fieldsAt(started, 'digests'), 'dataset_sha256');
  if (source === null || digest === null) return null;
  for (const cwd of foldersOf(command, io)) {
    for (const masked of [false, true]) {
      const dataset = await tried(async () => (await loadDataset(source, { cwd, masked })).dataset);
      if (dataset !== null && datasetSha256(dataset) === digest) return dataset;
    }
  }
  return null;
}

async function costsOf(started: Fields, command: string | null, io: Io): Promise<CostModel | null> {
  const name = textAt(started, 'costs');
  const digest = textAt(fieldsAt(started, 'digests'), 'cost_model_sha256');
  if (name === null || digest === null) return null;
  const borrow = recordedOption(command, '--short-borrow-bps');
  for (const cwd of foldersOf(command, io)) {
    const costs = await tried(async () => {
      const profile = await loadCosts(name, cwd);
      return borrow === null
        ? profile
        : withShortBorrow(profile, parseNumberOption('--short-borrow-bps', borrow));
    });
    if (costs !== null && costModelSha256(costs) === digest) return costs;
  }
  return null;
}

/** Where relative paths of the run may have started: here, or in the folder of its configuration. */
function foldersOf(command: string | null, { cwd }: Io): readonly string[] {
  const config = recordedOption(command, '--config');
  const folder = config === null ? cwd : dirname(resolve(cwd, config));
  return folder === cwd ? [cwd] : [cwd, folder];
}

async function tried<Value>(load: () => Promise<Value>): Promise<Value | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof KitError) return null;
    throw error;
  }
}
