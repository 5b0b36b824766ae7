import { type FaultPlan, modes, type Relaxation } from './plan.ts';

const WORDS: Readonly<Record<Relaxation, (steps: number) => string>> = {
  read_your_writes: (steps) =>
    `read_your_writes: after an order executes, cash and portfolio may show their values from before it for up to ${counted(steps, 'decision step')}; date and symbols stay current, and the book is authoritative`,
  position_sign_convention: (steps) =>
    `position_sign_convention: shares other than 0 may be shown with the opposite sign for up to ${counted(steps, 'decision step')}; the book is unchanged and authoritative`,
  submission_acceptance: (steps) =>
    `submission_acceptance: a decision with orders may be rejected, which shows as the identical observation again, up to ${counted(steps, 'time')}; whatever answers the presentation after the last rejection executes, a hold never starts this, and the book is authoritative`,
  complete_results: () => 'complete_results: known and never armed; the observation has no paged read',
};

/** What an entrant is told before the day (page 5.1): one line per declared relaxation. */
export function declarationLines(plan: FaultPlan): string[] {
  return plan.declaredRelaxations.map((relaxation) => {
    const bounds = plan.faults
      .filter(({ mode }) => modes[mode].relaxation === relaxation)
      .map(({ bound }) => bound);
    return WORDS[relaxation](Math.max(0, ...bounds));
  });
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
