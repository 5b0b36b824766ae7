import { type FactorId, factorLabels } from './factors.ts';

/** Why two runs differ, as far as one-factor re-runs can tell. */
export interface Cause {
  /** `ambient`: two runs in identical surroundings differ, too. */
  readonly kind: 'factor' | 'ambient' | 'unknown';
  /** The factors that each make two runs differ by themselves. */
  readonly factors: readonly FactorId[];
  readonly text: string;
  readonly fix: string;
}

const SEED_FIX =
  'seed every generator from the observations alone (a digest of the first one, say); do not use time, process ids or /dev/urandom';

const factorTexts: Readonly<Record<FactorId, { readonly cause: string; readonly fix: string }>> = {
  'hash-seed': {
    cause:
      'differs when only PYTHONHASHSEED differs: a set or dict of strings is iterated, or hash() of a string is used',
    fix: 'sort before you iterate: for symbol in sorted(symbols); never seed anything from hash() of a string',
  },
  'time-zone': {
    cause: 'differs when only the time zone (TZ) differs: local time enters a decision',
    fix: 'take every date from the observation; use UTC where you must convert',
  },
  locale: {
    cause: 'differs when only the locale (LC_ALL) differs: sorting or number formatting follows the locale',
    fix: 'sort by code point, and format numbers independent of locale',
  },
  pacing: {
    cause: 'differs when only the pace differs: elapsed time, a timeout or a thread race enters a decision',
    fix: 'decide from the observations alone; join every thread before you answer',
  },
  folder: {
    cause: 'differs when only the working folder differs: a file that an earlier run left behind is read',
    fix: 'keep no state on disk between runs, or key it by the whole observation',
  },
  time: {
    cause: 'differs when only the time differs: the wall clock enters a decision',
    fix: 'use the date of the observation in place of the clock',
  },
  parallelism: {
    cause:
      'differs when another agent of the same snapshot runs beside it: a lock file, a port or a file that they share',
    fix: 'share nothing with other runs: no fixed port, lock or temporary file; several runs of one agent may be under way at once',
  },
  'process-state': {
    cause: 'state is carried from one run to the next: the same endpoint answers a second run differently',
    fix: 'derive every decision from its observation, which holds all that a run has come to: date, closes, cash and portfolio',
  },
};

/** Files named at most in one sentence. */
const NAMED_FILES = 5;

/** The cause that one-factor re-runs have confirmed; the first factor has the word. */
export function named(guilty: readonly FactorId[], written: readonly string[] = []): Cause {
  const [first, ...rest] = guilty;
  const { cause, fix } = factorTexts[first!];
  const files = first === 'folder' && written.length > 0 ? ` (the run wrote ${listed(written)})` : '';
  const also = rest.length === 0 ? '' : ` (also by: ${rest.map((id) => factorLabels[id]).join(', ')})`;
  return { kind: 'factor', factors: guilty, text: `${cause}${files}${also}`, fix };
}

function unknown(text: string, fix: string): Cause {
  return { kind: 'unknown', factors: [], text, fix };
}

export const causeTexts = {
  ambient: {
    kind: 'ambient',
    factors: [],
    text: 'ambient randomness: differs between two identical runs',
    fix: SEED_FIX,
  } satisfies Cause,
  /** Surroundings that agree in some double runs and differ in others are not what makes them differ. */
  notEveryTime: (agreed: number, compared: number): Cause => ({
    kind: 'ambient',
    factors: [],
    text: `ambient randomness: ${agreed} of ${compared} double runs in the same surroundings agreed`,
    fix: SEED_FIX,
  }),
  unknown: unknown(
    'no single factor reproduces it, and identical runs agreed: a rare branch, or factors that only act together',
    SEED_FIX,
  ),
  writes: (written: readonly string[]): Cause =>
    unknown(
      `no single factor reproduces it, and later runs agree with one another; the first one wrote ${listed(written)}, which the others may have read`,
      factorTexts.folder.fix,
    ),
  interrupted: unknown('not looked for: the run was interrupted', 'run the same command again'),
  outOfTime: (seconds: number): Cause =>
    unknown(
      `not found within ${seconds} s, the bound of the search`,
      'run a shorter window around this step, or look at what the decision is made of: clocks, random numbers, sets, files',
    ),
  outOfTape: unknown(
    'not looked for: the observations up to this step are too many to be kept',
    'run a shorter window around this step',
  ),
  cannotStart: (code: string): Cause =>
    unknown(`not found: the agent could not be started again (${code})`, 'run the same command again'),
  freshServersDiffer: {
    kind: 'ambient',
    factors: [],
    text: 'ambient randomness or the clock: two freshly started servers differ, too',
    fix: SEED_FIX,
  } satisfies Cause,
  unmanagedServer: {
    ...named(['process-state']),
    text: 'state is carried from one run to the next, or the answers vary by themselves: a server that the kit does not start cannot be started afresh to tell which',
  } satisfies Cause,
} as const;

function listed(files: readonly string[]): string {
  const rest = files.length - NAMED_FILES;
  return `${files.slice(0, NAMED_FILES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
