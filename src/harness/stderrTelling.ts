import type { Agent, StderrText } from '../agents/agent.ts';
import { limits } from '../kernel/limits.ts';
import type { AgentStderr } from './events.ts';

/**
 * What the agents of one attempt write to stderr, as events. Each run has a bound
 * (`limits.stderrToldBytes`); what comes beyond it is counted, and told at the end.
 */
export class StderrTelling {
  readonly #add: (event: AgentStderr) => void;
  readonly #runs = { A: { toldBytes: 0, droppedBytes: 0 }, B: { toldBytes: 0, droppedBytes: 0 } };

  constructor(add: (event: AgentStderr) => void) {
    this.#add = add;
  }

  /** Tells what came since the last time. */
  tell(agent: Agent): void {
    for (const each of agent.takeStderr?.() ?? []) this.#take(each);
  }

  /** The agent is gone: the last of it, and what could not be told. */
  end(agent: Agent): void {
    this.tell(agent);
    for (const run of ['A', 'B'] as const) {
      const { droppedBytes } = this.#runs[run];
      if (droppedBytes > 0) this.#add(event(run, '', droppedBytes));
    }
  }

  #take({ run, text, droppedBytes }: StderrText): void {
    const count = this.#runs[run];
    const bytes = Buffer.byteLength(text);
    if (count.droppedBytes > 0 || count.toldBytes + bytes > limits.stderrToldBytes) {
      count.droppedBytes += bytes + droppedBytes;
      return;
    }
    count.toldBytes += bytes;
    this.#add(event(run, text, droppedBytes));
  }
}

function event(run: AgentStderr['run'], text: string, droppedBytes: number): AgentStderr {
  return { type: 'agent_stderr', run, text, dropped_bytes: droppedBytes };
}
