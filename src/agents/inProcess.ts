import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { limits } from '../kernel/limits.ts';
import { printableShort } from '../kernel/printable.ts';
import type { Decision } from '../protocol/decision.ts';
import type { MarketObservation } from '../protocol/observation.ts';
import type { Agent, AgentExit, Answer, Presentation } from './agent.ts';

type Fault = Extract<Answer, { kind: 'fault' }>;

/**
 * An agent that is a function of the observation: the reference agents, scripts, and
 * users of the library. One that throws is a transport fault, as a crash would be; one
 * that returns a promise is held to the budget.
 */
export function inProcessAgent(
  decide: (observation: MarketObservation) => Decision | Promise<Decision>,
  clock: () => number = () => performance.now(),
): Agent {
  let fault: Fault | null = null;

  const fail = (kind: Fault['fault'], cause: Diagnostic, elapsedMs: number): Fault => {
    fault = { kind: 'fault', fault: kind, final: true, diagnostic: cause, elapsedMs, bytes: null };
    return fault;
  };

  return {
    async decide(presentation: Presentation, budgetMs: number): Promise<Answer> {
      if (fault !== null) return { ...fault, elapsedMs: 0 };
      const { step } = presentation;
      const startedAt = clock();
      try {
        const given = decide(presentation.observation());
        const decision = given instanceof Promise ? await withinBudget(given, budgetMs) : given;
        const elapsedMs = clock() - startedAt;
        return decision === TOO_LATE
          ? fail('timeout', silence(step, budgetMs), elapsedMs)
          : { kind: 'decision', decision, elapsedMs };
      } catch (error) {
        const text = printableShort(String(error), limits.excerptChars);
        return fail(
          'transport',
          diagnostic('agent-threw', 'error', { step }, { found: text }),
          clock() - startedAt,
        );
      }
    },
    settleRefusal: async () => [],
    close: async () => NOTHING_RAN,
  };
}

const TOO_LATE = Symbol('too late');

const NOTHING_RAN: AgentExit = { code: null, signal: null, stderrTail: '', stderrBytes: 0, findings: [] };

function silence(step: number, budgetMs: number): Diagnostic {
  return diagnostic('timeout', 'error', { step }, { facts: { budget_ms: budgetMs, language: 'node' } });
}

function withinBudget<T>(given: Promise<T>, budgetMs: number): Promise<T | typeof TOO_LATE> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(TOO_LATE), budgetMs);
    given.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
