import type { Agent, AgentExit } from './agent.ts';

/** What a wrapper does otherwise than the agent in it. */
type Changes = Partial<Pick<Agent, 'decide' | 'takeStderr'>> & { readonly close: () => Promise<AgentExit> };

/** An agent that is another one but for the changes. However often it is closed, `close` runs once. */
export function wrapAgent(agent: Agent, changes: Changes): Agent {
  let closing: Promise<AgentExit> | null = null;
  return {
    notices: agent.notices ?? [],
    get pid() {
      return agent.pid ?? null;
    },
    sendsLater: agent.sendsLater === true,
    decide: (presentation, budgetMs) => agent.decide(presentation, budgetMs),
    settleRefusal: () => agent.settleRefusal(),
    stderrTail: () => agent.stderrTail?.() ?? '',
    takeStderr: () => agent.takeStderr?.() ?? [],
    ...changes,
    close: () => {
      closing ??= changes.close();
      return closing;
    },
  };
}
