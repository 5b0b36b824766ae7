import type { Agent, AgentExit } from '../../agents/agent.ts';
import type { DoubleRunReport, SourceHint, TwinStarted } from '../../harness/determinismEvents.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { CannotRunError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import type { ObservedSymbols } from '../../protocol/observedSymbols.ts';
import { type AskedLater, askAgain } from './askLater.ts';
import { findCause } from './causes.ts';
import { type Cause, causeTexts } from './causeTexts.ts';
import { divergenceFinding, divergenceRecord } from './divergence.ts';
import { doubleRunReport } from './doubleRunReport.ts';
import { type Factor, type FactorId, factorLabels, processFactorIds, still, varied } from './factors.ts';
import { findFailure } from './failure.ts';
import { pause, type StartIn, withAgent } from './openAgent.ts';
import { searched } from './search.ts';
import { Tape } from './tape.ts';
import { TwinAgent } from './twinAgent.ts';
import { nothingWritten, type Written } from './writtenFiles.ts';

/** What every kind of double run needs. */
export interface DoubleRunContext {
  readonly observed: ObservedSymbols;
  readonly budgetMs: number;
  /** Aborted by an interrupt: what is still under way ends at once. */
  readonly interrupt: AbortSignal;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Looks at the agent's sources; called after a divergence only. */
  readonly hints: (cause: Cause) => Promise<readonly SourceHint[]>;
  /** Whether the cause of a divergence is looked for; one of several is enough. */
  readonly explains: boolean;
}

/** One double run of a task: `start` makes the agent of an attempt, `report` tells of the last one. */
export interface Doubling {
  readonly announcement: Pick<TwinStarted, 'mode' | 'varied'>;
  start(signal: AbortSignal): Promise<Agent>;
  report(): DoubleRunReport;
}

export interface DoubleRunRequest extends DoubleRunContext {
  readonly start: StartIn;
  readonly factors: readonly Factor[];
  /** Called before run A: afterwards the returned function tells what A wrote. */
  readonly watchFolder: () => Promise<() => Promise<Written>>;
  /** Whether a third agent is asked again later. */
  readonly asksLater: boolean;
}

const NOT_ASKED: AskedLater = { compared: 0, divergence: null, failure: null };

/**
 * The double run of one task (page 4.4), adversarial by design: everything that the
 * contract says must not matter is varied between A and B. `start` makes the pair for an
 * attempt; `report` says what the last one showed, and never more.
 */
export class DoubleRun implements Doubling {
  readonly #request: DoubleRunRequest;
  #twin: TwinAgent | null = null;
  #startedAt = 0;
  #tape = new Tape();
  #tellWritten: () => Promise<Written> = async () => nothingWritten;
  #written = nothingWritten;
  #later = NOT_ASKED;
  #cause: Cause | null = null;
  #hints: readonly SourceHint[] = [];

  constructor(request: DoubleRunRequest) {
    this.#request = request;
  }

  /** What is varied between two runs at once; the report adds what was asked later. */
  get announcement(): Pick<TwinStarted, 'mode' | 'varied'> {
    const together = this.#request.factors.filter(({ twin }) => twin !== null);
    return { mode: 'lockstep', varied: together.map(({ id }) => factorLabels[id]) };
  }

  async start(signal: AbortSignal): Promise<Agent> {
    const { start, factors, clock, watchFolder, observed } = this.#request;
    const surroundings = varied(factors.map((factor) => factor.twin));
    this.#startedAt = clock();
    this.#twin = null;
    this.#tape = new Tape();
    this.#later = NOT_ASKED;
    this.#cause = null;
    this.#hints = [];
    this.#written = nothingWritten;
    this.#tellWritten = await watchFolder();
    const [a, b] = await startBoth(start(still, signal), start(surroundings, signal));
    this.#twin = new TwinAgent({
      a,
      b,
      observed,
      tape: this.#tape,
      pauseMsMax: surroundings.pauseMsMax,
      afterwards: (twin) => this.#afterwards(twin),
    });
    return this.#twin;
  }

  report(): DoubleRunReport {
    const twin = this.#twin;
    const askedLater = this.#later.compared > 0 || this.#later.divergence !== null;
    const isUsed = ({ twin, later }: Factor): boolean => twin !== null || (later !== null && askedLater);
    return doubleRunReport({
      compared: twin?.stepsCompared ?? 0,
      askedAgain: this.#later.compared,
      divergence: twin?.divergence ?? this.#later.divergence,
      reason: twin?.lost ? `run ${twin.lost.run}: ${twin.lost.code}` : null,
      applicable: processFactorIds,
      varied: this.#request.factors.filter(isUsed).map(({ id }) => id),
      rewritten: this.#written.rewritten,
      cause: this.#cause,
      hints: this.#hints,
    });
  }

  async #afterwards(twin: TwinAgent): Promise<AgentExit['findings']> {
    if (this.#request.interrupt.aborted) return [];
    const findings: Diagnostic[] = [];
    this.#written = await this.#tellWritten();
    if (this.#request.asksLater && twin.divergence === null && twin.stepsCompared > 0) {
      this.#later = await this.#askLater();
      if (this.#later.divergence !== null)
        findings.push(divergenceFinding(divergenceRecord(this.#later.divergence)));
    }
    if (twin.lost?.run === 'B') findings.push(await this.#failureOfB(twin));
    const found = twin.divergence ?? this.#later.divergence;
    if (found !== null && this.#request.explains) {
      this.#cause = await this.#findCause(found.presentations);
      this.#hints = await this.#request.hints(this.#cause);
    }
    return findings;
  }

  async #findCause(presentations: number): Promise<Cause> {
    const lines = this.#tape.first(presentations);
    if (lines === null) return causeTexts.outOfTape;
    const { interrupt } = this.#request;
    return searched(interrupt, (signal) =>
      findCause({ ...this.#request, lines, written: this.#written.files, signal }),
    );
  }

  /** A third, fresh agent answers the first observations again, at another second of the clock. */
  async #askLater(): Promise<AskedLater> {
    const { start, factors, clock, interrupt } = this.#request;
    const surroundings = varied(factors.map((factor) => factor.later));
    await pause(this.#startedAt + surroundings.startsAfterMs - clock(), interrupt);
    const signal = AbortSignal.any([interrupt, AbortSignal.timeout(limits.laterMs)]);
    try {
      return await withAgent(
        () => start(surroundings, signal),
        signal,
        (agent) => askAgain(agent, this.#tape, { ...this.#request, signal }),
      );
    } catch (error) {
      if (!(error instanceof CannotRunError)) throw error;
      return NOT_ASKED;
    }
  }

  /** B alone failed: whether it does so again tells surroundings from chance. */
  async #failureOfB({ lost, stepsCompared }: TwinAgent): Promise<Diagnostic> {
    const facts = { steps_compared: stepsCompared, run_b: lost!.code };
    const lines = this.#tape.first(this.#tape.presentations);
    const { interrupt } = this.#request;
    const guilty: FactorId[] = [];
    if (lines !== null) {
      await searched(interrupt, async (signal) => {
        guilty.push(...(await findFailure({ ...this.#request, lines, signal })));
        return causeTexts.unknown;
      });
    }
    const place = { step: lost!.step };
    if (guilty.length === 0) return diagnostic('twin-lost', 'warning', place, { found: lost!.code, facts });
    return diagnostic('twin-failed', 'error', place, {
      found: lost!.code,
      facts: { ...facts, factors: guilty },
    });
  }
}

/** Both or none: an agent whose twin cannot start is closed again. */
async function startBoth(first: Promise<Agent>, second: Promise<Agent>): Promise<[Agent, Agent]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value];
  for (const each of [a, b]) if (each.status === 'fulfilled') await each.value.close();
  throw a.status === 'rejected' ? a.reason : (b as PromiseRejectedResult).reason;
}
