import type { Agent } from '../../agents/agent.ts';
import type { HttpEndpoint } from '../../agents/http/httpEndpoint.ts';
import type { AgentSource } from '../agentSource.ts';

/**
 * Agents for the runs of a sweep. A program is started afresh for each; one endpoint
 * serves them all, in turn, and is started again only after a run that failed for a
 * runtime reason, for which page 6.1 wants a fresh agent.
 */
export class AgentSupply {
  readonly #source: AgentSource;
  #endpoint: HttpEndpoint | null = null;
  /** The cell that was served last: asked for again, its run is being retried. */
  #servedCell: number | null = null;
  #isSpent = false;

  constructor(source: AgentSource) {
    this.#source = source;
  }

  async start(cell: number, signal: AbortSignal): Promise<Agent> {
    const { openEndpoint } = this.#source;
    if (openEndpoint === undefined) return this.#source.start(signal);
    if (this.#isSpent || this.#servedCell === cell) await this.close();
    this.#servedCell = cell;
    this.#isSpent = false;
    this.#endpoint ??= await openEndpoint.call(this.#source, signal);
    return this.#endpoint.agentForRun();
  }

  /** The run that was served last got to no end: the next one has a fresh endpoint. */
  spent(): void {
    this.#isSpent = true;
  }

  async close(): Promise<void> {
    await this.#endpoint?.close();
    this.#endpoint = null;
  }
}
