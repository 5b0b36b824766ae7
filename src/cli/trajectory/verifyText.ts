import type { Divergence } from '../../determinism/trajectory/reexecution.ts';
import type { AgentTrajectory } from '../../determinism/trajectory.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { cellName } from '../../harness/sweep/cells.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { printableShort } from '../../kernel/printable.ts';
import { writeDecision } from '../../protocol/write/writeDecision.ts';
import { count } from '../../reporters/text/numbers.ts';
import { findingsJson, type TrajectoryOutput } from './output.ts';
import type { Reexecution } from './reexecute.ts';
import { failureFindings } from './runCells.ts';

/** Divergences, and failed runs, that are told in words; the JSON has all. */
const TOLD = 3;
const VALUE_CHARS = 120;

/** What came of the re-execution, for people. */
export function tellReexecution(file: string, result: Reexecution, output: TrajectoryOutput): void {
  const { style } = output;
  const { runs, compared, divergences, failures, signal } = result;
  for (const each of divergences.slice(0, TOLD)) output.finding(divergenceFinding(file, each));
  for (const each of failures.slice(0, TOLD)) {
    for (const finding of failureFindings('reexecution-failed', each)) output.finding(finding);
  }
  const extent = `${count(compared, 'step')} of ${count(runs, 'run')} compared`;
  const lines = {
    repeats: `${style.good('✓')} repeats  ${extent} with a fresh agent each: every decision is as recorded`,
    diverges: `${style.bad('✗')} diverges  in ${divergences.length} of ${count(runs, 'run')}; ${extent}`,
    'no verdict': `${style.warn('!')} no verdict  ${signal === null ? '' : `stopped by ${signal}; `}${extent}, no difference among them`,
  };
  output.lines([
    ...moreLine(divergences, 'divergent'),
    ...moreLine(failures, 'failed'),
    lines[result.verdict],
  ]);
}

function moreLine(told: readonly unknown[], kind: string): string[] {
  const hidden = told.length - TOLD;
  return hidden > 0 ? [`  and ${hidden} more ${kind} ${hidden === 1 ? 'run' : 'runs'}`] : [];
}

/** The whole verification as one JSON object. */
export function* verificationJson(
  file: string,
  trajectory: AgentTrajectory,
  strict: readonly Diagnostic[],
  result: Reexecution | null,
): Iterable<string> {
  const { agent_id, runs } = trajectory;
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0);
  const verdict = strict.length > 0 ? 'refused' : (result?.verdict ?? 'whole');
  yield `{"type":"trajectory_verification","file":${recordJson(file)},"agent_id":${recordJson(agent_id)},"runs":${runs.length},"steps":${steps},"verdict":"${verdict}","strict":${findingsJson(strict)},"reexecution":`;
  if (result === null) {
    yield 'null}';
    return;
  }
  const failures = result.failures.flatMap((each) => failureFindings('reexecution-failed', each));
  yield `{"agent_id":${recordJson(result.agentId)},"compared":${result.compared},"divergences":[`;
  for (const [index, each] of result.divergences.entries())
    yield (index === 0 ? '' : ',') + divergenceJson(each);
  yield `],"failures":${findingsJson(failures)},"stopped_by":${recordJson(result.signal)}}}`;
}

function divergenceFinding(file: string, divergence: Divergence): Diagnostic {
  const { step, observation_id, difference } = divergence;
  return diagnostic(
    'trajectory-diverges',
    'error',
    { file, pointer: difference.pointer, step },
    {
      found: printableShort(difference.b, VALUE_CHARS),
      accepted: [printableShort(difference.a, VALUE_CHARS)],
      facts: { run: cellName(divergence), observation_id },
    },
  );
}

function divergenceJson({ recorded, reexecuted, ...facts }: Divergence): string {
  const { difference, ...place } = facts;
  const head = recordJson({
    ...place,
    difference: { pointer: difference.pointer, recorded: difference.a, reexecuted: difference.b },
  });
  return `${head.slice(0, -1)},"recorded":${writeDecision(recorded)},"reexecuted":${writeDecision(reexecuted)}}`;
}
