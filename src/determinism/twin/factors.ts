/** What an agent's process is surrounded by, as far as a double run varies it (page 4.4). */
export interface Surroundings {
  /** Set on top of the environment that any agent gets. */
  readonly env: Readonly<Record<string, string>>;
  /** `own` is where the agent lives; `pristine` a fresh copy of that folder. */
  readonly folder: 'own' | 'pristine';
  /** Longest pause before an observation is passed on; the pauses are seeded. */
  readonly pauseMsMax: number;
  /** Least time between the start of run A and the start of this one. */
  readonly startsAfterMs: number;
}

export type FactorId = 'hash-seed' | 'time-zone' | 'locale' | 'pacing' | 'folder' | 'time';

export interface Factor {
  readonly id: FactorId;
  /** What is varied, in a few words. */
  readonly label: string;
  /** What run B gets in place of run A's. */
  readonly change: Partial<Surroundings>;
  /** What an agent does that depends on it. */
  readonly cause: string;
  readonly fix: string;
}

/** Run A: everything that the contract says must not matter, held still. */
export const still: Surroundings = {
  env: { PYTHONHASHSEED: '0', PERL_HASH_SEED: '0' },
  folder: 'own',
  pauseMsMax: 0,
  startsAfterMs: 0,
};

/** In the order in which causes are looked for. */
export const factors: readonly Factor[] = [
  {
    id: 'hash-seed',
    label: 'hash seed',
    change: { env: { PYTHONHASHSEED: '4242', PERL_HASH_SEED: '4242' } },
    cause:
      'differs when only PYTHONHASHSEED differs: a set or dict of strings is iterated, or hash() of a string is used',
    fix: 'sort before you iterate: for symbol in sorted(symbols); never seed anything from hash() of a string',
  },
  {
    id: 'time-zone',
    label: 'time zone',
    change: { env: { TZ: 'Pacific/Kiritimati' } },
    cause: 'differs when only the time zone (TZ) differs: local time enters a decision',
    fix: 'take every date from the observation; use UTC where you must convert',
  },
  {
    id: 'locale',
    label: 'locale',
    change: { env: { LC_ALL: 'C', LANG: 'C' } },
    cause: 'differs when only the locale (LC_ALL) differs: sorting or number formatting follows the locale',
    fix: 'sort by code point, and format numbers independent of locale',
  },
  {
    id: 'pacing',
    label: 'pacing',
    change: { pauseMsMax: 3 },
    cause: 'differs when only the pace differs: elapsed time, a timeout or a thread race enters a decision',
    fix: 'decide from the observations alone; join every thread before you answer',
  },
  {
    id: 'folder',
    label: 'working folder',
    change: { folder: 'pristine' },
    cause: 'differs when only the working folder differs: a file that an earlier run left behind is read',
    fix: 'keep no state on disk between runs, or key it by the whole observation',
  },
  {
    id: 'time',
    label: 'wall clock',
    change: { startsAfterMs: 1_100 },
    cause: 'differs when only the time differs: the wall clock enters a decision',
    fix: 'use the date of the observation in place of the clock',
  },
];

/** Surroundings that differ from run A's by the given factors. */
export function varied(ids: readonly FactorId[]): Surroundings {
  const changes = factors.filter((factor) => ids.includes(factor.id)).map(({ change }) => change);
  const env = Object.assign({}, still.env, ...changes.map((change) => change.env ?? {})) as Record<
    string,
    string
  >;
  return { ...still, ...Object.assign({}, ...changes), env };
}

export function factorOf(id: FactorId): Factor {
  return factors.find((factor) => factor.id === id)!;
}
