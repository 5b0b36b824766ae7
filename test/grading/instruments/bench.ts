import { wordsOf } from '../../../src/cli/catalogue.ts';
import { costProfiles } from '../../../src/engine/costModel.ts';
import type { RunSummary } from '../../../src/engine/statistics.ts';
import type { Bench, Candidate } from '../../../src/grading/bench.ts';
import { instrumentRow } from '../../../src/grading/instruments/table.ts';
import type { RecordedRun } from '../../../src/grading/record/recordedRuns.ts';
import type { Dataset } from '../../../src/market/dataset.ts';
import { parseGeneratorSpec } from '../../../src/market/generatorSpec.ts';
import { generateDataset } from '../../../src/market/generators.ts';
import type { Decision, DecisionCost } from '../../../src/protocol/decision.ts';

export const dataset: Dataset = generateDataset(parseGeneratorSpec('synthetic:2:60:7'), 'synthetic:2:60:7');
const STEPS = 12;

/** A clean run whose agent is invested by halves, with what a test wants of it changed. */
export function recordedRun(
  index: number,
  changes: {
    readonly costs?: readonly (DecisionCost | null)[];
    readonly summary?: Partial<RunSummary>;
    readonly start?: number;
  } = {},
): RecordedRun {
  const start = changes.start ?? 20;
  const turns = Array.from({ length: STEPS }, (_, step) => {
    const cost = changes.costs?.[step % changes.costs.length] ?? null;
    const decision: Decision = {
      orders: [{ symbol: dataset.symbols[0]!, action: 'buy', target_weight: 0.5, rationale: '' }],
      reasoning: '',
      ...(cost !== null && { cost }),
    };
    return { step, date: dataset.dates[start + step]!, verdict: 'accepted', decision, decideMs: 1 };
  });
  return {
    cell: { index, window: { start, end: start + STEPS }, seed: BigInt(index), plan: null },
    result: {
      status: 'clean',
      failure: null,
      code: null,
      attempts: [],
      summary: { ...changes.summary },
    } as never,
    turns,
    ...{ protocolFaults: 0, transportFaults: 0, resourceFaults: 0, timing: null, findings: [] },
    beside: { peak_memory_bytes: null, double_run: null, double_run_findings: [] },
  };
}

/** A bench with these runs; of the candidate only what an instrument without an agent needs. */
export function benchOf(
  id: string,
  runs: readonly RecordedRun[],
  candidate: Partial<Candidate> = {},
  market: Dataset = dataset,
): Bench {
  const row = instrumentRow(id)!;
  const bounds = Object.fromEntries(Object.entries(row.bounds).map(([name, { value }]) => [name, value]));
  return {
    rule: { instrumentId: id, requirementId: row.requirementId, required: true, binding: true, bounds },
    candidate: {
      identity: { id: 'test', transport: 'stdio', command: ['test'] },
      mandate: null,
      decideTimeoutMs: 1_000,
      market: { dataset: market, costs: costProfiles.typical, costsName: 'typical', digests: {} as never },
      ...candidate,
    } as Candidate,
    runs: {
      all: runs,
      plain: runs.filter(({ cell }) => cell.plan === null),
      cells: runs.map(({ cell }) => cell),
    } as never,
    ...{ jobs: 1, kit: 'test', wordsOf, signal: new AbortController().signal, clock: () => 0 },
  };
}

/** Reads an instrument of the table. */
export function read(bench: Bench) {
  return instrumentRow(bench.rule.instrumentId)!.measure(bench);
}
