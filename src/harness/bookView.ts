import type { EngineRun } from '../engine/run.ts';
import type { BookView } from './events.ts';

/** Holdings after each step that a run has executed so far. */
export function bookView({ inputs, history, step: steps }: EngineRun): BookView {
  const { dataset, window } = inputs;
  return {
    steps,
    symbols: dataset.symbols,
    cash: (step) => history.cash(step),
    nav: (step) => history.nav(step),
    shares: (step, symbol) => history.shares(step, symbol),
    value: (step, symbol) => history.shares(step, symbol) * dataset.closes[symbol]![window.start + step]!,
  };
}
