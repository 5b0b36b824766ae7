import type { CellResult, SweepPlan } from '../../../src/harness/sweep/records.ts';

export const noUsage = {
  decisions_reported: 0,
  decisions_unreported: 0,
  cost_usd: null,
  tokens_in: null,
  tokens_out: null,
  reasoning_tokens: null,
};

export function clean(index: number, numbers: Partial<NonNullable<CellResult['summary']>> = {}): CellResult {
  return {
    type: 'sweep_cell',
    index,
    cell: { window_start: 20, window_end: 30, seed: BigInt(index) },
    status: 'clean',
    failure: null,
    code: null,
    first_failed_step: null,
    run_sha256: 'a'.repeat(64),
    summary: {
      steps: 10,
      total_return: 0,
      sharpe_per_period: 0,
      psr_zero: 0.5,
      max_drawdown: 0,
      turnover_per_step: 0,
      exposure_mean: 0,
      hit_rate: null,
      brier: null,
      brier_pairs: 0,
      process_score: 1,
      ...numbers,
    },
    attempts: [attempt('passed', null)],
    usage: noUsage,
    command: 'sbdev simulate',
  };
}

export function bad(
  index: number,
  status: 'failed' | 'incomplete',
  failure: NonNullable<CellResult['failure']>,
): CellResult {
  return {
    ...clean(index),
    status,
    failure,
    code: 'x',
    summary: null,
    attempts: [attempt('failed', failure)],
  };
}

export function notRun(index: number): CellResult {
  return { ...clean(index), status: 'not_run', run_sha256: null, summary: null, attempts: [] };
}

function attempt(
  outcome: 'passed' | 'failed',
  failure: CellResult['failure'],
): CellResult['attempts'][number] {
  return { attempt_id: 'g1.a1', outcome, failure, code: null, turns: 10, usage: noUsage };
}

export function plan(changes: Partial<SweepPlan> = {}): SweepPlan {
  return {
    kit: '0.1.0',
    agent: { id: 'hold', transport: 'in-process', command: [] },
    snapshot_id: 'none',
    data: { source: 'prices.csv', symbols: ['A'], bars: 40 },
    costs: 'typical',
    digests: { dataset_sha256: '1'.repeat(64), cost_model_sha256: '2'.repeat(64), engine_version: '0.28.0' },
    decide_timeout_ms: 30_000,
    retries: 2,
    windows: [[20, 30]],
    seeds: [0n, 1n, 2n, 3n],
    ...changes,
  };
}
