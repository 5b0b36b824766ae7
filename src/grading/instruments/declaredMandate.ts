import { observationAt } from '../../engine/observe.ts';
import { referenceAgents } from '../../engine/referenceAgents.ts';
import { EngineRun } from '../../engine/run.ts';
import { regimeOf } from '../../market/windows.ts';
import type { Bench, Market, PlannedCell } from '../bench.ts';
import type { Measure } from '../checkReport.ts';
import type { RecordedRun } from '../record/recordedRuns.ts';
import { type InstrumentRow, measured, type Reading, reading } from './instrument.ts';
import { counted, runName, runRef, runsText, withoutCleanRuns } from './runsText.ts';

/** The reliability verdict that the agent asks for, as far as runs at home can refute it. */
export const declaredMandate: InstrumentRow = {
  id: 'declared-mandate',
  requirementId: 'declared-mandate',
  title: 'the declared mandate is kept',
  required: false,
  binding: true,
  bounds: {},
  measure: async (bench) => {
    const { mandate } = bench.candidate;
    if (mandate === null) return reading('abstained', 'sharpebench.json declares no mandate');
    const runs = bench.runs.plain;
    const unclean = withoutCleanRuns(runs);
    if (unclean !== null) return unclean;
    if (mandate.kind === 'drawdown_capped') return drawdown(runs, mandate.max_per_run_drawdown);
    return ofTheBoard(bench, runs);
  },
  control: {
    name: 'invested',
    catches: 'is invested as a whole under a cap of 0.01 %',
    mandate: { kind: 'drawdown_capped', max_per_run_drawdown: 0.0001 },
  },
};

/** One run that falls too far refutes the cap; what else the mandate asks is the board's. */
function drawdown(runs: readonly RecordedRun[], cap: number): Reading {
  const falls = runs.map((run) => ({ run, fall: run.result.summary?.max_drawdown ?? 0 }));
  const worst = falls.reduce((a, b) => (b.fall > a.fall ? b : a));
  const measures = [
    measured('worst drawdown', worst.fall * 100, '%', `at most ${cap * 100} %`),
    measured('worst run', runName(worst.run)),
  ];
  const restsOn = [runsText(runs), 'a profit in one regime at least is for the board to judge'];
  const over = falls.filter(({ fall }) => fall > cap);
  return over.length === 0
    ? reading('passed', `no run falls further than ${cap * 100} %`, { restsOn, measures })
    : reading('failed', `${counted(over.length, 'run')} of ${runs.length} fall further than ${cap * 100} %`, {
        restsOn,
        measures,
        evidence: over.map(({ run }) => runRef(run)),
      });
}

/** Regimes of a few windows refute nothing, so there are numbers and no verdict. */
function ofTheBoard({ candidate }: Bench, runs: readonly RecordedRun[]): Reading {
  const { mandate, market } = candidate;
  const isRelative = mandate?.kind !== 'absolute_return';
  const isKnown =
    mandate?.kind === 'outperform_buy_and_hold' ||
    (mandate?.kind === 'relative_to' && mandate.benchmark_id === 'buy-and-hold');
  const restsOn = [runsText(runs)];
  if (isRelative && !isKnown && mandate?.kind === 'relative_to') {
    return reading('abstained', `only the board has the runs of ${mandate.benchmark_id}`, { restsOn });
  }
  return reading('abstained', 'the board judges it, over its own windows; a few of them refute nothing', {
    restsOn,
    measures: byRegime(runs, market, isRelative),
  });
}

function byRegime(runs: readonly RecordedRun[], market: Market, isRelative: boolean): Measure[] {
  const regimes = new Map<string, number[]>();
  for (const run of runs) {
    const regime = regimeOf(market.dataset, run.cell.window);
    const own = run.result.summary?.total_return ?? 0;
    const edge = isRelative ? own - buyAndHold(run.cell, market) : own;
    regimes.set(regime, [...(regimes.get(regime) ?? []), edge]);
  }
  return [...regimes].map(([regime, values]) =>
    measured(
      `mean return in ${regime} windows${isRelative ? ', less that of buy-and-hold' : ''}`,
      (values.reduce((sum, each) => sum + each, 0) / values.length) * 100,
      '%',
      'above 0, by the board',
    ),
  );
}

function buyAndHold({ window, seed }: PlannedCell, { dataset, costs }: Market): number {
  const engine = new EngineRun({ dataset, costs, window, seed });
  const decide = referenceAgents['buy-and-hold']();
  while (!engine.done) engine.execute(decide(observationAt(dataset, engine.bar, engine.cash, engine.shares)));
  return engine.history.nav(engine.steps - 1) - 1;
}
