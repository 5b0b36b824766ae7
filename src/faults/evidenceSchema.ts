import { z } from 'zod';
import { signGrades, staleGrades } from './evidence.ts';

const count = z.number().int().min(0);
const name = z.string().max(64);
const symbol = z.string().max(65_536);

/** The events of an evidence record as they stand in files; loaded where such files are read. */
export const faultEvents = z.array(
  z.discriminatedUnion('event', [
    z.strictObject({
      event: z.literal('rate_limited'),
      fault_id: name,
      step: count,
      rejected_presentations: count,
      resubmissions_under_limit: count,
      waits_under_limit: count,
      resubmitted_after_deadline: z.boolean(),
    }),
    z.strictObject({
      event: z.literal('projection_stale'),
      fault_id: name,
      step: count,
      responses: z.array(z.strictObject({ symbol, grade: z.enum(staleGrades) })),
    }),
    z.strictObject({
      event: z.literal('sign_inverted'),
      fault_id: name,
      step: count,
      responses: z.array(
        z.strictObject({
          symbol,
          presented: z.enum(['negative', 'zero', 'positive']),
          grade: z.enum(signGrades),
        }),
      ),
    }),
    z.strictObject({
      event: z.literal('projection_converged'),
      fault_id: name,
      step: count,
      stale_presentations: count,
    }),
    z.strictObject({
      event: z.literal('projection_unconverged'),
      fault_id: name,
      stale_presentations: count,
    }),
  ]),
);
