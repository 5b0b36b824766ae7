import type { CostModel } from '../../engine/costModel.ts';
import { EngineRun } from '../../engine/run.ts';
import { type RunSummary, StepTotals, summarize } from '../../engine/statistics.ts';
import { bookView } from '../../harness/bookView.ts';
import type { BookView } from '../../harness/events.ts';
import type { Dataset } from '../../market/dataset.ts';
import { SymbolsText } from '../../protocol/write/symbolsText.ts';
import { writeObservation } from '../../protocol/write/writeObservation.ts';
import type { RunTrajectory } from '../trajectory.ts';

/** What a recorded run is replayed on. */
export interface Market {
  readonly dataset: Dataset;
  readonly costs: CostModel;
}

export interface ReplayedRun {
  readonly engine: EngineRun;
  readonly summary: RunSummary;
  readonly book: BookView;
}

/**
 * The recorded decisions through the engine: the run again, exactly (page 4.3). The
 * trajectory has passed the strict checks on this market.
 */
export function replayRun(recorded: RunTrajectory, market: Market): ReplayedRun {
  const engine = engineFor(recorded, market);
  const totals = new StepTotals();
  for (const { decision } of recorded.steps) totals.add(engine.execute(decision));
  const { history, steps } = engine;
  return {
    engine,
    summary: summarize(engine.result(), history.nav(steps - 1), totals),
    book: bookView(engine),
  };
}

/** The observations that a recorded run was shown, one after the other, as their lines. */
export function* replayedObservations(recorded: RunTrajectory, market: Market): Generator<string> {
  const { dataset } = market;
  const engine = engineFor(recorded, market);
  const symbols = new SymbolsText(dataset);
  for (const { decision } of recorded.steps) {
    yield writeObservation({
      date: dataset.dates[engine.bar]!,
      cash: engine.cash,
      symbolsText: symbols.at(engine.bar),
      portfolio: dataset.symbols.map((symbol, index) => ({
        symbol,
        shares: engine.shares[index]!,
        avg_price: 0,
      })),
    });
    engine.execute(decision);
  }
}

function engineFor({ window_start, window_end, seed }: RunTrajectory, { dataset, costs }: Market): EngineRun {
  return new EngineRun({ dataset, costs, window: { start: window_start, end: window_end }, seed });
}
