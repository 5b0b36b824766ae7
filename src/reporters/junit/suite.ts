/** `errored`: it could not be told, which is not the same as that the agent fell short. */
export type CaseOutcome = 'passed' | 'failed' | 'errored' | 'skipped';

/** One thing that was looked at, as a test case. */
export interface SuiteCase {
  readonly group: string;
  readonly name: string;
  readonly outcome: CaseOutcome;
  /** A stable code. */
  readonly type: string;
  readonly message: string;
  /** May have several lines. */
  readonly detail: string;
  readonly seconds: number;
}

export interface Suite {
  readonly name: string;
  readonly cases: readonly SuiteCase[];
  readonly properties: readonly (readonly [string, string])[];
  readonly startedAt: string | null;
  readonly seconds: number;
  /** What is worth knowing beside the cases. */
  readonly output: string;
}
