import type { Agent } from '../../agents/agent.ts';
import type { HttpEndpoint } from '../../agents/http/httpEndpoint.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { ENDED_EARLY, noVerdict, type ProbeVerdict } from './probes.ts';

/** Asks agents that `start` gives, one after the other, until `signal` ends it. */
export type Probe = (start: () => Promise<Agent>, signal: AbortSignal) => Promise<ProbeVerdict>;

/** Where the agents of a probe come from. */
export interface ProbeAgents {
  /** A fresh process. */
  readonly start: (signal: AbortSignal) => Promise<Agent>;
  /** The one endpoint that serves all runs; undefined where every run has a process of its own. */
  readonly openEndpoint: ((signal: AbortSignal) => Promise<HttpEndpoint>) | undefined;
}

/** Runs one probe within its bound of time. What cannot be started gives no verdict. */
export async function probeWithinBound(
  { start, openEndpoint }: ProbeAgents,
  interrupt: AbortSignal,
  probe: Probe,
): Promise<ProbeVerdict> {
  const signal = AbortSignal.any([interrupt, AbortSignal.timeout(limits.probeMs)]);
  try {
    if (openEndpoint === undefined) return await probe(() => start(signal), signal);
    const endpoint = await openEndpoint(signal);
    try {
      return await probe(async () => endpoint.agentForRun(), signal);
    } finally {
      await endpoint.close();
    }
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    return noVerdict(signal.aborted ? ENDED_EARLY : (error.diagnostics[0]?.code ?? 'cannot-run'));
  }
}
