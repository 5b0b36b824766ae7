import { join, relative } from 'node:path';
import { reproduction } from '../reproduction.ts';
import type { RunFlags } from '../resolveRun.ts';
import type { LiveChoices } from './choices.ts';
import type { LiveSetting } from './liveSetting.ts';

/**
 * The command that runs what is chosen, from the working directory. Without a plan of its
 * own it takes the configuration's.
 */
export function reproductionOf(
  { faultPlan, ...flags }: RunFlags,
  { config, folder, setting }: LiveSetting,
  { window, seed, plan }: LiveChoices,
  cwd: string,
): string {
  const isGiven = plan === faultPlan;
  const isConfigured = faultPlan === undefined && plan === (config?.values.faultPlan ?? null);
  const path = plan === null || isConfigured ? undefined : isGiven ? plan : relative(cwd, join(folder, plan));
  const given = { ...flags, ...(path !== undefined && { faultPlan: path }) };
  return reproduction(given, { window, seed, costsName: setting.costsName });
}
