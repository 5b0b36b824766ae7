import { agentEnvironment } from '../agents/stdio/environment.ts';
import type { AgentSource } from './agentSource.ts';
import type { Io } from './command.ts';
import type { LoadedConfig } from './config.ts';

/** What a record says of the surroundings of a run: names and versions, and no value of any variable. */
export interface RecordedEnvironment {
  /** Variables that the agent's process was given, sorted; null where the kit starts none. */
  readonly names: readonly string[] | null;
  readonly node: string;
  readonly platform: string;
}

export function recordedEnvironment(
  source: AgentSource,
  config: LoadedConfig | null,
  { env }: Pick<Io, 'env'>,
): RecordedEnvironment {
  const isStarted = source.identity.command.length > 0;
  return {
    names: isStarted ? Object.keys(agentEnvironment(env, config?.values.env ?? []).env).sort() : null,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}
