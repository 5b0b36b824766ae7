import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { windowAndSeedFindings } from '../../determinism/trajectory/strictCells.ts';
import {
  type AgentTrajectory,
  type DecisionStep,
  TRAJECTORY_SCHEMA_VERSION,
  type TrajectoryContract,
  trajectoryPieces,
} from '../../determinism/trajectory.ts';
import { recordJson } from '../../harness/recordJson.ts';
import type { SweepCell } from '../../harness/sweep/cells.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { invariant } from '../../kernel/invariant.ts';
import { count } from '../../reporters/text/numbers.ts';
import type { ExitCode, Io } from '../command.ts';
import { type LoadedConfig, loadConfig } from '../config.ts';
import { signalExitCode } from '../exitCode.ts';
import { reason } from '../lint/inputs.ts';
import { badOption } from '../options.ts';
import type { RunSetting, SettingFlags } from '../resolveSetting.ts';
import { parseSeeds, parseWindows } from '../sweep/plan.ts';
import { writeNotice } from '../writeKitError.ts';
import { capturedAgentId } from './agentId.ts';
import { OutFile, type WrittenFile } from './outFile.ts';
import { findingsJson, TrajectoryOutput } from './output.ts';
import { cellsAndJobs, resolveTrajectorySetting } from './resolveCells.ts';
import { type CellsOutcome, failureFindings, runCells } from './runCells.ts';

export interface CaptureFlags extends SettingFlags {
  readonly windows?: string;
  readonly seeds?: string;
  readonly jobs?: string;
  readonly runnerArtifact?: string;
  readonly force?: boolean;
  readonly format: string;
  readonly quiet?: boolean;
}

/** Runs all cells with fresh agents and writes what they decided (page 4.1), or nothing. */
export async function capture(out: string, flags: CaptureFlags, io: Io): Promise<ExitCode> {
  const output = new TrajectoryOutput(flags.format, io);
  const file = new OutFile(out, io.cwd, flags.force === true);
  const config = await loadConfig(flags.config, io.cwd);
  const seeds = parseSeeds(flags.seeds ?? config?.values.seeds?.map(String).join(','));
  const setting = await resolveTrajectorySetting(flags, config, io);
  const contract = await contractOf(flags, config, setting, seeds, io);
  const { cells, jobs, notices } = cellsAndJobs(setting, contract, flags.jobs);
  const isQuiet = flags.quiet === true;
  if (!isQuiet) for (const each of [...setting.notices, ...notices]) writeNotice(each, io);
  const steps = new Map<number, DecisionStep[]>(cells.map(({ index }) => [index, []]));
  const outcome = await runCells(
    {
      setting,
      flags,
      cells,
      jobs,
      quiet: isQuiet,
      endsAtFailure: true,
      onTurn: ({ index }, { step, date, decision }) =>
        steps.get(index)!.push({ step, observation_id: date, decision }),
    },
    io,
  );
  const agentId = capturedAgentId(setting.source);
  if (!outcome.isWhole || outcome.failures.length > 0) return notWritten(out, outcome, output);
  const trajectory: AgentTrajectory = {
    agent_id: agentId,
    contract,
    in_sample_trials: 0,
    declared_mandate: config?.values.declaredMandate ?? null,
    runs: cells.map((cell) => runOf(cell, steps.get(cell.index)!)),
  };
  const written = await file.write(trajectoryPieces(trajectory));
  tellWritten(out, trajectory, written, output);
  return 0;
}

/** What the file says it was captured on; refused now if verification would refuse it later. */
async function contractOf(
  flags: CaptureFlags,
  config: LoadedConfig | null,
  { dataset, windows: defaultWindows, digests }: RunSetting,
  seeds: readonly bigint[],
  io: Io,
): Promise<TrajectoryContract> {
  const bars = dataset.dates.length;
  const windowsText = flags.windows ?? config?.values.windows?.join(',');
  const contract: TrajectoryContract = {
    schema_version: TRAJECTORY_SCHEMA_VERSION,
    dataset_sha256: digests.dataset_sha256,
    cost_model_sha256: digests.cost_model_sha256,
    engine_version: digests.engine_version,
    windows: windowsText === undefined ? defaultWindows() : parseWindows(windowsText, bars),
    seeds,
    runner_artifact_sha256:
      flags.runnerArtifact === undefined ? null : await artifactDigest(flags.runnerArtifact, io),
  };
  const findings = windowAndSeedFindings(contract, bars);
  if (findings.length > 0) throw new UsageError(...findings);
  return contract;
}

async function artifactDigest(file: string, io: Io): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(resolve(io.cwd, file)), hash);
  } catch (error) {
    throw badOption('--runner-artifact', file, `a readable file (${reason(error)})`);
  }
  return hash.digest('hex');
}

function runOf({ window, seed }: SweepCell, steps: readonly DecisionStep[]) {
  invariant(steps.length === window.end - window.start, 'a clean run has a decision for each bar');
  return { window_start: window.start, window_end: window.end, seed, steps };
}

function notWritten(out: string, { failures, signal }: CellsOutcome, output: TrajectoryOutput): ExitCode {
  const findings: Diagnostic[] = failures.flatMap((run) => failureFindings('capture-failed', run));
  if (output.isJson) {
    output.json([
      `{"type":"capture_report","out":${recordJson(out)},"written":false,"findings":${findingsJson(findings)}}`,
    ]);
  } else {
    for (const each of findings) output.finding(each);
    output.lines([
      `${output.style.bad('✗')} ${signal === null ? '' : `stopped by ${signal}: `}${out} is not written`,
    ]);
  }
  if (signal !== null) return signalExitCode(signal);
  // A fault of the agent's own outweighs what kept other runs from their end (page 6.3).
  return failures.some(({ result }) => result.status === 'failed') ? 1 : 3;
}

function tellWritten(
  out: string,
  { agent_id, contract, runs }: AgentTrajectory,
  { bytes, sha256 }: WrittenFile,
  output: TrajectoryOutput,
): void {
  const steps = runs.reduce((sum, run) => sum + run.steps.length, 0);
  if (output.isJson) {
    const facts = {
      out,
      written: true,
      agent_id,
      runs: runs.length,
      steps,
      bytes,
      sha256,
      contract,
      findings: [],
    };
    output.json([recordJson({ type: 'capture_report', ...facts })]);
    return;
  }
  const { style } = output;
  output.lines([
    `${style.good('✓')} captured  ${out}: ${count(runs.length, 'run')}, ${count(steps, 'step')}, every one answered within the contract`,
    style.dim(`  sha256 ${sha256}`),
  ]);
}
