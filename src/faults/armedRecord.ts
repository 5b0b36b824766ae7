import { type FaultMode, modes } from './plan.ts';
import type { ArmedFault } from './schedule.ts';

/** An armed fault as a document names it; its extent stands under the mode's own name. */
export interface ArmedRecord {
  readonly id: string;
  readonly mode: FaultMode;
  readonly arm_step: number;
  readonly lag?: number;
  readonly span?: number;
  readonly rejected?: number;
}

export function armedRecord({ id, mode, armStep, extent }: ArmedFault): ArmedRecord {
  return { id, mode, arm_step: armStep, [modes[mode].parameter]: extent };
}
