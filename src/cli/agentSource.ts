import { closest, distance } from 'fastest-levenshtein';
import type { Agent } from '../agents/agent.ts';
import { splitCommandLine } from '../agents/commandLine.ts';
import type { HttpEndpoint } from '../agents/http/httpEndpoint.ts';
import { httpTarget } from '../agents/http/target.ts';
import { inProcessAgent } from '../agents/inProcess.ts';
import { type EnvironmentEntry, environmentRecord } from '../agents/stdio/environmentRecord.ts';
import type { StdioAgent } from '../agents/stdio/stdioAgent.ts';
import {
  type DecideFunction,
  randomAgent,
  referenceAgents,
  scriptedAgent,
} from '../engine/referenceAgents.ts';
import type { AgentIdentity } from '../harness/events.ts';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { parseU64 } from '../kernel/u64.ts';
import type { LoadedConfig } from './config.ts';
import { loadScript } from './loadScript.ts';
import { badOption } from './options.ts';

/** The flags that name an agent; exactly one of them, or the configuration's transport. */
export interface AgentFlags {
  readonly cmd?: string | undefined;
  readonly agent?: string | undefined;
  readonly http?: string | undefined;
}

/** An agent that can be started afresh for each run. */
export interface AgentSource {
  readonly identity: AgentIdentity;
  /** Where an endpoint is, as it was given; absent for every other agent. */
  readonly url?: string;
  /** What is worth saying before it starts. */
  readonly notices: readonly Diagnostic[];
  /**
   * An agent for one run, gone when it is closed. Rejects with a CannotRunError if it
   * cannot be started; `signal` ends a start that takes its time. `isAlone`: no other
   * agent will run beside it.
   */
  start(signal?: AbortSignal, manner?: { readonly isAlone: boolean }): Promise<Agent>;
  /**
   * The same with more variables set and in another folder, for a double run. Absent
   * where the kit does not start the agent's process.
   */
  startIn?(surroundings: {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd?: string;
  }): Promise<StdioAgent>;
  /**
   * What its record says of its environment, with the variables that are set on top of it.
   * Absent where the kit does not start the agent's process.
   */
  environment?(more: Readonly<Record<string, string>>): readonly EnvironmentEntry[];
  /** The folder that the agent's process runs in; absent where the kit starts none. */
  readonly folder?: string;
  /**
   * Where one endpoint serves several runs, one after the other (page 6.1): it is not
   * started again in between. Absent where every run has an agent of its own.
   */
  openEndpoint?(signal?: AbortSignal): Promise<HttpEndpoint>;
}

export interface AgentSurroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: LoadedConfig | null;
  /** What an agent may order, for what can be said of a script before it runs. */
  readonly symbols: readonly string[];
}

/** How an agent that is a file of decisions is named. */
export const SCRIPT = 'script:';

const builtInForms = [...Object.keys(referenceAgents), 'random:SEED', 'script:FILE.json'];

/** Finds the one agent that was asked for. Throws a UsageError if there is none, or more than one. */
export async function agentSource(flags: AgentFlags, around: AgentSurroundings): Promise<AgentSource> {
  const given = (['cmd', 'http', 'agent'] as const).filter((flag) => flags[flag] !== undefined);
  if (given.length > 1) throw noAgent(given.map((flag) => `--${flag}`).join(' and '));
  if (flags.http !== undefined) return endpoint(flags.http, undefined, `http:${flags.http}`, around);
  if (flags.agent !== undefined) return builtIn(flags.agent, around);
  if (flags.cmd !== undefined) {
    const { argv, notices } = splitCommandLine(flags.cmd);
    return command(argv, `cmd:${flags.cmd}`, notices, around);
  }
  const transport = around.config?.values.transport;
  if (transport === undefined) throw noAgent(null);
  const { name } = around.config?.values ?? {};
  if (transport.kind === 'http')
    return endpoint(transport.url, transport.command, name ?? `http:${transport.url}`, around);
  const id = name ?? `cmd:${transport.command.join(' ')}`;
  return command(transport.command, id, [], around);
}

function command(
  argv: readonly string[],
  id: string,
  notices: readonly Diagnostic[],
  around: AgentSurroundings,
): AgentSource {
  const folder = around.config?.folder ?? around.cwd;
  const environmentWith = (more: Readonly<Record<string, string>>) => ({
    env: { ...around.env, ...more },
    envNames: [...(around.config?.values.env ?? []), ...Object.keys(more)],
  });
  const started = async (
    { env, cwd }: Parameters<NonNullable<AgentSource['startIn']>>[0],
    isAlone: boolean,
  ): Promise<StdioAgent> => {
    const { startStdioAgent } = await import('../agents/stdio/startStdioAgent.ts');
    return startStdioAgent({ command: argv, cwd: cwd ?? folder, ...environmentWith(env), isAlone });
  };
  return {
    identity: { id, transport: 'stdio', command: argv },
    notices,
    folder,
    start: (_signal, manner) => started({ env: {} }, manner?.isAlone === true),
    startIn: (surroundings) => started(surroundings, false),
    environment: (more) => {
      const { env, envNames } = environmentWith(more);
      return environmentRecord(env, envNames);
    },
  };
}

function endpoint(
  url: string,
  argv: readonly string[] | undefined,
  id: string,
  around: AgentSurroundings,
): AgentSource {
  // A URL that cannot be used is refused before anything is started.
  httpTarget(url);
  const options = {
    url,
    ...(argv !== undefined && { command: argv }),
    cwd: around.config?.folder ?? around.cwd,
    env: around.env,
    envNames: around.config?.values.env ?? [],
  };
  const load = () => import('../agents/http/httpEndpoint.ts');
  return {
    identity: { id, transport: 'http', command: argv ?? [] },
    url,
    notices: [],
    start: async (signal) => (await load()).startHttpAgent({ ...options, ...(signal && { signal }) }),
    openEndpoint: async (signal) =>
      (await load()).startHttpEndpoint({ ...options, ...(signal && { signal }) }),
    ...(argv !== undefined && { environment: () => environmentRecord(options.env, options.envNames) }),
  };
}

async function builtIn(name: string, around: AgentSurroundings): Promise<AgentSource> {
  const { fresh, notices } = await builtInAgent(name, around);
  return {
    identity: { id: name, transport: 'in-process', command: [] },
    notices,
    start: async () => inProcessAgent(fresh()),
  };
}

interface BuiltIn {
  readonly fresh: () => DecideFunction;
  readonly notices: readonly Diagnostic[];
}

async function builtInAgent(name: string, around: AgentSurroundings): Promise<BuiltIn> {
  if (Object.hasOwn(referenceAgents, name)) {
    return { fresh: referenceAgents[name as keyof typeof referenceAgents], notices: [] };
  }
  if (name.startsWith('random:')) {
    const seed = parseU64(name.slice('random:'.length));
    if (seed === null)
      throw badOption('--agent', name, 'random:SEED with SEED from 0 to 18446744073709551615');
    return { fresh: () => randomAgent(seed), notices: [] };
  }
  if (name.startsWith(SCRIPT)) {
    const { decisions, warnings } = await loadScript(name.slice(SCRIPT.length), around.cwd, around.symbols);
    return { fresh: () => scriptedAgent(decisions), notices: warnings };
  }
  const nearest = closest(name, builtInForms);
  throw badOption(
    '--agent',
    name,
    builtInForms.join(', '),
    distance(name, nearest) <= 3 ? nearest : undefined,
  );
}

function noAgent(found: string | null): UsageError {
  return new UsageError(
    diagnostic(
      'no-agent',
      'error',
      {},
      {
        found,
        accepted: [
          '--cmd "PROGRAM ARGS"',
          '--http HOST:PORT',
          `--agent ${builtInForms.join('|')}`,
          'a transport in sharpebench.json',
        ],
      },
    ),
  );
}
