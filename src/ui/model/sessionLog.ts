import type { Finding, RunEvent } from '../../harness/events.ts';
import type { BuildEnded, GenerationsCompared, SourceChanged, Watching } from '../../harness/liveEvents.ts';
import { nextPhase, type Phase } from './phase.ts';
import { RunLog, type RunMarket } from './runLog.ts';

/** A task generation: why it began, and on which snapshot. */
export interface GenerationLog {
  readonly generation: number;
  readonly snapshotId: string;
  /** Why it began; null for the first. */
  readonly reason: string | null;
}

/**
 * Everything that was told of a session, folded as it came. It computes nothing that a
 * view can compute later, and keeps nothing that the events do not say.
 */
export class SessionLog {
  readonly runs: RunLog[] = [];
  readonly generations: GenerationLog[] = [];
  /** Findings that belong to no run: about files, builds and records; the last few. */
  readonly notices: Finding[] = [];
  /** The newest of them that no generation has answered yet. */
  openNotice: Finding | null = null;
  phase: Phase = 'opening';
  watching: Watching | null = null;
  change: SourceChanged | null = null;
  build: BuildEnded | null = null;
  comparison: GenerationsCompared | null = null;
  /** When the phase last changed. */
  phaseAtMs = 0;
  readonly #marketOf: () => RunMarket;
  #steerReason: string | null = null;

  /** `marketOf` is asked as an attempt begins: what it runs on. */
  constructor(marketOf: () => RunMarket) {
    this.#marketOf = marketOf;
  }

  get run(): RunLog | null {
    return this.runs.at(-1) ?? null;
  }

  take(event: RunEvent, nowMs: number): void {
    const before = this.phase;
    this.phase = nextPhase(before, event);
    if (this.phase !== before) this.phaseAtMs = nowMs;
    switch (event.type) {
      case 'generation_started':
        this.generations.push({
          generation: event.task_generation,
          snapshotId: event.snapshot_id,
          reason: this.#steerReason,
        });
        this.#steerReason = null;
        this.openNotice = null;
        return;
      case 'attempt_started':
        this.#forget();
        this.runs.push(new RunLog(event.attempt_id, event.task_generation, this.#marketOf(), nowMs));
        return;
      case 'control_accepted':
        if (event.control.kind === 'steer') this.#steerReason = event.control.reason;
        return;
      case 'watching':
        this.watching = event;
        return;
      case 'source_changed':
        this.change = event;
        return;
      case 'build_ended':
        this.build = event;
        return;
      case 'generations_compared':
        this.comparison = event;
        return;
      case 'finding':
        if (event.scope === 'session' || this.run === null) this.#notice(event);
        else this.run.take(event, nowMs);
        return;
      default:
        this.run?.take(event, nowMs);
    }
  }

  #notice(finding: Finding): void {
    this.notices.push(finding);
    if (this.notices.length > KEPT_NOTICES) this.notices.shift();
    if (finding.diagnostic.severity !== 'notice') this.openNotice = finding;
  }

  /** A session may have hundreds of generations; the last few can still be looked at. */
  #forget(): void {
    if (this.runs.length >= KEPT_RUNS) this.runs.splice(0, this.runs.length - KEPT_RUNS + 1);
  }
}

const KEPT_RUNS = 4;
const KEPT_NOTICES = 50;
