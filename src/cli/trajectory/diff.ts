import {
  comparabilityFindings,
  diffTrajectories,
  type RunDiff,
  type TrajectoryDiff,
} from '../../determinism/trajectory/diff.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { UsageError } from '../../kernel/errors.ts';
import { printableShort } from '../../kernel/printable.ts';
import { count } from '../../reporters/text/numbers.ts';
import { table } from '../../reporters/text/table.ts';
import type { ExitCode, Io } from '../command.ts';
import { loadTrajectory } from './loadTrajectory.ts';
import { TrajectoryOutput } from './output.ts';

/** Runs that are shown, and characters of a value; the JSON has all. */
const SHOWN_RUNS = 40;
const VALUE_CHARS = 40;

/** Decision by decision, what two trajectories do not have in common. */
export async function diff(
  a: string,
  b: string,
  flags: { readonly format: string },
  io: Io,
): Promise<ExitCode> {
  const output = new TrajectoryOutput(flags.format, io);
  const [first, second] = [await loadTrajectory(a, io), await loadTrajectory(b, io)];
  const findings = comparabilityFindings(first, second, [a, b]);
  if (findings.length > 0) throw new UsageError(...findings);
  const result = diffTrajectories(first, second);
  if (output.isJson) output.json([recordJson({ type: 'trajectory_diff', a, b, ...result })]);
  else output.lines(textOf(result, output));
  return result.equal ? 0 : 1;
}

function textOf(result: TrajectoryDiff, { style }: TrajectoryOutput): string[] {
  const { runs, only_a, only_b, compared, different, text_only } = result;
  const extent = `${count(compared, 'step')} of ${count(runs.length, 'run')} compared`;
  const text =
    text_only === 0
      ? []
      : [style.dim(`  at ${count(text_only, 'step')} reasoning or rationales differ, which is free`)];
  if (result.equal) return [`${style.good('✓')} equal  ${extent}`, ...text];
  const changed = runs.filter((run) => run.first !== null || run.unpaired > 0);
  const [head = '', ...body] = table([HEAD, ...changed.slice(0, SHOWN_RUNS).map(rowOf)], '  ', HEAD.length);
  const hidden = changed.length - SHOWN_RUNS;
  return [
    `${style.bad('✗')} different  ${count(different, 'step')} in ${count(changed.length, 'run')}; ${extent}`,
    ...(changed.length === 0 ? [] : [style.dim(head), ...body]),
    ...(hidden > 0 ? [style.dim(`  and ${hidden} more runs`)] : []),
    ...onlyLines('A', only_a),
    ...onlyLines('B', only_b),
    ...text,
  ];
}

const HEAD = ['window', 'seed', 'differ', 'first at', 'pointer', 'A', 'B'];

function rowOf({ window_start, window_end, seed, compared, different, unpaired, first }: RunDiff): string[] {
  const name = [`${window_start}:${window_end}`, String(seed)];
  const differ = `${different}/${compared}`;
  if (first === null) return [...name, differ, `${count(unpaired, 'step')} in one alone`];
  const value = (text: string) => printableShort(text, VALUE_CHARS);
  return [
    ...name,
    differ,
    `step ${first.step}, ${printableShort(first.observation_id, VALUE_CHARS)}`,
    first.pointer,
    value(first.a),
    value(first.b),
  ];
}

function onlyLines(name: string, cells: readonly string[]): string[] {
  if (cells.length === 0) return [];
  const more = cells.length > 3 ? ' and so on' : '';
  return [`  only in ${name}: ${count(cells.length, 'run')}: ${cells.slice(0, 3).join(', ')}${more}`];
}
