import type { Task } from '../harness/task.ts';
import { parseWindow } from '../market/windows.ts';
import type { AgentSource } from './agentSource.ts';
import type { Io } from './command.ts';
import { type LoadedConfig, loadConfig } from './config.ts';
import { parseSeedOption } from './options.ts';
import { reproduction } from './reproduction.ts';
import { resolveSetting, type SettingFlags, taskOf } from './resolveSetting.ts';

/** Flags that fix what is run; they override the configuration. */
export interface RunFlags extends SettingFlags {
  readonly window?: string;
  readonly seed?: string;
}

/** Everything that fixes one run, as values. */
export interface ResolvedRun {
  readonly task: Task;
  readonly source: AgentSource;
  readonly config: LoadedConfig | null;
  /** The command that runs this again. */
  readonly reproduction: string;
}

/** From flags and files to one cell. Throws a UsageError for anything wrong; starts nothing. */
export async function resolveRun(flags: RunFlags, io: Io): Promise<ResolvedRun> {
  const config = await loadConfig(flags.config, io.cwd);
  const seed = parseSeedOption(flags.seed ?? String(config?.values.seeds?.[0] ?? '0'));
  const setting = await resolveSetting(flags, config, io);
  const windowText = flags.window ?? config?.values.windows?.[0];
  const window =
    windowText === undefined ? setting.windows()[0]! : parseWindow(windowText, setting.dataset.dates.length);
  return {
    task: taskOf(setting, { window, seed }),
    source: setting.source,
    config,
    reproduction: reproduction(flags, { window, seed, costsName: setting.costsName }),
  };
}
