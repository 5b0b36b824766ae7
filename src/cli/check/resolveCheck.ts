import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { planText } from '../../faults/planDigest.ts';
import type { PlannedCell } from '../../grading/bench.ts';
import { bundledCase } from '../../grading/case/bundledCase.ts';
import type { CaseContract } from '../../grading/case/caseContract.ts';
import { caseSchema, type GivenCase } from '../../grading/case/caseSchema.ts';
import { contractOf, readCase } from '../../grading/case/readCase.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { cellsOf } from '../../harness/sweep/cells.ts';
import { planKey } from '../../harness/sweep/planKey.ts';
import { readRecord } from '../../harness/sweep/readRecord.ts';
import type { SweepPlan } from '../../harness/sweep/records.ts';
import { systemErrorCode } from '../../harness/systemError.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import { generatorNameOf } from '../../market/generatorSpec.ts';
import { isSampleName } from '../../market/sampleNames.ts';
import type { Io } from '../command.ts';
import { type LoadedConfig, loadConfig } from '../config.ts';
import { loadFaultPlan } from '../loadFaultPlan.ts';
import { type RunSetting, resolveSetting, type SettingFlags } from '../resolveSetting.ts';
import { parseSeeds, parseWindows, requireSize } from '../sweep/plan.ts';
import { parseJobs } from '../sweep/resolveSweep.ts';
import { sweepPlanOf } from '../sweep/sweepPlan.ts';

/** Flags that fix what a check runs; they override its case. */
export interface CheckPlanFlags extends SettingFlags {
  readonly case?: string;
  readonly windows?: string;
  readonly seeds?: string;
}

export interface ResolvedCheck {
  readonly setting: RunSetting;
  readonly config: LoadedConfig | null;
  readonly contract: CaseContract;
  readonly plan: SweepPlan;
  /** Cells without a plan first, then those of each plan. */
  readonly cells: readonly PlannedCell[];
  /** Names all that fixes the results. */
  readonly key: string;
  readonly jobs: number;
}

/** From flags, case and files to values. Throws a UsageError for anything wrong; starts nothing. */
export async function resolveCheck(
  flags: CheckPlanFlags,
  jobsText: string | undefined,
  stored: unknown,
  io: Io,
): Promise<ResolvedCheck> {
  const config = await loadConfig(flags.config, io.cwd);
  const contract = stored === null ? await contractFor(flags, config, io) : await storedContract(stored, io);
  const { roster } = contract.document;
  const setting = await resolveSetting(settingFlags(flags, contract, io), config, io);
  const windowsText = roster.windows?.join(',') ?? config?.values.windows?.join(',');
  const windows =
    windowsText === undefined ? setting.windows() : parseWindows(windowsText, setting.dataset.dates.length);
  const seeds = parseSeeds(roster.seeds.join(','));
  requireSize(windows.length * seeds.length * (1 + contract.plans.length), null);
  const plan = sweepPlanOf({ ...setting, faultPlan: null }, windows, seeds, roster.retries);
  const isShared = setting.source.openEndpoint !== undefined;
  return {
    setting,
    config,
    contract,
    plan,
    cells: plannedCells(windows, seeds, contract),
    key: createHash('sha256')
      .update(recordJson([planKey(plan), contract.sha256]))
      .digest('hex'),
    jobs: isShared ? 1 : parseJobs(jobsText),
  };
}

function plannedCells(
  windows: SweepWindows,
  seeds: readonly bigint[],
  { plans }: CaseContract,
): readonly PlannedCell[] {
  const base = cellsOf(windows, seeds);
  return [null, ...plans.map(({ name }) => name)].flatMap((plan, block) =>
    base.map((cell) => ({ ...cell, index: block * base.length + cell.index, plan })),
  );
}

type SweepWindows = Parameters<typeof cellsOf>[0];

/** What the case fixes, laid under the flags; a plan is given to cells one by one. */
function settingFlags(flags: CheckPlanFlags, contract: CaseContract, io: Io): SettingFlags {
  const { roster } = contract.document;
  const folder = contract.file === null ? io.cwd : dirname(resolve(io.cwd, contract.file));
  const timeout = flags.decideTimeout ?? roster.decide_timeout_ms?.toString();
  const data = flags.data ?? (roster.data === null ? undefined : dataFrom(roster.data, folder, io));
  const costs = flags.costs ?? roster.costs ?? undefined;
  const { faultPlan: _faultPlan, ...rest } = flags;
  return {
    ...rest,
    ...(timeout !== undefined && { decideTimeout: timeout }),
    ...(data !== undefined && { data }),
    ...(costs !== undefined && { costs }),
  };
}

/** A path in a case starts from the case's folder. */
function dataFrom(spec: string, folder: string, io: Io): string {
  const isName = isSampleName(spec) || generatorNameOf(spec) !== null;
  return isName ? spec : relative(io.cwd, resolve(folder, spec));
}

export async function contractFor(
  flags: CheckPlanFlags,
  config: LoadedConfig | null,
  io: Io,
): Promise<CaseContract> {
  const base = flags.case === undefined ? io.cwd : dirname(resolve(io.cwd, flags.case));
  const source = { file: flags.case ?? null, loadPlan: (path: string) => loadFaultPlan(path, base) };
  if (flags.case !== undefined) {
    const contract = await readCase(await caseBytes(flags.case, io), source);
    const given = await withFlags(caseSchema.parse(plain(contract.document)), flags, io);
    return contractOf(given, source);
  }
  const bundled = await withProjectPlan(bundledCase(), config);
  return contractOf(await withFlags(bundled, flags, io), source);
}

/** What was checked before is checked again as it was, whatever became of the files that it came from. */
function storedContract(stored: unknown, io: Io): Promise<CaseContract> {
  const { case: document, case_file: file } = stored as {
    readonly case: unknown;
    readonly case_file: string | null;
  };
  return contractOf(caseSchema.parse(plain(document)), {
    file,
    loadPlan: (path) => loadFaultPlan(path, io.cwd),
  });
}

/** A completed document as it could be given: nothing is stated that is open. */
function plain(document: unknown): unknown {
  const { roster, ...rest } = document as { readonly roster: Record<string, unknown> };
  const stated = Object.fromEntries(Object.entries(roster).filter(([, value]) => value !== null));
  return { ...rest, roster: stated };
}

async function withFlags(given: GivenCase, flags: CheckPlanFlags, io: Io): Promise<GivenCase> {
  const { data, costs, windows, seeds, decideTimeout, faultPlan } = flags;
  const plans = faultPlan === undefined ? given.roster.plans : [await planFrom(faultPlan, io.cwd)];
  return {
    ...given,
    roster: {
      ...given.roster,
      plans,
      ...(data !== undefined && { data }),
      ...(costs !== undefined && { costs }),
      ...(windows !== undefined && { windows: windows.split(',').map((each) => each.trim()) }),
      ...(seeds !== undefined && { seeds: parseSeeds(seeds).map(String) }),
      ...(decideTimeout !== undefined && { decide_timeout_ms: Number(decideTimeout) }),
    },
  };
}

/** A project that has a fault plan of its own is met by it, too. */
async function withProjectPlan(given: GivenCase, config: LoadedConfig | null): Promise<GivenCase> {
  const file = config?.values.faultPlan;
  if (file === undefined || config === null) return given;
  const own = await planFrom(file, config.folder);
  return {
    ...given,
    roster: { ...given.roster, plans: [...given.roster.plans, { ...own, name: 'project' }] },
  };
}

async function planFrom(file: string, base: string) {
  const plan = readRecord(encodeUtf8(planText(await loadFaultPlan(file, base)))) as Record<string, unknown>;
  const name = basename(file, extname(file))
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, '-')
    .slice(0, 64);
  return { name: /^[a-z0-9]/.test(name) ? name : 'plan', plan };
}

async function caseBytes(file: string, io: Io): Promise<Uint8Array> {
  const path = resolve(io.cwd, file);
  try {
    const { size } = await stat(path);
    if (size <= limits.documentBytes) return await readFile(path);
    throw Object.assign(new Error('too large'), { code: `${size} bytes` });
  } catch (error) {
    const found = systemErrorCode(error);
    throw new UsageError(
      diagnostic('case-unreadable', 'error', { file }, { found, accepted: ['a readable JSON file'] }),
    );
  }
}
