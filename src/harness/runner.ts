import type { Agent, AgentExit, Answer, Presentation } from '../agents/agent.ts';
import { observationAt } from '../engine/observe.ts';
import { EngineRun, type RunInputs } from '../engine/run.ts';
import { StepTotals, summarize } from '../engine/statistics.ts';
import type { Diagnostic } from '../kernel/diagnostic.ts';
import { CannotRunError } from '../kernel/errors.ts';
import type { Decision } from '../protocol/decision.ts';
import { type ObservedSymbols, observedSymbols } from '../protocol/observedSymbols.ts';
import { readAnswer } from '../protocol/readAnswer.ts';
import type {
  AgentIdentity,
  Cell,
  Digests,
  Finding,
  RawAnswer,
  RunEvent,
  RunReport,
  TurnVerdict,
} from './events.ts';
import { EVENT_VERSION } from './events.ts';
import { excerptOf } from './excerptOf.ts';
import { FindingLog } from './findings.ts';
import { type FaultKind, TransportHealth } from './health.ts';
import { noiseFinding } from './noise.ts';
import { ObservationLines } from './observationLines.ts';
import { rawAnswer } from './rawAnswer.ts';
import { decideStop } from './stop.ts';
import { DecideTimes } from './timing.ts';

export interface RunRequest {
  readonly inputs: RunInputs;
  readonly agent: AgentIdentity;
  /** Starts a fresh agent for this run; rejects with a CannotRunError if it cannot start. */
  readonly startAgent: () => Promise<Agent>;
  readonly digests: Digests;
  readonly costsName: string;
  readonly decideTimeoutMs: number;
  readonly kit: string;
  /** What is worth saying before the run: notices about data, command line and records. */
  readonly notices: readonly Diagnostic[];
  /** Receives every event in order. Called while the agent thinks, not while it waits. */
  readonly emit: (event: RunEvent) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Aborted to end the run early; `reason` is a short text for the record. */
  readonly signal: AbortSignal;
}

const HOLD: Decision = { orders: [], reasoning: '' };

/** What one presentation came to. */
interface TurnResult {
  readonly decision: Decision;
  readonly verdict: TurnVerdict;
  readonly code: string | null;
  readonly decideMs: number | null;
  readonly raw: RawAnswer | null;
}

/**
 * Drives one run from its first step to its report. The sole owner of effects: asks
 * the agent, executes at the engine, closes the agent, and tells all of it as events.
 */
export async function runCell(request: RunRequest): Promise<RunReport> {
  return new CellRunner(request).run();
}

class CellRunner {
  readonly #request: RunRequest;
  readonly #engine: EngineRun;
  readonly #lines: ObservationLines;
  readonly #observed: ObservedSymbols;
  readonly #health = new TransportHealth();
  readonly #findings = new FindingLog();
  /** What is worth knowing and is nobody's fault. */
  readonly #notices: Finding[] = [];
  readonly #totals = new StepTotals();
  readonly #times: DecideTimes;
  /** Events of the turn before, told while the agent thinks about the next one. */
  #untold: RunEvent[] = [];
  /** The fault after which the agent is gone: its repetitions are counted, not told again. */
  #goneWith: Diagnostic | null = null;
  #blocked = false;

  constructor(request: RunRequest) {
    this.#request = request;
    this.#engine = new EngineRun(request.inputs);
    this.#lines = new ObservationLines(request.inputs.dataset);
    this.#observed = observedSymbols(request.inputs.dataset.symbols);
    this.#times = new DecideTimes(this.#engine.steps);
  }

  async run(): Promise<RunReport> {
    const { signal, clock } = this.#request;
    const startedAt = clock();
    this.#tellStart();
    const agent = await this.#start();
    if (agent === null) return this.#finish(startedAt);
    for (const each of agent.notices ?? []) this.#find(each, null);
    // Closing makes a pending decision settle; its answer is then not looked at.
    const onAbort = () => void agent.close();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (signal.aborted) onAbort();
      while (!this.#engine.done && !signal.aborted) await this.#turn(agent);
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#tellUntold();
      this.#tellEnd(await agent.close());
    }
    return this.#finish(startedAt);
  }

  /** A fresh agent; null if it cannot be started, with the reasons as findings. */
  async #start(): Promise<Agent | null> {
    try {
      return await this.#request.startAgent();
    } catch (error) {
      if (!(error instanceof CannotRunError)) throw error;
      for (const each of error.diagnostics) this.#find(each, null);
      this.#blocked = true;
      return null;
    }
  }

  #finish(startedAt: number): RunReport {
    this.#tellUntold();
    const report = this.#report(this.#request.clock() - startedAt);
    this.#request.emit(report);
    return report;
  }

  async #turn(agent: Agent): Promise<void> {
    const engine = this.#engine;
    const step = engine.step;
    const bar = engine.bar;
    const result = this.#health.tripped ? NOT_ASKED : await this.#ask(agent, step, bar);
    if (result === null) return;
    const outcome = engine.execute(result.decision);
    this.#totals.add(outcome);
    this.#untold.push({
      type: 'turn',
      step,
      date: this.#request.inputs.dataset.dates[bar]!,
      verdict: result.verdict,
      code: result.code,
      decide_ms: result.decideMs,
      decision: result.decision,
      raw: result.raw,
      fills: outcome.fills,
      cash: engine.cash,
      nav: outcome.nav,
      return: outcome.return,
    });
  }

  /** Presents the observation once; null if the run was stopped meanwhile. */
  async #ask(agent: Agent, step: number, bar: number): Promise<TurnResult | null> {
    const { dataset } = this.#request.inputs;
    const { cash, shares } = this.#engine;
    const presentation: Presentation = {
      step,
      line: () => this.#lines.line(bar, cash, shares),
      observation: () => observationAt(dataset, bar, cash, shares),
    };
    const pending = agent.decide(presentation, this.#request.decideTimeoutMs);
    // The agent is thinking: time to tell the last turn and to ready the next observation.
    this.#tellUntold();
    this.#lines.prepare(bar + 1);
    const answer = await pending;
    if (this.#request.signal.aborted) return null;
    switch (answer.kind) {
      case 'decision':
        this.#health.answered();
        return { decision: answer.decision, verdict: 'accepted', code: null, decideMs: null, raw: null };
      case 'line':
        return this.#takeLine(agent, answer, step);
      case 'fault':
        return this.#takeFault(answer, presentation);
    }
  }

  async #takeLine(agent: Agent, answer: Answer & { kind: 'line' }, step: number): Promise<TurnResult> {
    const verdict = readAnswer(answer.bytes, this.#observed);
    this.#times.add(answer.elapsedMs);
    const raw = rawAnswer(answer.bytes);
    if (answer.findings !== undefined) for (const each of answer.findings) this.#find(each, null);
    if (verdict.decision !== null) {
      this.#health.answered();
      return { decision: verdict.decision, verdict: 'accepted', code: null, decideMs: answer.elapsedMs, raw };
    }
    const code = verdict.findings[0]?.code ?? 'not-json';
    // Bytes that are no text never reach the reference's parser: its pipe read fails.
    this.#health.failed(code === 'not-utf8' ? 'transport' : 'protocol', code, step);
    for (const each of verdict.findings)
      this.#find({ ...each, place: { ...each.place, step } }, answer.bytes);
    const following = await agent.settleRefusal();
    const noise = noiseFinding(
      verdict,
      answer.bytes,
      following,
      this.#observed,
      step,
      this.#request.agent.command,
    );
    if (noise !== null) this.#find(noise, answer.bytes);
    return { decision: HOLD, verdict: 'refused', code, decideMs: answer.elapsedMs, raw };
  }

  #takeFault(answer: Answer & { kind: 'fault' }, { step, line }: Presentation): TurnResult {
    const { code } = answer.diagnostic;
    this.#health.failed(faultKind(answer.fault), code, step);
    if (this.#goneWith?.code !== code) {
      const place = { ...answer.diagnostic.place, step };
      const inProcess = this.#request.agent.transport === 'in-process';
      this.#find({ ...answer.diagnostic, place }, answer.bytes, inProcess ? undefined : String(line()));
    }
    if (answer.final) this.#goneWith = answer.diagnostic;
    return {
      decision: HOLD,
      verdict: answer.fault === 'timeout' ? 'timeout' : 'fault',
      code,
      decideMs: answer.elapsedMs,
      raw: answer.bytes === null ? null : rawAnswer(answer.bytes),
    };
  }

  #find(found: Diagnostic, bytes: Uint8Array | null, observation?: string): void {
    const finding: Finding = {
      type: 'finding',
      diagnostic: found,
      excerpt: excerptOf(found, bytes),
      ...(observation !== undefined && { observation }),
    };
    if (found.severity === 'notice') this.#notices.push(finding);
    else this.#findings.add(finding);
    this.#untold.push(finding);
  }

  #tellStart(): void {
    const { inputs, agent, digests, costsName, decideTimeoutMs, kit, emit } = this.#request;
    emit({
      type: 'run_started',
      version: EVENT_VERSION,
      kit,
      agent,
      cell: this.#cell(),
      steps: this.#engine.steps,
      data: {
        source: inputs.dataset.source,
        symbols: inputs.dataset.symbols,
        bars: inputs.dataset.dates.length,
      },
      costs: costsName,
      digests,
      decide_timeout_ms: decideTimeoutMs,
    });
    for (const each of this.#request.notices) {
      const notice: Finding = { type: 'finding', diagnostic: each, excerpt: null };
      this.#notices.push(notice);
      emit(notice);
    }
  }

  #tellUntold(): void {
    if (this.#untold.length === 0) return;
    const events = this.#untold;
    this.#untold = [];
    for (const event of events) this.#request.emit(event);
  }

  #tellEnd(exit: AgentExit): void {
    // A run that was stopped from outside says nothing about how the agent ended.
    if (!this.#request.signal.aborted) for (const each of exit.findings) this.#find(each, null);
    this.#tellUntold();
    if (this.#request.agent.transport === 'in-process') return;
    this.#request.emit({
      type: 'agent_ended',
      exit_code: exit.code,
      signal: exit.signal,
      stderr_bytes: exit.stderrBytes,
      stderr_tail: exit.stderrTail,
    });
  }

  #cell(): Cell {
    const { window, seed } = this.#request.inputs;
    return { window_start: window.start, window_end: window.end, seed };
  }

  #report(wallMs: number): RunReport {
    const engine = this.#engine;
    const health = this.#health.view();
    const result = engine.result();
    const executed = engine.step;
    const { history } = engine;
    const { dataset, window } = this.#request.inputs;
    return {
      type: 'run_report',
      cell: this.#cell(),
      agent: this.#request.agent,
      digests: this.#request.digests,
      run: result,
      book: {
        steps: executed,
        symbols: this.#request.inputs.dataset.symbols,
        cash: (step) => history.cash(step),
        nav: (step) => history.nav(step),
        shares: (step, symbol) => history.shares(step, symbol),
        value: (step, symbol) => history.shares(step, symbol) * dataset.closes[symbol]![window.start + step]!,
      },
      health,
      findings: this.#findings.kept,
      finding_counts: this.#findings.counts(),
      notices: this.#notices,
      timing: this.#times.view(wallMs),
      summary: summarize(result, executed === 0 ? 1 : history.nav(executed - 1), this.#totals),
      stop: decideStop({
        steps: engine.steps,
        executed,
        health,
        errors: this.#findings.errors,
        blocked: this.#blocked,
        interrupted: this.#request.signal.aborted ? String(this.#request.signal.reason) : null,
      }),
    };
  }
}

const NOT_ASKED: TurnResult = { decision: HOLD, verdict: 'not_asked', code: null, decideMs: null, raw: null };

function faultKind(fault: (Answer & { kind: 'fault' })['fault']): FaultKind {
  return fault === 'timeout' ? 'transport' : fault;
}
