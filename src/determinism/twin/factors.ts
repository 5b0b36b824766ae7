import { limits } from '../../kernel/limits.ts';

/** What an agent's process is surrounded by, as far as a double run varies it (page 4.4). */
export interface Surroundings {
  /** Set on top of the environment that any agent gets. */
  readonly env: Readonly<Record<string, string>>;
  /** `own` is where the agent lives; `pristine` a copy of that folder as it was before the run. */
  readonly folder: 'own' | 'pristine';
  /** Longest pause before an observation is passed on; the pauses are seeded. */
  readonly pauseMsMax: number;
  /** Least time between the start of run A and the start of this one. */
  readonly startsAfterMs: number;
  /** Whether another agent of the same snapshot runs beside it, as two in lock-step do. */
  readonly hasCompany: boolean;
}

export type FactorId =
  | 'hash-seed'
  | 'time-zone'
  | 'locale'
  | 'pacing'
  | 'folder'
  | 'time'
  | 'parallelism'
  | 'process-state';

export interface Factor {
  readonly id: FactorId;
  /** How run B differs from run A; null where two runs at once cannot differ in it. */
  readonly twin: Partial<Surroundings> | null;
  /** How the agent that is asked later differs from run A; null where it does not. */
  readonly later: Partial<Surroundings> | null;
}

/** Run A: everything that the contract says must not matter, held still. */
export const still: Surroundings = {
  env: { PYTHONHASHSEED: '0', PERL_HASH_SEED: '0' },
  folder: 'own',
  pauseMsMax: 0,
  startsAfterMs: 0,
  hasCompany: true,
};

/** What is varied, in a few words; in the order in which causes are looked for. */
export const factorLabels: Readonly<Record<FactorId, string>> = {
  'hash-seed': 'hash seed',
  'time-zone': 'time zone',
  locale: 'locale',
  pacing: 'pacing',
  folder: 'working folder',
  time: 'wall clock',
  parallelism: 'parallelism',
  'process-state': 'process state',
};

/** What may matter to a process; an endpoint has its state besides. */
export const processFactorIds: readonly FactorId[] = [
  ...(['hash-seed', 'time-zone', 'locale', 'pacing', 'folder', 'time', 'parallelism'] as const),
];

/** What this machine and this agent allow to be varied. */
export interface Variety {
  /** A locale that the agent can use and that is not its own; null if there is none. */
  readonly locale: string | null;
  /** Values of TZ west and east of where A runs. */
  readonly zones: readonly [west: string, east: string];
  /** Whether there is a copy of the agent's folder. */
  readonly hasCopy: boolean;
}

/** The factors of a double run of a child process, in the order in which causes are looked for. */
export function processFactors({ locale, zones, hasCopy }: Variety): readonly Factor[] {
  const [west, east] = zones;
  const all: readonly (Factor | null)[] = [
    { id: 'hash-seed', twin: { env: hashSeed('4242') }, later: { env: hashSeed('1') } },
    { id: 'time-zone', twin: { env: { TZ: west } }, later: { env: { TZ: east } } },
    locale === null ? null : { id: 'locale', twin: { env: { LC_ALL: locale, LANG: locale } }, later: null },
    { id: 'pacing', twin: { pauseMsMax: 3 }, later: null },
    hasCopy ? { id: 'folder', twin: { folder: 'pristine' }, later: null } : null,
    // Two agents at once answer at the same moment: a later start shows what a twin cannot.
    { id: 'time', twin: null, later: { startsAfterMs: limits.laterStartMs } },
    { id: 'parallelism', twin: null, later: { hasCompany: false } },
  ];
  return all.filter((factor) => factor !== null);
}

/** Surroundings that differ from run A's by the given changes. */
export function varied(changes: readonly (Partial<Surroundings> | null)[]): Surroundings {
  const env = Object.assign({}, still.env, ...changes.map((change) => change?.env)) as Surroundings['env'];
  return { ...still, ...Object.assign({}, ...changes), env };
}

function hashSeed(value: string): Record<string, string> {
  return { PYTHONHASHSEED: value, PERL_HASH_SEED: value };
}
