import type { Agent, AgentExit } from '../../agents/agent.ts';
import { wrapAgent } from '../../agents/wrapAgent.ts';
import type { ProbeReport } from '../../harness/determinismEvents.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';

/**
 * An agent whose first observations are kept, and handed to `probe` once it is closed.
 * The findings of the probes join those of its end.
 */
export function probedAgent(
  agent: Agent,
  probe: (lines: readonly Uint8Array[]) => Promise<readonly ProbeReport[]>,
): Agent {
  const lines: Uint8Array[] = [];
  let last: number | null = null;
  const close = async (): Promise<AgentExit> => {
    const exit = await agent.close();
    const reports = await probe(lines);
    return { ...exit, findings: [...exit.findings, ...reports.flatMap(findingsOf)] };
  };
  return wrapAgent(agent, {
    decide: (given, budgetMs) => {
      // A fault plan may show a step twice; a probe does that by itself.
      if (lines.length >= 2 * limits.probeSteps || given.step === last) return agent.decide(given, budgetMs);
      last = given.step;
      const bytes = given.terminated?.() ?? Buffer.concat([Buffer.from(given.line()), Buffer.from('\n')]);
      const line = bytes.subarray(0, -1);
      lines.push(line);
      return agent.decide({ ...given, line: () => line, terminated: () => bytes }, budgetMs);
    },
    close,
  });
}

function findingsOf({ probe, difference }: ProbeReport): Diagnostic[] {
  if (difference === null) return [];
  const { step, kind, pointer, a, b } = difference;
  const place = { step, pointer };
  return [diagnostic(probe, 'error', place, { found: `${a}, then ${b}`, facts: { kind, a, b } })];
}
