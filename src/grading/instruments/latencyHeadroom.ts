import { limits } from '../../kernel/limits.ts';
import { type InstrumentRow, measured, reading } from './instrument.ts';
import { runsText } from './runsText.ts';

/** How much of the budget of a decision is left on this machine (page 6.1). */
export const latencyHeadroom: InstrumentRow = {
  id: 'latency-headroom',
  requirementId: 'latency-headroom',
  title: 'decisions leave room in their time budget',
  required: false,
  binding: false,
  bounds: {
    p95_percent_of_budget: { value: 50, min: 1, max: 100, unit: '% of the budget' },
    max_percent_of_budget: { value: 80, min: 1, max: 100, unit: '% of the budget' },
  },
  measure: async ({ runs, candidate, rule }) => {
    const { all } = runs;
    const budget = candidate.decideTimeoutMs;
    const times = Float64Array.from(
      all.flatMap(({ turns }) =>
        turns.flatMap(({ decideMs, verdict }) => (TIMED.has(verdict) ? (decideMs ?? []) : [])),
      ),
    ).sort();
    const restsOn = [`${runsText(all)}, ${times.length} of them timed, against ${budget} ms`];
    if (times.length === 0) return reading('abstained', 'no decision was timed', { restsOn });
    const p95Limit = (budget * rule.bounds.p95_percent_of_budget!) / 100;
    const maxLimit = (budget * rule.bounds.max_percent_of_budget!) / 100;
    const [p50, p95, max] = [quantile(times, 0.5), quantile(times, 0.95), times.at(-1)!];
    const measures = [
      measured('p50', p50, 'ms'),
      measured('p95', p95, 'ms', `at most ${p95Limit} ms`),
      measured('max', max, 'ms', `at most ${maxLimit} ms`),
      measured('budget', budget, 'ms'),
    ];
    const over = [p95 > p95Limit ? 'p95' : '', max > maxLimit ? 'max' : ''].filter((each) => each !== '');
    return over.length === 0
      ? reading('passed', 'p95 and max are well within the budget', { restsOn, measures })
      : reading('failed', `${over.join(' and ')} come close to the budget or pass it`, { restsOn, measures });
  },
  control: {
    name: 'slow',
    catches: 'thinks for 50 ms at every step where 30 ms are allowed',
    decideTimeoutMs: limits.controlDecideMs,
    bounds: { p95_percent_of_budget: 1, max_percent_of_budget: 1 },
  },
};

/** The duration of any other fault says nothing about the agent's speed. */
const TIMED: ReadonlySet<string> = new Set(['accepted', 'refused', 'timeout']);

/** Nearest rank. */
function quantile(ascending: Float64Array, level: number): number {
  return ascending[Math.max(0, Math.ceil(level * ascending.length) - 1)]!;
}
