import type { Agent, Answer } from '../../agents/agent.ts';
import { wrapAgent } from '../../agents/wrapAgent.ts';
import type { DoubleRunReport } from '../../harness/determinismEvents.ts';
import type { Task } from '../../harness/task.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';

/** What a double run found, kept apart from the run that it accompanied. */
export interface DoubledCell {
  /** The task as if it were run once: whether two runs are equal is another instrument's question. */
  readonly task: Task;
  report(): DoubleRunReport | null;
  readonly findings: readonly Diagnostic[];
}

const OF_THE_PAIR: ReadonlySet<string> = new Set(['non-deterministic', 'twin-lost', 'twin-failed']);

/** Takes the findings and the verdict of a double run out of the run of A. */
export function apart(doubled: Task): DoubledCell {
  let findings: Diagnostic[] = [];
  const own = (found: readonly Diagnostic[]): Diagnostic[] => {
    findings.push(...found.filter(({ code }) => OF_THE_PAIR.has(code)));
    return found.filter(({ code }) => !OF_THE_PAIR.has(code));
  };
  const { twin: _twin, ...single } = doubled;
  return {
    task: {
      ...single,
      doubleRun: null,
      startAgent: async (signal) => {
        findings = [];
        return withoutPair(await doubled.startAgent(signal), own);
      },
    },
    report: () => doubled.doubleRun?.() ?? null,
    get findings() {
      return findings;
    },
  };
}

function withoutPair(agent: Agent, own: (found: readonly Diagnostic[]) => Diagnostic[]): Agent {
  const of = (answer: Answer): Answer =>
    answer.kind === 'line' && answer.findings !== undefined
      ? { ...answer, findings: own(answer.findings) }
      : answer;
  return wrapAgent(agent, {
    decide: async (presentation, budgetMs) => of(await agent.decide(presentation, budgetMs)),
    close: () => agent.close().then((exit) => ({ ...exit, findings: own(exit.findings) })),
  });
}
