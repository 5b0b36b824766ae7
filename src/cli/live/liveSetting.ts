import { resolve } from 'node:path';
import type { FaultPlan } from '../../faults/plan.ts';
import type { Window } from '../../market/dataset.ts';
import { parseWindow } from '../../market/windows.ts';
import { SCRIPT } from '../agentSource.ts';
import type { Io } from '../command.ts';
import { CONFIG_NAME, type LoadedConfig, loadConfig } from '../config.ts';
import { parseSeedOption } from '../options.ts';
import { baseOf } from '../resolveMarket.ts';
import type { RunFlags } from '../resolveRun.ts';
import { type RunSetting, resolveSetting } from '../resolveSetting.ts';
import { parseSeeds } from '../sweep/plan.ts';
import type { LiveChoices } from './choices.ts';
import { plansIn } from './plansIn.ts';

/** Everything that fixes the runs of a live session, as it was last read. */
export interface LiveSetting {
  readonly config: LoadedConfig | null;
  /** Where the agent lives: what is watched, and what plans are looked for in. */
  readonly folder: string;
  readonly setting: RunSetting;
  /** By the name that the choices have. */
  readonly plans: ReadonlyMap<string, FaultPlan>;
  /** With what flags and configuration choose. */
  readonly choices: LiveChoices;
  /** Files that this was read from, absolute: when one changes, it is read again. */
  readonly readFrom: ReadonlySet<string>;
}

/** Reads it. Throws a UsageError for anything wrong; starts nothing. */
export async function readLiveSetting(
  flags: RunFlags & { readonly doubleRun: boolean },
  io: Io,
): Promise<LiveSetting> {
  const config = await loadConfig(flags.config, io.cwd);
  const folder = config?.folder ?? io.cwd;
  const setting = await resolveSetting(flags, config, io);
  const planFile = flags.faultPlan ?? config?.values.faultPlan;
  const planPath = planFile === undefined ? null : resolve(baseOf(flags.faultPlan, config, io), planFile);
  const plans = new Map((await plansIn(folder, planPath)).map(({ name, plan }) => [name, plan]));
  if (planFile !== undefined && setting.faultPlan !== null) plans.set(planFile, setting.faultPlan);
  return {
    config,
    folder,
    setting,
    plans,
    choices: {
      ...windowChoices(flags, config, setting),
      ...seedChoices(flags, config),
      plans: [...plans.keys()],
      plan: planFile ?? null,
      doubleRun: flags.doubleRun,
    },
    readFrom: readFrom(flags, config, planPath, io),
  };
}

/** A window that was asked for stands before those of the configuration or the data. */
function windowChoices(
  flags: RunFlags,
  config: LoadedConfig | null,
  { dataset, windows }: RunSetting,
): Pick<LiveChoices, 'windows' | 'window'> {
  const bars = dataset.dates.length;
  const texts = config?.values.windows;
  const first = flags.window ?? texts?.[0];
  const others = texts?.slice(flags.window === undefined ? 1 : 0).map((text) => parseWindow(text, bars));
  const all = first === undefined ? windows() : [parseWindow(first, bars), ...(others ?? defaults(windows))];
  const once = all.filter((each, at) => all.findIndex((other) => isSame(each, other)) === at);
  return { windows: once, window: once[0]! };
}

/** Too short a dataset has no windows of its own, and needs none where one was asked for. */
function defaults(windows: () => readonly Window[]): readonly Window[] {
  try {
    return windows();
  } catch {
    return [];
  }
}

function isSame(a: Window, b: Window): boolean {
  return a.start === b.start && a.end === b.end;
}

function seedChoices(flags: RunFlags, config: LoadedConfig | null): Pick<LiveChoices, 'seeds' | 'seed'> {
  const listed = config?.values.seeds?.map((seed) => parseSeedOption(String(seed))) ?? parseSeeds();
  const seed =
    flags.seed === undefined ? (config?.values.seeds ? listed[0]! : 0n) : parseSeedOption(flags.seed);
  return { seeds: [...new Set([seed, ...listed])].sort((a, b) => (a < b ? -1 : 1)), seed };
}

function readFrom(
  flags: RunFlags,
  config: LoadedConfig | null,
  planPath: string | null,
  io: Io,
): ReadonlySet<string> {
  const base = (flag: string | undefined): string => baseOf(flag, config, io);
  const data = flags.data ?? config?.values.data;
  const costs = flags.costs ?? config?.values.costs;
  return new Set([
    resolve(io.cwd, flags.config ?? CONFIG_NAME),
    ...(data === undefined ? [] : [resolve(base(flags.data), data)]),
    ...(costs === undefined ? [] : [resolve(base(flags.costs), costs)]),
    ...(planPath === null ? [] : [planPath]),
    ...[flags.fundamentals, flags.news].flatMap((file) =>
      file === undefined ? [] : [resolve(base(file), file)],
    ),
    ...(flags.agent?.startsWith(SCRIPT) === true ? [resolve(io.cwd, flags.agent.slice(SCRIPT.length))] : []),
  ]);
}

/** What decides which files are watched. */
export function watchedOf({ config, folder, setting, readFrom }: LiveSetting) {
  const { watch, ignore, build } = config?.values ?? {};
  return {
    root: folder,
    command: setting.source.identity.command,
    watch,
    ignore,
    inputs: [...readFrom],
    isBuilt: build !== undefined,
  };
}
