import {
  type FaultMode,
  type FaultPlan,
  modes,
  type PlannedFault,
  usedRelaxations,
} from '../../faults/plan.ts';
import { badOption } from '../options.ts';

/** A fault as it is being put together; what is left out has a default. */
interface DraftFault {
  readonly mode: FaultMode;
  bound?: number;
  cohortPpm?: number;
  id?: string;
  group?: string;
}

/** Part of every million cells that a fault is for, if nothing else is said: all of them. */
const ALL_CELLS = 1_000_000;

/**
 * Faults from options in the order of the command line: each `--mode` begins one, and
 * what follows is about it. Throws a UsageError for what cannot be a value; whether the
 * whole is a plan is for `parseFaultPlan` to say.
 */
export class PlanDraft {
  readonly #faults: DraftFault[] = [];

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  mode(text: string): void {
    if (!Object.hasOwn(modes, text)) throw badOption('--mode', text, Object.keys(modes).join(', '));
    this.#faults.push({ mode: text as FaultMode });
  }

  bound(text: string): void {
    this.#last('--bound', text).bound = whole('--bound', text, 64);
  }

  cohort(text: string): void {
    this.#last('--cohort', text).cohortPpm = whole('--cohort', text, ALL_CELLS);
  }

  id(text: string): void {
    this.#last('--id', text).id = text;
  }

  group(text: string): void {
    this.#last('--group', text).group = text;
  }

  /** Throws a UsageError for a fault without a bound. */
  plan(seed: bigint): FaultPlan {
    const taken = new Set(this.#faults.flatMap(({ id }) => id ?? []));
    const faults = this.#faults.map(({ mode, bound, cohortPpm, id, group }): PlannedFault => {
      if (bound === undefined) throw badOption('--bound', '', `1 to 64 behind --mode ${mode}`);
      return {
        id: id ?? freeId(mode, taken),
        group: group ?? null,
        cohortPpm: cohortPpm ?? ALL_CELLS,
        mode,
        bound,
      };
    });
    return { seed, declaredRelaxations: usedRelaxations(faults), faults };
  }

  #last(option: string, text: string): DraftFault {
    const fault = this.#faults.at(-1);
    if (fault === undefined) throw badOption(option, text, `behind the --mode that it is about`);
    return fault;
  }
}

/** `projection-lag`, `projection-lag-2`, ... */
function freeId(mode: FaultMode, taken: Set<string>): string {
  const name = mode.replaceAll('_', '-');
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}-${number}`;
  taken.add(id);
  return id;
}

function whole(option: string, text: string, max: number): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  throw badOption(option, text, `a whole number from 1 to ${max}`);
}
