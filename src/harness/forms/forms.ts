import type { z } from 'zod';
import type * as schemas from './schemas.ts';

/** Types of the closed forms (page 7). Types alone: nothing of zod is loaded with them. */
export type ActorIntent = z.output<typeof schemas.actorIntent>;
export type Verification = z.output<typeof schemas.verification>;
export type CompletedDispatch = z.output<typeof schemas.completedDispatch>;
export type RunEvidence = z.output<typeof schemas.runEvidence>;
export type StopDecision = z.output<typeof schemas.stopDecision>;
export type StallAction = z.output<typeof schemas.stallAction>;
export type StallCheckpoint = z.output<typeof schemas.stallCheckpoint>;
export type StallObservation = z.output<typeof schemas.stallObservation>;
export type GradeVeto = z.output<typeof schemas.gradeVeto>;
export type InstrumentResult = z.output<typeof schemas.instrumentResult>;
export type GraderVerdict = z.output<typeof schemas.graderVerdict>;
