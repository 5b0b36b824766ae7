import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { costModelSha256 } from '../../engine/costDigest.ts';
import { costProfiles } from '../../engine/costModel.ts';
import { parseFaultPlan } from '../../faults/parsePlan.ts';
import { ControlDesk } from '../../grading/controls/controlDesk.ts';
import { CONTROL_PLAN, runControl } from '../../grading/controls/runControl.ts';
import type { InstrumentRow } from '../../grading/instruments/instrument.ts';
import { ENGINE_VERSION } from '../../harness/engineVersion.ts';
import { limits } from '../../kernel/limits.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import { datasetSha256 } from '../../market/digest.ts';
import { parseGeneratorSpec } from '../../market/generatorSpec.ts';
import { generateDataset } from '../../market/generators.ts';
import { agentSource } from '../agentSource.ts';
import { wordsOf } from '../catalogue.ts';
import type { Io } from '../command.ts';
import { packageRoot } from '../packageRoot.ts';
import type { RunSetting } from '../resolveSetting.ts';
import { version } from '../version.ts';
import { candidateOf } from './candidate.ts';

/** Where the bad agents of the controls lie in this installation. */
function controlsFolder(): string {
  return join(packageRoot(), 'examples', 'controls');
}

/** The controls of this installation; what was caught is kept below the working directory. */
export function controlDesk(
  io: Io,
  signal: AbortSignal,
  { fresh = false, folder = controlsFolder() }: { readonly fresh?: boolean; readonly folder?: string } = {},
): ControlDesk {
  const run = (row: InstrumentRow) =>
    runControl(row, {
      kit: version,
      wordsOf,
      clock: () => performance.now(),
      signal,
      candidateOf: (of, own) => controlCandidate(of, own, folder, io),
    });
  const path = join(io.cwd, '.sbdev', 'controls.json');
  return new ControlDesk({ path: fresh ? null : path, key: installationKey(folder), run });
}

async function controlCandidate({ control }: InstrumentRow, own: string, folder: string, io: Io) {
  const dataset = generateDataset(parseGeneratorSpec(CONTROL_DATA), CONTROL_DATA);
  const costs = costProfiles.typical;
  const isBuiltIn = control.builder !== undefined;
  const command = [process.execPath, join(folder, `${control.name}.mjs`), join(own, 'state')];
  const config = {
    path: join(own, 'sharpebench.json'),
    folder: own,
    values: {
      transport: { kind: 'stdio' as const, command },
      ...(control.mandate && { declaredMandate: control.mandate }),
    },
  };
  const flags = isBuiltIn ? { agent: 'buy-and-hold' } : {};
  const around = { cwd: own, env: io.env, config: isBuiltIn ? null : config, symbols: dataset.symbols };
  const setting: RunSetting = {
    dataset,
    windows: () => [],
    costs,
    costsName: 'typical',
    digests: {
      dataset_sha256: datasetSha256(dataset),
      cost_model_sha256: costModelSha256(costs),
      engine_version: ENGINE_VERSION,
    },
    notices: [],
    source: await agentSource(flags, around),
    snapshotId: 'control',
    decideTimeoutMs: control.decideTimeoutMs ?? limits.decideTimeoutMs,
    faultPlan: null,
  };
  const plans = new Map([[CONTROL_PLAN, parseFaultPlan(encodeUtf8(JSON.stringify(controlPlan)), 'control')]]);
  return candidateOf({ setting, config, flags, io, plans, planFile: () => 'control.json' });
}

const CONTROL_DATA = 'synthetic:2:60:7';

/** Every second write is hidden for a few steps. */
const controlPlan = {
  schema_version: 'sharpebench.fault-plan.v1',
  seed: 3,
  declared_relaxations: ['read_your_writes'],
  faults: [
    ...['one', 'two', 'three', 'four'].map((id) => ({
      id,
      cohort_ppm: 1_000_000,
      fault: { mode: 'projection_lag', max_lag_steps: 3 },
    })),
  ],
};

/** Names this installation: the kit, the Node that runs it, and the files that the controls are made of. */
function installationKey(folder: string): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([version, process.version, process.platform, process.arch]));
  for (const name of namesIn(folder)) {
    hash.update(name).update(contentOf(join(folder, name)));
  }
  const programs = join(packageRoot(), 'dist');
  for (const name of namesIn(programs)) {
    const facts = statSync(join(programs, name), { throwIfNoEntry: false });
    hash.update(JSON.stringify([name, facts?.size, facts?.mtimeMs]));
  }
  return hash.digest('hex');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}
