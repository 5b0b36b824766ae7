import { z } from 'zod';
import { U64_MAX } from '../kernel/u64.ts';
import { type FaultMode, modes, PLAN_VERSION, relaxations } from './plan.ts';

/**
 * The shape of a plan document (page 5.1), from which the schema is published. Plans
 * are read by `parseFaultPlan`, which also knows what a schema cannot say: ids that are
 * each given once, the sum of a group, relaxations exactly as the faults use them,
 * digits beyond 2^53, repeated keys, and the size of the file.
 */

const name = z.string().regex(/^[a-z0-9_-]{1,64}$/);
const bound = z.int().min(1).max(64);

/** An unsigned 64-bit integer: a bigint, or a number that is surely exact. */
export const planSeed = z
  .union([z.bigint().min(0n).max(U64_MAX), z.int().min(0).transform(BigInt)])
  .describe('An unsigned 64-bit integer in digits; it takes part in every draw.');

const fault = <Mode extends FaultMode>(mode: Mode, describe: string, ofBound: string) =>
  z
    .strictObject({
      mode: z.literal(mode),
      [modes[mode].boundKey]: bound.describe(ofBound),
    })
    .describe(`${describe} Needs ${modes[mode].relaxation}.`);

/** A relaxation that no fault can use is never declared. */
const declared = z.enum(relaxations.filter((each) => each !== 'complete_results'));

export const planSchema = z
  .strictObject({
    schema_version: z.literal(PLAN_VERSION),
    seed: planSeed,
    declared_relaxations: z
      .array(declared)
      .describe('Exactly the relaxations that the faults need, in any order.'),
    faults: z
      .array(
        z.strictObject({
          id: name.describe('Its name, given once; draws are keyed by it.'),
          group: name
            .optional()
            .describe('Faults of one group never meet in a cell; their cohorts sum to at most 1000000.'),
          cohort_ppm: z.int().min(1).max(1_000_000).describe('Cells of a million that get it.'),
          fault: z.union([
            fault(
              'projection_lag',
              'Cash and portfolio as they were before the last change.',
              'Observations that are stale, at most.',
            ),
            fault('amount_sign', 'Holdings with the opposite sign.', 'Steps that are shown so, at most.'),
            fault(
              'rate_limit',
              'Decisions with orders are rejected; the same observation comes again.',
              'Rejections, at most.',
            ),
          ]),
        }),
      )
      .min(1)
      .max(64),
  })
  .describe('What a hostile but honest operator may do to an entrant.');
