import { probedAgent } from '../determinism/probes/probedAgent.ts';
import { probeCarriedState, probeRepeatedRequest } from '../determinism/probes/probes.ts';
import { type Probe, type ProbeAgents, probeWithinBound } from '../determinism/probes/withinBound.ts';
import { still } from '../determinism/twin/factors.ts';
import type { Controls } from '../harness/controls.ts';
import type { ProbeReport } from '../harness/determinismEvents.ts';
import type { Task } from '../harness/task.ts';
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
  const repeated: Probe = (start, signal) =>
    probeRepeatedRequest({ ...request, start, lines, signal, twice: Math.min(limits.probedSteps, half) });
  const carried: Probe = (start, signal) => {
    const other = shown.slice(half, half + limits.probeSteps);
    return probeCarriedState({
      ...request,
      start,
      signal,
      lines: shown.slice(0, half),
      otherLines: other.length > 0 ? other : lines,
    });
  };
  const agents = agentsOf(source);
  const verdict = (probe: Probe) => probeWithinBound(agents, interrupt.signal, probe);
  try {
    const reports: ProbeReport[] = [{ probe: 'repeated-request', ...(await verdict(repeated)) }];
    if (agents.openEndpoint !== undefined) {
      reports.push({ probe: 'carried-state', ...(await verdict(carried)) });
    }
    return reports;
  } finally {
    release();
  }
}

/** Agents of the source, as a probe wants them. */
function agentsOf({ start, startIn, openEndpoint }: AgentSource): ProbeAgents {
  return {
    // What a double run varies is held still here, so that a probe sees what it is about.
    start: startIn === undefined ? () => start() : () => startIn({ env: still.env }),
    openEndpoint,
  };
}
