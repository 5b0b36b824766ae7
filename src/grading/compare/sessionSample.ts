import { join } from 'node:path';
import { cellOf } from '../../harness/records/attemptFold.ts';
import { countAt, type Fields, fieldsAt, numberAt, textAt } from '../../harness/records/fields.ts';
import { JOURNAL_NAME } from '../../harness/records/fileNames.ts';
import { readJournal } from '../../harness/records/readJournal.ts';
import { fixedBy } from './readSample.ts';
import { type MetricName, metricNames, type Sample, type SampleCell } from './sample.ts';

/**
 * One generation of a session: the newest unless another is asked for. Its run is one
 * cell; what its own report says is taken, and of an earlier generation what its turns
 * say: the return and the deepest fall. Null if there is no such generation.
 */
export function sampleOfSession(name: string, folder: string, generation: number | null): Sample | null {
  const generations = new Map<number, GenerationFold>();
  let last: GenerationFold | null = null;
  for (const item of readJournal(join(folder, JOURNAL_NAME))) {
    if (item.kind !== 'event') continue;
    const { type, event } = item;
    if (type === 'generation_started') {
      last = new GenerationFold(event);
      generations.set(countAt(event, 'task_generation') ?? 0, last);
    } else last?.take(type, event);
  }
  const found = generation === null ? last : (generations.get(generation) ?? null);
  return found === null ? null : found.sample(name);
}

class GenerationFold {
  readonly #snapshotId: string;
  #started: Fields = {};
  #report: Fields | null = null;
  #failure: string | null = null;
  #isEnded = false;
  #turns = 0;
  #nav = 1;
  #peak = 1;
  #fall = 0;

  constructor(event: Fields) {
    this.#snapshotId = textAt(event, 'snapshot_id') ?? 'unknown';
  }

  take(type: string, event: Fields): void {
    if (type === 'run_started') {
      this.#started = event;
      [this.#turns, this.#nav, this.#peak, this.#fall] = [0, 1, 1, 0];
      [this.#failure, this.#isEnded, this.#report] = [null, false, null];
    } else if (type === 'turn') this.#turn(event);
    else if (type === 'attempt_ended') {
      this.#isEnded = true;
      this.#failure = textAt(event, 'failure');
    } else if (type === 'run_report') this.#report = event;
  }

  sample(name: string): Sample {
    const digests = fieldsAt(this.#started, 'digests');
    const cell = this.#cell();
    return {
      name,
      kind: 'session',
      agent: textAt(fieldsAt(this.#started, 'agent'), 'id') ?? 'unknown',
      snapshotId: this.#snapshotId,
      fixed: fixedBy({
        dataset_sha256: textAt(digests, 'dataset_sha256') ?? 'unknown',
        cost_model_sha256: textAt(digests, 'cost_model_sha256') ?? 'unknown',
        engine_version: textAt(digests, 'engine_version') ?? 'unknown',
        sidecars: fieldsAt(digests, 'sidecars') as Record<string, string>,
      }),
      refusal: cell === null ? { state: 'pending', reason: 'no run was started' } : null,
      cells: cell === null ? [] : [cell],
    };
  }

  #turn(event: Fields): void {
    this.#turns += 1;
    this.#nav = numberAt(event, 'nav') ?? this.#nav;
    this.#peak = Math.max(this.#peak, this.#nav);
    if (this.#peak > 0) this.#fall = Math.max(this.#fall, 1 - this.#nav / this.#peak);
  }

  #cell(): SampleCell | null {
    const cell = cellOf(fieldsAt(this.#started, 'cell'));
    if (cell === null) return null;
    const steps = countAt(this.#started, 'steps') ?? 0;
    const isWhole = this.#turns === steps;
    const state = !isWhole || !this.#isEnded ? 'pending' : this.#failure === null ? 'complete' : 'excluded';
    const reasons = {
      complete: null,
      pending: `${this.#turns} of ${steps} steps`,
      excluded: this.#failure ?? 'failed',
    };
    return { ...cell, state, reason: reasons[state], numbers: this.#numbers() };
  }

  #numbers(): Record<MetricName, number | null> {
    const summary = this.#report === null ? {} : fieldsAt(this.#report, 'summary');
    const own = Object.fromEntries(metricNames.map((metric) => [metric, numberAt(summary, metric)]));
    return {
      ...(own as Record<MetricName, number | null>),
      total_return: own.total_return ?? this.#nav - 1,
      max_drawdown: own.max_drawdown ?? this.#fall,
    };
  }
}
