import { createHash } from 'node:crypto';
import { cellName } from '../../harness/sweep/cells.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { encodeUtf8 } from '../../kernel/utf8.ts';
import { canonicalDigest } from '../../protocol/canonical.ts';
import { scoreBearing } from '../../protocol/write/writeDecision.ts';
import { type AgentTrajectory, type RunTrajectory, runTrajectoryText } from '../trajectory.ts';
import { type Market, replayedObservations } from './replay.ts';

/**
 * How often replicates of one agent decide otherwise on the same history (page 4.5).
 * Steps are counted once for each replicate, so that the three counts add up to all.
 */
export interface Stability {
  /** Disagreeing pairs over compared pairs; null if there was nothing to compare. */
  readonly rate: number | null;
  readonly pairs: number;
  readonly disagreeing_pairs: number;
  readonly steps: {
    /** Beside at least one other replicate with the same observations and decisions so far. */
    readonly compared: number;
    /** Of a replicate that parted from all others before. */
    readonly excluded: number;
    /** Of a window and seed that only one trajectory has. */
    readonly unreplicated: number;
  };
}

interface Replicate {
  readonly run: RunTrajectory;
  readonly observations: Generator<string>;
  /** The line that this step answers. */
  observation: string;
}

/** The rate over all trajectories; each has passed the strict checks on this market. */
export function decisionStability(trajectories: readonly AgentTrajectory[], market: Market): Stability {
  const counts = { pairs: 0, disagreeing: 0, compared: 0, excluded: 0, unreplicated: 0 };
  for (const runs of replicatesByCell(trajectories).values()) {
    if (runs.length === 1) counts.unreplicated += runs[0]!.steps.length;
    else countCell(runs, market, counts);
  }
  const { pairs, disagreeing, compared, excluded, unreplicated } = counts;
  return {
    rate: pairs === 0 ? null : disagreeing / pairs,
    pairs,
    disagreeing_pairs: disagreeing,
    steps: { compared, excluded, unreplicated },
  };
}

function countCell(
  runs: readonly RunTrajectory[],
  market: Market,
  counts: { pairs: number; disagreeing: number; compared: number; excluded: number },
): void {
  const total = runs[0]!.steps.length;
  let groups: Replicate[][] = [
    runs.map((run) => ({ run, observations: replayedObservations(run, market), observation: '' })),
  ];
  for (let step = 0; step < total && groups.length > 0; step += 1) {
    const next: Replicate[][] = [];
    for (const group of groups.flatMap(byObservation)) {
      if (group.length === 1) {
        // It never meets an equal history again, so the rest of its run is counted at once.
        counts.excluded += total - step;
        continue;
      }
      const decided = byKey(group, ({ run }) => ordersText(run, step));
      counts.compared += group.length;
      counts.pairs += pairsOf(group.length);
      counts.disagreeing += pairsOf(group.length);
      for (const equal of decided) counts.disagreeing -= pairsOf(equal.length);
      next.push(...decided);
    }
    groups = next;
  }
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}

/** What is compared: orders by position, without text; the cost report is no part of the decision here. */
function ordersText(run: RunTrajectory, step: number): string {
  return scoreBearing({ orders: run.steps[step]!.decision.orders, reasoning: '' });
}

/** Splits a group by what its replicates are shown now. Equal lines have equal digests. */
function byObservation(group: readonly Replicate[]): Replicate[][] {
  if (group.length > 1) for (const each of group) each.observation = each.observations.next().value;
  const byLine = byKey(group, ({ observation }) => observation);
  if (byLine.length === 1) return byLine;
  return byKey(group, ({ observation }) => canonicalDigest(encodeUtf8(observation)));
}

function byKey(group: readonly Replicate[], keyOf: (replicate: Replicate) => string): Replicate[][] {
  const parts = new Map<string, Replicate[]>();
  for (const each of group) {
    const key = keyOf(each);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [each]);
    else part.push(each);
  }
  return [...parts.values()];
}

/** Copies of a run, byte for byte: two of them say nothing about the agent unless both were executed. */
export function copyFindings(
  trajectories: readonly AgentTrajectory[],
  files: readonly string[],
): readonly Diagnostic[] {
  const seen = new Map<string, string>();
  for (const [index, { runs }] of trajectories.entries()) {
    for (const [position, run] of runs.entries()) {
      const key = createHash('sha256').update(runTrajectoryText(run)).digest('hex');
      const first = seen.get(key);
      if (first === undefined) seen.set(key, files[index]!);
      else {
        const place = { file: files[index]!, pointer: `/runs/${position}` };
        const rest = { found: cellName(run), accepted: ['another execution'], facts: { first } };
        return [diagnostic('trajectory-copied', 'error', place, rest)];
      }
    }
  }
  return [];
}

/** Trajectories that name different agents; the rate is then no longer one agent's. */
export function agentFindings(
  trajectories: readonly AgentTrajectory[],
  files: readonly string[],
): readonly Diagnostic[] {
  const [first] = trajectories;
  const other = trajectories.findIndex(({ agent_id }) => agent_id !== first?.agent_id);
  if (first === undefined || other === -1) return [];
  const rest = {
    found: trajectories[other]!.agent_id,
    accepted: [first.agent_id],
    facts: { first: files[0]! },
  };
  return [
    diagnostic('trajectory-other-agent', 'warning', { file: files[other]!, pointer: '/agent_id' }, rest),
  ];
}

function replicatesByCell(trajectories: readonly AgentTrajectory[]): Map<string, RunTrajectory[]> {
  const cells = new Map<string, RunTrajectory[]>();
  for (const run of trajectories.flatMap(({ runs }) => runs)) {
    const replicates = cells.get(cellName(run));
    if (replicates === undefined) cells.set(cellName(run), [run]);
    else replicates.push(run);
  }
  return cells;
}
