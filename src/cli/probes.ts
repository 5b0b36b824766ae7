import type { Agent } from '../agents/agent.ts';
import { probedAgent } from '../determinism/probes/probedAgent.ts';
import { type ProbeVerdict, probeCarriedState, probeRepeatedRequest } from '../determinism/probes/probes.ts';
import { still } from '../determinism/twin/factors.ts';
import type { Controls } from '../harness/controls.ts';
import type { ProbeReport } from '../harness/events.ts';
import type { Task } from '../harness/task.ts';
import { CannotRunError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import { observedSymbols } from '../protocol/observedSymbols.ts';
import type { AgentSource } from './agentSource.ts';

/** The task with the probes of page 4.4 run after every attempt, on what it was shown. */
export function probed(task: Task, source: AgentSource, controls: Controls): Task {
  let reports: readonly ProbeReport[] = [];
  const probe = async (lines: readonly Uint8Array[]): Promise<readonly ProbeReport[]> => {
    reports = await runProbes(lines, { task, source, controls });
    return reports;
  };
  return {
    ...task,
    startAgent: async (signal) => {
      reports = [];
      return probedAgent(await task.startAgent(signal), probe);
    },
    probes: () => reports,
  };
}

interface Parts {
  readonly task: Task;
  readonly source: AgentSource;
  readonly controls: Controls;
}

type Starter = () => Promise<Agent>;

async function runProbes(shown: readonly Uint8Array[], parts: Parts): Promise<readonly ProbeReport[]> {
  const { task, source, controls } = parts;
  const interrupt = new AbortController();
  const release = controls.onInterrupt(() => interrupt.abort());
  if (controls.interrupted) interrupt.abort();
  const request = {
    observed: observedSymbols(task.inputs.dataset.symbols),
    budgetMs: task.decideTimeoutMs,
  };
  const lines = shown.slice(0, limits.probeSteps);
  const half = Math.ceil(lines.length / 2);
  const repeated = (start: Starter, signal: AbortSignal): Promise<ProbeVerdict> =>
    probeRepeatedRequest({ ...request, start, lines, signal, twice: Math.min(limits.probedSteps, half) });
  const carried = (start: Starter, signal: AbortSignal): Promise<ProbeVerdict> => {
    const other = shown.slice(half, half + limits.probeSteps);
    return probeCarriedState({
      ...request,
      start,
      signal,
      lines: shown.slice(0, half),
      otherLines: other.length > 0 ? other : lines,
    });
  };
  try {
    const reports: ProbeReport[] = [
      { probe: 'repeated-request', ...(await verdict(source, interrupt.signal, repeated)) },
    ];
    if (source.openEndpoint !== undefined) {
      reports.push({ probe: 'carried-state', ...(await verdict(source, interrupt.signal, carried)) });
    }
    return reports;
  } finally {
    release();
  }
}

/** Runs one probe within its bound. What cannot be started gives no verdict. */
async function verdict(
  source: AgentSource,
  interrupt: AbortSignal,
  probe: (start: Starter, signal: AbortSignal) => Promise<ProbeVerdict>,
): Promise<ProbeVerdict> {
  const signal = AbortSignal.any([interrupt, AbortSignal.timeout(limits.probeMs)]);
  try {
    if (source.openEndpoint === undefined) return await probe(starterOf(source), signal);
    const endpoint = await source.openEndpoint(signal);
    try {
      return await probe(async () => endpoint.agentForRun(), signal);
    } finally {
      await endpoint.close();
    }
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    const reason = signal.aborted ? 'it was ended early' : (error.diagnostics[0]?.code ?? 'cannot-run');
    return { status: 'no_verdict', steps_compared: 0, reason, difference: null };
  }
}

/** What a double run varies is held still here, so that a probe sees what it is about. */
function starterOf({ start, startIn }: AgentSource): Starter {
  return startIn === undefined ? () => start() : () => startIn({ env: still.env });
}
