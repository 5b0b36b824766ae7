import type { Agent, AgentExit, Answer, Presentation } from '../../src/agents/agent.ts';
import { surplusFault } from '../../src/agents/stdio/faults.ts';
import { LineFramer } from '../../src/agents/stdio/lineFramer.ts';
import { diagnostic } from '../../src/kernel/diagnostic.ts';

type Fault = Extract<Answer, { kind: 'fault' }>;

interface LinkedAgent extends Agent {
  /** The observation lines received so far. */
  readonly received: readonly string[];
  readonly closed: boolean;
}

/**
 * An agent over lines with no process behind it. `respond` gets an observation line
 * and returns what such an agent would write to its stdout: any number of lines, with
 * their terminators. Output without a whole line is a timeout, at once; `null` is an
 * agent that exited. Framing and the rule on surplus lines are those of a real pipe.
 */
export function linkedAgent(
  respond: (line: string, step: number) => string | Uint8Array | null,
): LinkedAgent {
  const received: string[] = [];
  const inbox: Buffer[] = [];
  const framer = new LineFramer((line) => inbox.push(line));
  let answers = 0;
  let closed = false;
  let fault: Fault | null = null;

  const fail = (kind: Fault['fault'], cause: Fault['diagnostic']): Fault => {
    fault = { kind: 'fault', fault: kind, final: true, diagnostic: cause, elapsedMs: 0, bytes: null };
    return fault;
  };

  return {
    received,
    get closed() {
      return closed;
    },
    async decide({ step, line }: Presentation, budgetMs: number): Promise<Answer> {
      if (fault !== null) return fault;
      if (inbox.length > 0) return fail('protocol', surplusFault(step, answers, inbox, inbox.length));
      const bytes = line();
      const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8');
      received.push(text);
      const output = respond(text, step);
      if (output === null) {
        return fail('transport', diagnostic('agent-exited', 'error', { step }, { facts: { exit_code: 0 } }));
      }
      framer.push(Buffer.from(output));
      const answer = inbox.shift();
      if (answer === undefined) {
        return fail('timeout', diagnostic('timeout', 'error', { step }, { facts: { budget_ms: budgetMs } }));
      }
      answers += 1;
      return { kind: 'line', bytes: answer, elapsedMs: 0 };
    },
    settleRefusal: async () => inbox.splice(0),
    async close(): Promise<AgentExit> {
      closed = true;
      return { code: 0, signal: null, stderrTail: '', stderrBytes: 0, findings: [] };
    },
  };
}
