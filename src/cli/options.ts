import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { parseU64 } from '../kernel/u64.ts';

/** A usage error for an option's value; `accepted` says what the option takes. */
export function badOption(option: string, found: string, accepted: string, nearest?: string): UsageError {
  return new UsageError(
    diagnostic(
      'bad-option',
      'error',
      {},
      {
        found: JSON.stringify(found),
        accepted: [accepted],
        facts: { option, ...(nearest === undefined ? {} : { nearest }) },
      },
    ),
  );
}

/** A u64 in decimal digits, exact. Throws a UsageError. */
export function parseSeedOption(text: string, option = '--seed'): bigint {
  const seed = parseU64(text);
  if (seed === null) throw badOption(option, text, 'a whole number from 0 to 18446744073709551615');
  return seed;
}

/** Whole milliseconds from 1 to an hour. Throws a UsageError. */
export function parseTimeoutOption(text: string): number {
  const value = /^[0-9]{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= 3_600_000) return value;
  throw badOption('--decide-timeout', text, 'whole milliseconds from 1 to 3600000');
}

/** A finite decimal number. Throws a UsageError. */
export function parseNumberOption(option: string, text: string): number {
  const value = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw badOption(option, text, 'a decimal number');
}

/** A whole number from `min` to `max`. Throws a UsageError. */
export function parseCountOption(option: string, text: string, max: number, min = 0): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw badOption(option, text, `a whole number from ${min} to ${max}`);
}
