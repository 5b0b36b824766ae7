import { resolve } from 'node:path';
import { type ReadTrajectory, readTrajectory } from '../../determinism/trajectory/readTrajectory.ts';
import { strictFindings } from '../../determinism/trajectory/strict.ts';
import type { AgentTrajectory } from '../../determinism/trajectory.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { boundedFile } from '../boundedFile.ts';
import type { Io } from '../command.ts';
import { reason } from '../lint/inputs.ts';
import type { ResolvedMarket } from '../resolveMarket.ts';
import { writeNotice } from '../writeKitError.ts';

/** Reads a trajectory file; what is unknown in it is told on stderr. Throws a UsageError. */
export async function loadTrajectory(file: string, io: Io): Promise<AgentTrajectory> {
  const { trajectory, notices }: ReadTrajectory = readTrajectory(await contentOf(file, io.cwd), file);
  for (const each of notices) writeNotice(each, io);
  return trajectory;
}

/** The strict findings on a trajectory (page 4.3), with its file as their place. */
export function strictFindingsOf(
  trajectory: AgentTrajectory,
  file: string,
  { dataset, digests }: Pick<ResolvedMarket, 'dataset' | 'digests'>,
): readonly Diagnostic[] {
  return strictFindings(trajectory, { ...digests, dates: dataset.dates }).map((each) => ({
    ...each,
    place: { file, ...each.place },
  }));
}

/** A trajectory that is whole on this market. Throws a UsageError with the strict findings. */
export async function loadVerified(file: string, market: ResolvedMarket, io: Io): Promise<AgentTrajectory> {
  const trajectory = await loadTrajectory(file, io);
  const findings = strictFindingsOf(trajectory, file, market);
  if (findings.length > 0) throw new UsageError(...findings);
  return trajectory;
}

function contentOf(file: string, cwd: string): Promise<Uint8Array> {
  return boundedFile(resolve(cwd, file), limits.trajectoryBytes, {
    tooLarge: (bytes) => unreadable(file, `${bytes} bytes; accepted: at most ${limits.trajectoryBytes}`),
    unreadable: (error) => unreadable(file, reason(error)),
  });
}

function unreadable(file: string, found: string): UsageError {
  return new UsageError(diagnostic('trajectory-unreadable', 'error', { file }, { found }));
}
