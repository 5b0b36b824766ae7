import type { z } from 'zod';
import type * as schemas from './schemas.ts';

/** Version of a sweep's files and reports; readers refuse what they do not know. */
export const SWEEP_VERSION = 1;

/** Types alone: nothing of zod is loaded with them. */
export type CellResult = z.output<typeof schemas.cellResult>;
export type SweepPlan = z.output<typeof schemas.sweepPlan>;
export type SweepFile = z.output<typeof schemas.sweepFile>;
export type ReportBasis = z.output<typeof schemas.reportBasis>;
export type CellStatus = CellResult['status'];
