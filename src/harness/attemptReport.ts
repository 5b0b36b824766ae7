import type { EngineRun } from '../engine/run.ts';
import { type StepTotals, summarize } from '../engine/statistics.ts';
import { bookView } from './bookView.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Finding, RunReport } from './events.ts';
import type { FaultEvidence } from './faultInjection.ts';
import type { FindingLog } from './findings.ts';
import type { StopVerdict } from './stop.ts';
import type { Task } from './task.ts';

export interface AttemptParts {
  readonly task: Task;
  readonly engine: EngineRun;
  readonly dispatcher: Dispatcher;
  readonly findings: FindingLog;
  readonly notices: readonly Finding[];
  readonly totals: StepTotals;
  /** What a fault plan did; null without one. */
  readonly faultEvidence: FaultEvidence | null;
  readonly verdict: StopVerdict;
  readonly wallMs: number;
}

/** The report of one attempt; the session adds the ledger of all of them. */
export function attemptReport(parts: AttemptParts): RunReport {
  const { task, engine, dispatcher, findings } = parts;
  const { window, seed } = task.inputs;
  const result = engine.result();
  const executed = engine.step;
  return {
    type: 'run_report',
    cell: { window_start: window.start, window_end: window.end, seed },
    agent: task.agent,
    digests: task.digests,
    run: result,
    book: bookView(engine),
    health: dispatcher.health.view(),
    findings: findings.kept,
    finding_counts: findings.counts(),
    notices: parts.notices,
    timing: dispatcher.times.view(parts.wallMs),
    summary: summarize(result, executed === 0 ? 1 : engine.history.nav(executed - 1), parts.totals),
    stop: parts.verdict,
    usage: dispatcher.usage.view(),
    ...(parts.faultEvidence !== null && { fault_evidence: parts.faultEvidence }),
    ...(task.doubleRun !== null && { double_run: task.doubleRun() }),
    ...(task.probes !== undefined && { probes: task.probes() }),
    attempts: [],
  };
}
