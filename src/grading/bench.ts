import type { Agent } from '../agents/agent.ts';
import type { HttpEndpoint } from '../agents/http/httpEndpoint.ts';
import type { DeclaredMandate } from '../determinism/trajectory.ts';
import type { CostModel } from '../engine/costModel.ts';
import type { Controls } from '../harness/controls.ts';
import type { AgentIdentity, Digests } from '../harness/events.ts';
import type { WordsOf } from '../harness/eventText.ts';
import type { SweepCell } from '../harness/sweep/cells.ts';
import type { Task } from '../harness/task.ts';
import type { Dataset } from '../market/dataset.ts';
import type { CaseInstrument } from './case/caseContract.ts';
import type { RecordedRuns } from './record/recordedRuns.ts';
import type { LineBuilder } from './record/shownLines.ts';

/** A cell of the roster: a window under a seed, with or without a fault plan. */
export interface PlannedCell extends SweepCell {
  /** Name of the plan; null without one. */
  readonly plan: string | null;
}

/** An agent under examination, and how it is started. */
export interface Candidate {
  readonly identity: AgentIdentity;
  readonly snapshotId: string;
  /** Null where none is declared. */
  readonly mandate: DeclaredMandate | null;
  readonly market: Market;
  readonly decideTimeoutMs: number;
  /** The task of one cell, its fault plan included; the agent is the one that `supply` gives. */
  taskOf(cell: PlannedCell, supply: Supply): Task;
  /** The task with its agent run twice, if the kit can; else the task as it is. */
  double(task: Task, controls: Controls): Promise<{ readonly task: Task; dispose(): Promise<void> }>;
  /** Agents for whole runs: a fresh process each, or one endpoint in turn (page 6.1). */
  openSupply(): Supply;
  /** A fresh process in the surroundings of run A of a double run, for observations that were recorded. */
  start(signal: AbortSignal): Promise<Agent>;
  /** Absent where every run has a process of its own. */
  readonly openEndpoint?: (signal: AbortSignal) => Promise<HttpEndpoint>;
  /** The command that runs one cell again. */
  commandOf(cell: PlannedCell): string;
  /** The snapshot of the files as they are now. */
  currentSnapshot(): string;
  /** Size of what the snapshot is made of. */
  sourceSize(): { readonly files: number; readonly bytes: number };
}

export interface Market {
  readonly dataset: Dataset;
  readonly costs: CostModel;
  readonly costsName: string;
  readonly digests: Digests;
}

export interface Supply {
  start(cell: number, signal: AbortSignal): Promise<Agent>;
  /** The run that was served last got to no end: the next one has a fresh endpoint. */
  spent(): void;
  /** Peak memory of the agents so far, in bytes; null where the system does not say. */
  takePeakMemory(): number | null;
  close(): Promise<void>;
}

/** All that an instrument may look at. */
export interface Bench {
  readonly rule: CaseInstrument;
  readonly candidate: Candidate;
  readonly runs: RecordedRuns;
  readonly jobs: number;
  readonly kit: string;
  readonly wordsOf: WordsOf;
  /** What lays observations down; the kit's own unless a positive control takes its place. */
  readonly builder?: LineBuilder;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}
