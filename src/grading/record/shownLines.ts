import { EngineRun } from '../../engine/run.ts';
import { ObservationLines } from '../../harness/observationLines.ts';
import type { Dataset } from '../../market/dataset.ts';
import type { Decision } from '../../protocol/decision.ts';
import type { Market } from '../bench.ts';
import type { RecordedRun } from './recordedRuns.ts';

/** What lays observations down as bytes: the kit's own builder, or one under suspicion. */
export type LineBuilder = (dataset: Dataset) => Pick<ObservationLines, 'terminated'>;

const ownBuilder: LineBuilder = (dataset) => new ObservationLines(dataset);

/**
 * The observations of a recorded run without a fault plan, as the bytes that were sent:
 * its decisions through the engine once more, no agent. At most `count`, and no further
 * than the record holds decisions.
 */
export function shownLines(
  run: RecordedRun,
  { dataset, costs }: Pick<Market, 'dataset' | 'costs'>,
  count = Number.POSITIVE_INFINITY,
  builder: LineBuilder = ownBuilder,
): Uint8Array[] {
  const { window, seed } = run.cell;
  const engine = new EngineRun({ dataset, costs, window, seed });
  const lines = builder(dataset);
  const shown: Uint8Array[] = [];
  while (!engine.done && shown.length < count) {
    shown.push(lines.terminated(engine.bar, engine.cash, engine.shares).slice(0, -1));
    const decision: Decision | null = run.turns[engine.step]?.decision ?? null;
    if (decision === null) break;
    engine.execute(decision);
  }
  return shown;
}
