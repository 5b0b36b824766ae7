import { closest, distance } from 'fastest-levenshtein';
import { type Diagnostic, diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { FIXED_DELAY_VERSION } from './costDigest.ts';
import type { CostModel, ExecutionNoise } from './costModel.ts';

const MODEL_KEYS = [
  'fee_bps',
  'slippage_bps',
  'impact_bps',
  'financing_bps',
  'max_participation',
  'trf_cost',
  'noise',
  'short_borrow_bps',
  'fixed_delay',
] as const;
const NOISE_KEYS = ['delay_prob', 'min_fill_frac', 'carry_floor', 'queue_participation_ref'] as const;
const DELAY_KEYS = ['schema_version', 'bars'] as const;

/**
 * A cost model from a parsed cost file (page 2.7). Throws a UsageError that names
 * every bad field; nothing is defaulted that the page does not default.
 */
export function costModelFromJson(value: unknown, file: string): CostModel {
  const check = new Checker(file);
  const model = check.object(value, '', MODEL_KEYS);
  const noise = model.noise ?? null;
  const delay = model.fixed_delay ?? null;
  const costs: CostModel = {
    feeBps: check.number(model, '', 'fee_bps', 'required', nonNegative),
    slippageBps: check.number(model, '', 'slippage_bps', 'required', nonNegative),
    impactBps: check.number(model, '', 'impact_bps', 'required', nonNegative),
    financingBps: check.number(model, '', 'financing_bps', 'required', nonNegative),
    maxParticipation: check.number(model, '', 'max_participation', Number.POSITIVE_INFINITY, nonNegative),
    trfCost: model.trf_cost == null ? null : check.number(model, '', 'trf_cost', 'required', nonNegative),
    noise: noise === null ? null : readNoise(check, noise),
    shortBorrowBps: check.number(model, '', 'short_borrow_bps', 0, nonNegative),
    fixedDelayBars: delay === null ? null : readDelay(check, delay),
  };
  check.done();
  return costs;
}

/** Refuses a short borrow rate that is not finite and >= 0 (page 2.7). */
export function withShortBorrow(costs: CostModel, bps: number): CostModel {
  if (!Number.isFinite(bps) || bps < 0) {
    throw new UsageError(
      badCost('--short-borrow-bps', '', String(bps), 'a finite number of basis points, 0 or more'),
    );
  }
  return { ...costs, shortBorrowBps: bps };
}

function readNoise(check: Checker, value: unknown): ExecutionNoise {
  const noise = check.object(value, '/noise', NOISE_KEYS);
  return {
    delayProb: check.number(noise, '/noise', 'delay_prob', 'required', fraction),
    minFillFrac: check.number(noise, '/noise', 'min_fill_frac', 'required', fraction),
    carryFloor: check.number(noise, '/noise', 'carry_floor', 'required', nonNegative),
    queueParticipationRef: check.number(noise, '/noise', 'queue_participation_ref', 'required', positive),
  };
}

function readDelay(check: Checker, value: unknown): number {
  const delay = check.object(value, '/fixed_delay', DELAY_KEYS);
  if (delay.schema_version !== FIXED_DELAY_VERSION) {
    check.refuse('/fixed_delay/schema_version', delay.schema_version, `"${FIXED_DELAY_VERSION}"`);
  }
  return check.number(delay, '/fixed_delay', 'bars', 'required', barCount);
}

interface Rule {
  readonly says: string;
  readonly holds: (value: number) => boolean;
}
const nonNegative: Rule = { says: 'a finite number, 0 or more', holds: (value) => value >= 0 };
const positive: Rule = { says: 'a finite number above 0', holds: (value) => value > 0 };
const fraction: Rule = { says: 'a number in [0, 1]', holds: (value) => value >= 0 && value <= 1 };
const barCount: Rule = {
  says: 'a whole number of bars, 1 or more',
  holds: (value) => Number.isSafeInteger(value) && value >= 1,
};

class Checker {
  readonly #problems: Diagnostic[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  object(value: unknown, pointer: string, keys: readonly string[]): Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.refuse(pointer, value, `an object with the keys ${keys.join(', ')}`);
      this.done();
    }
    for (const key of Object.keys(value as object)) {
      if (keys.includes(key)) continue;
      const nearest = closest(key, [...keys]);
      this.#problems.push(
        diagnostic(
          'unknown-cost-field',
          'error',
          { file: this.#file, pointer: `${pointer}/${key}` },
          {
            found: key,
            accepted: keys,
            facts: distance(key, nearest) <= 3 ? { nearest } : {},
          },
        ),
      );
    }
    return Object.assign(Object.create(null), value) as Record<string, unknown>;
  }

  number(
    object: Record<string, unknown>,
    parent: string,
    key: string,
    fallback: number | 'required',
    rule: Rule,
  ): number {
    const value = object[key];
    const absent = value === undefined || value === null;
    if (absent && fallback !== 'required') return fallback;
    if (typeof value === 'number' && Number.isFinite(value) && rule.holds(value)) return value;
    this.refuse(`${parent}/${key}`, value, rule.says);
    return Number.NaN;
  }

  refuse(pointer: string, found: unknown, accepted: string): void {
    const text =
      found === undefined
        ? 'nothing'
        : found === Number.POSITIVE_INFINITY
          ? 'a number beyond f64'
          : JSON.stringify(found);
    this.#problems.push(badCost(this.#file, pointer, text ?? 'nothing', accepted));
  }

  done(): void {
    if (this.#problems.length > 0) throw new UsageError(...this.#problems);
  }
}

function badCost(file: string, pointer: string, found: string, accepted: string): Diagnostic {
  return diagnostic('bad-cost-value', 'error', { file, pointer }, { found, accepted: [accepted] });
}
