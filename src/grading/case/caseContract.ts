import type { FaultPlan } from '../../faults/plan.ts';
import type { InstrumentRule } from '../../harness/grader/verdict.ts';

export const CASE_VERSION = 'sbdev.case.v1';

/**
 * What a check fixes before anything runs (page 7, meter stick): the roster, which
 * instruments are asked, and which results count as an outcome.
 */
export interface CaseContract {
  readonly name: string;
  /** File that it was read from; null for the bundled one. */
  readonly file: string | null;
  /** SHA-256 of its document as it applies, defaults filled in. */
  readonly sha256: string;
  /** That document. */
  readonly document: CaseDocument;
  readonly plans: readonly CasePlan[];
  readonly instruments: readonly CaseInstrument[];
  readonly advisoryMayBeMissing: boolean;
}

/** A fault plan of the roster. */
export interface CasePlan {
  readonly name: string;
  readonly plan: FaultPlan;
  /** The plan's document, as JSON text. */
  readonly text: string;
}

/** An instrument with the bounds that it is held against. */
export interface CaseInstrument extends InstrumentRule {
  readonly bounds: Readonly<Record<string, number>>;
}

/** The document with every default filled in; names are its own. */
export interface CaseDocument {
  readonly schema_version: typeof CASE_VERSION;
  readonly name: string;
  readonly roster: {
    readonly data: string | null;
    readonly costs: string | null;
    readonly windows: readonly string[] | null;
    readonly seeds: readonly string[];
    readonly decide_timeout_ms: number | null;
    readonly retries: number;
    readonly plans: readonly { readonly name: string; readonly plan: unknown }[];
  };
  readonly instruments: readonly {
    readonly id: string;
    readonly required: boolean;
    readonly binding: boolean;
    readonly bounds: Readonly<Record<string, number>>;
  }[];
  readonly valid_outcomes: {
    readonly results: readonly ('passed' | 'failed')[];
    readonly advisory_may_be_missing: boolean;
  };
}
