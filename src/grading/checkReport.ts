import type { z } from 'zod';
import type * as schemas from './checkReportSchema.ts';

/** Version of the document; readers refuse what they do not know. */
export const CHECK_REPORT_VERSION = 1;

/** What a check was asked for: the name of the file in the record's folder. */
export const CHECK_FILE = 'check.json';

/** The document's name in the record's folder; it appears whole or not at all. */
export const CHECK_REPORT_FILE = 'check-report.json';

/** Types alone: nothing of zod is loaded with them. */
export type CheckReport = z.output<typeof schemas.checkReport>;
export type CheckInstrument = z.output<typeof schemas.checkInstrument>;
export type CheckCell = z.output<typeof schemas.checkCell>;
export type CheckFinding = z.output<typeof schemas.checkFinding>;
export type CheckTiming = z.output<typeof schemas.checkTiming>;
export type Measure = z.output<typeof schemas.measure>;
export type ControlResult = z.output<typeof schemas.controlResult>;
export type InstrumentStatus = CheckInstrument['status'];
