import type { TurnVerdict } from '../../harness/turnVerdict.ts';
import type { CheckDocument } from './checkDocument.ts';
import type { AttemptRow, Health, RunFacts, Spend, Summary, Times } from './runFacts.ts';
import type { SweepDocument } from './sweepDocument.ts';

/**
 * What a report is made of: one value for every form (HTML, JUnit, GitHub, Markdown).
 * Every string is printable (`kernel/printable.ts`) and bounded; escaping for the form is
 * the builder's.
 */
export type ReportDocument = RunDocument | SweepDocument | CheckDocument;

/** `good`: it stood. `bad`: it fell short. `open`: that is not known. */
export type Tone = 'good' | 'bad' | 'open';

export interface Verdict {
  readonly tone: Tone;
  /** `passed`, `failed run`, `blocked`, ... */
  readonly word: string;
  /** The rest of the sentence. */
  readonly sentence: string;
}

/** What is kept of one session. */
export interface RunDocument {
  readonly kind: 'run';
  readonly record: RecordFacts;
  readonly verdict: Verdict;
  /** False: returns are not the agent's own, so none is shown as a score. */
  readonly isScored: boolean;
  readonly exitCode: number | null;
  readonly run: RunFacts | null;
  readonly requirements: readonly Requirement[];
  readonly decisions: DecisionTable;
  readonly curves: Curves;
  /** Errors first. */
  readonly findings: readonly FindingGroup[];
  readonly faults: FaultsDocument | null;
  readonly doubleRun: DoubleRunDocument | null;
  readonly probes: readonly ProbeDocument[];
  readonly summary: Summary | null;
  readonly times: Times | null;
  readonly spend: Spend | null;
  readonly health: Health | null;
  readonly attempts: readonly AttemptRow[];
  /** What each edit changed, a sentence a generation. */
  readonly comparisons: readonly string[];
  /** What the record itself lacks, or contradicts. */
  readonly problems: readonly string[];
}

export interface RecordFacts {
  readonly id: string;
  /** From the working directory. */
  readonly path: string;
  readonly kit: string | null;
  readonly startedAt: string | null;
  /** Runs it again. */
  readonly command: string | null;
}

/** What a clean run must show, by its stable id. */
export interface Requirement {
  readonly id: string;
  /** Null where the run was cut short before it could be told. */
  readonly isMet: boolean | null;
}

export interface DecisionTable {
  /** The first steps, at most `limits.reportDecisions`. */
  readonly rows: readonly DecisionRow[];
  /** All of them. */
  readonly count: number;
  readonly planned: number | null;
  readonly verdicts: Readonly<Record<TurnVerdict, number>>;
}

export interface DecisionRow {
  readonly step: number;
  readonly date: string;
  readonly verdict: TurnVerdict;
  /** Code of the first failure; null if accepted. */
  readonly code: string | null;
  /** Orders in short; empty for a hold. */
  readonly orders: string;
  /** Mean of those stated. */
  readonly confidence: number | null;
  readonly decideMs: number | null;
  readonly nav: number | null;
  readonly change: number | null;
  /** What the agent gave as its reason; of a refused answer its start. */
  readonly note: string;
  /** A fault plan changed what was shown or accepted. */
  readonly isPerturbed: boolean;
}

/** A line to be drawn: `steps` ascend, and each has a value. */
export interface Curve {
  readonly steps: readonly number[];
  readonly values: readonly number[];
}

export interface Curves {
  readonly equity: Curve;
  /** Fractions below the highest NAV so far, 0 or less. */
  readonly drawdown: Curve;
  /** Buy-and-hold in the same cell, at the steps of `equity`; null where it cannot be had. */
  readonly baseline: Curve | null;
}

/** Findings of one code. */
export interface FindingGroup {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'notice';
  /** All of them; `findings` holds the first few. */
  readonly count: number;
  readonly findings: readonly FindingDocument[];
}

export interface FindingDocument {
  /** Of a roster; null where there is but one. */
  readonly cell: number | null;
  readonly step: number | null;
  /** May have several lines. */
  readonly message: string;
  readonly cause: string | null;
  readonly fix: string;
  readonly found: string | null;
  readonly accepted: readonly string[];
  readonly pointer: string | null;
  /** The offending text with the place to mark; columns in terminal cells, from 1. */
  readonly excerpt: { readonly text: string; readonly column: number; readonly width: number } | null;
  /** Where in a source it comes from, where that is known. */
  readonly source: SourcePlace | null;
}

export interface SourcePlace {
  /** From the root of the work tree, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

export interface FaultsDocument {
  readonly planSha256: string;
  readonly declaration: readonly string[];
  readonly steps: number;
  readonly faults: readonly FaultDocument[];
}

export interface FaultDocument {
  readonly id: string;
  readonly tone: Tone;
  /** `escalated 2, reaffirmed 30`. */
  readonly tally: string;
  readonly events: readonly FaultMoment[];
  /** What stands firm instead. */
  readonly advice: readonly string[];
}

/** One answer under a fault, or one thing that a fault did. */
export interface FaultMoment {
  /** Null for what was found out at the end. */
  readonly step: number | null;
  readonly date: string | null;
  readonly tone: Tone;
  readonly outcome: string;
  /** What was shown, so, stated and answered, where it is about one symbol. */
  readonly answer: {
    readonly symbol: string;
    readonly shown: number | null;
    readonly real: number | null;
    readonly stated: number | null;
    readonly ordered: number | null;
  } | null;
}

export interface DoubleRunDocument {
  readonly tone: Tone;
  readonly sentence: string;
  readonly varied: readonly string[];
  readonly notExercised: readonly string[];
  readonly divergence: {
    readonly step: number;
    readonly observation: string;
    readonly pointer: string;
    readonly a: string;
    readonly b: string;
    readonly remark: string | null;
    readonly history: readonly { readonly step: number; readonly answer: string }[];
    readonly stderrA: string;
    readonly stderrB: string;
  } | null;
  readonly cause: { readonly text: string; readonly fix: string } | null;
  readonly hints: readonly (SourcePlace & { readonly text: string })[];
}

export interface ProbeDocument {
  readonly id: string;
  readonly tone: Tone;
  readonly sentence: string;
}
