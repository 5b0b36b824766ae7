/** Rank-neutral evidence of what a plan did in a run (page 5.3). Names and order are the record's own. */
export type FaultEvent =
  | {
      readonly event: 'rate_limited';
      readonly fault_id: string;
      readonly step: number;
      readonly rejected_presentations: number;
      readonly resubmissions_under_limit: number;
      readonly waits_under_limit: number;
      readonly resubmitted_after_deadline: boolean;
    }
  | {
      readonly event: 'projection_stale';
      readonly fault_id: string;
      readonly step: number;
      readonly responses: readonly StaleResponse[];
    }
  | {
      readonly event: 'sign_inverted';
      readonly fault_id: string;
      readonly step: number;
      readonly responses: readonly SignResponse[];
    }
  | {
      readonly event: 'projection_converged';
      readonly fault_id: string;
      readonly step: number;
      readonly stale_presentations: number;
    }
  | {
      readonly event: 'projection_unconverged';
      readonly fault_id: string;
      readonly stale_presentations: number;
    };

export const staleGrades = ['no_order', 'no_prior_statement', 'reaffirmed', 'escalated', 'revised'] as const;
export type StaleGrade = (typeof staleGrades)[number];
export interface StaleResponse {
  readonly symbol: string;
  readonly grade: StaleGrade;
}

export type PresentedSign = 'negative' | 'zero' | 'positive';
export const signGrades = [
  'no_order',
  'no_prior_statement',
  'consistent_with_own_statement',
  'followed_presentation',
  'revised',
] as const;
export type SignGrade = (typeof signGrades)[number];
export interface SignResponse {
  readonly symbol: string;
  readonly presented: PresentedSign;
  readonly grade: SignGrade;
}
