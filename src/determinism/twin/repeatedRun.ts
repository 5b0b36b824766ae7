import type { Agent, AgentExit } from '../../agents/agent.ts';
import { wrapAgent } from '../../agents/wrapAgent.ts';
import type { DoubleRunEnded, DoubleRunReport } from '../../harness/determinismEvents.ts';
import type { RunReport } from '../../harness/events.ts';
import { NON_DETERMINISTIC } from '../../harness/stop.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { divergenceFinding } from './divergence.ts';
import type { Doubling } from './doubleRun.ts';
import { repeatedReport, type Tally } from './repeatedReport.ts';

export interface RepeatedRunRequest {
  /** How many double runs there are to be, the first included. */
  readonly asked: number;
  readonly first: Doubling;
  /** A further one; `explains`: whether the cause of its divergence is looked for. */
  readonly again: (explains: boolean) => Doubling;
  /** Drives a further one from the first step of the cell to its report. */
  readonly play: (run: Doubling) => Promise<RunReport>;
  /** Aborted by an interrupt: what is complete by then is kept. */
  readonly interrupt: AbortSignal;
  readonly tell: (event: DoubleRunEnded) => void;
}

/**
 * Several double runs of one cell, each of two fresh agents, one after the other: what
 * shows in one run of twenty shows in no single pair (page 4.4). The first one is the
 * run; the others follow once it is over. Their divergences are counted, and the first
 * is kept with its cause.
 */
export class RepeatedRun implements Doubling {
  readonly #request: RepeatedRunRequest;
  #tally: Tally = { asked: 0, ended: [], example: null };

  constructor(request: RepeatedRunRequest) {
    this.#request = request;
  }

  get announcement(): Doubling['announcement'] {
    return this.#request.first.announcement;
  }

  async start(signal: AbortSignal): Promise<Agent> {
    const { first, asked } = this.#request;
    this.#tally = { asked, ended: [], example: null };
    const agent = await first.start(signal);
    return wrapAgent(agent, {
      close: async (): Promise<AgentExit> => {
        const exit = await agent.close();
        return { ...exit, findings: [...exit.findings, ...(await this.#repeat())] };
      },
    });
  }

  report(): DoubleRunReport {
    return repeatedReport(this.#request.first.report(), this.#tally);
  }

  /** All that follow the first; a run that came to no verdict by itself is not repeated. */
  async #repeat(): Promise<readonly Diagnostic[]> {
    const { first, asked, interrupt } = this.#request;
    const findings: Diagnostic[] = [];
    const shown = first.report();
    // Of one that was interrupted, only a divergence is a fact.
    if (!interrupt.aborted || shown.status === 'different') this.#end(shown);
    let lostInARow = shown.status === 'no_verdict' ? limits.repetitionsLostInARow : 0;
    while (
      !interrupt.aborted &&
      this.#tally.ended.length < asked &&
      lostInARow < limits.repetitionsLostInARow
    ) {
      const found = await this.#once();
      if (found === null) break;
      findings.push(...found.findings);
      lostInARow = found.isLost ? lostInARow + 1 : 0;
    }
    return findings;
  }

  /** One more; null if it was cut short. */
  async #once(): Promise<{ readonly findings: readonly Diagnostic[]; readonly isLost: boolean } | null> {
    const { again, play, interrupt, asked } = this.#request;
    const isFirstDivergence = this.#tally.example === null;
    const run = again(isFirstDivergence);
    const report = await play(run);
    const shown = verdictOf(report, run.report());
    if (interrupt.aborted && shown.status !== 'different') return null;
    const ordinal = this.#end(shown);
    const isLost = shown.status === 'no_verdict';
    if (shown.divergence !== null)
      return { findings: isFirstDivergence ? [divergenceFinding(shown.divergence, ordinal)] : [], isLost };
    const failure = failureOf(report);
    if (failure === undefined) return { findings: [], isLost };
    const { code, place } = failure;
    const at = place.step === undefined ? {} : { step: place.step };
    const facts = { double_run: ordinal, asked };
    return { findings: [diagnostic('repetition-failed', 'error', at, { found: code, facts })], isLost };
  }

  /** Counts a double run that is complete; returns which one it is. */
  #end(report: DoubleRunReport): number {
    const ordinal = this.#tally.ended.length + 1;
    const { status, reason, steps_compared, divergence } = report;
    const isExample = divergence !== null && this.#tally.example === null;
    this.#tally = {
      ...this.#tally,
      ended: [...this.#tally.ended, { status, reason, steps_compared }],
      example: isExample ? { ordinal, report } : this.#tally.example,
    };
    this.#request.tell({
      type: 'double_run_ended',
      double_run: ordinal,
      asked: this.#request.asked,
      status,
      reason,
      steps_compared,
      divergent_step: divergence?.step ?? null,
    });
    return ordinal;
  }
}

/** The first error that is no divergence: what the agent failed of. */
function failureOf({ findings }: RunReport): Diagnostic | undefined {
  return findings.map((each) => each.diagnostic).find(isFailure);
}

function isFailure({ severity, code }: Diagnostic): boolean {
  return severity === 'error' && code !== NON_DETERMINISTIC;
}

/** Two runs that fail alike are equal to each other, but no run that can be had again. */
function verdictOf(report: RunReport, shown: DoubleRunReport): DoubleRunReport {
  const failure = failureOf(report);
  if (failure === undefined || shown.status === 'different') return shown;
  return { ...shown, status: 'no_verdict', reason: shown.reason ?? failure.code };
}
