import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CHECK_REPORT_FILE } from '../../grading/checkReport.ts';
import { compareSamples } from '../../grading/compare/compareSamples.ts';
import { sampleOfCheck, sampleOfSweep } from '../../grading/compare/readSample.ts';
import type { Sample } from '../../grading/compare/sample.ts';
import { sampleOfSession } from '../../grading/compare/sessionSample.ts';
import { readCheckReport } from '../../grading/readCheckReport.ts';
import { escapeUnseen } from '../../harness/escapeUnseen.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { readReport } from '../../harness/sweep/readReport.ts';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { limits } from '../../kernel/limits.ts';
import { styleFor } from '../../reporters/style.ts';
import { compareLines } from '../../reporters/text/compareLines.ts';
import { onClosedOutput } from '../closedOutput.ts';
import type { ExitCode, Io } from '../command.ts';
import { outputFormat } from '../outputFormat.ts';
import { readSweepRecord } from '../report/readSweep.ts';
import { recordFacts } from '../report/recordFacts.ts';
import { reportTarget } from '../report/target.ts';

export interface CompareFlags {
  readonly format: string;
}

/** What the runs of two agents, or of two generations of one, establish about each other. */
export async function compare(a: string, b: string, flags: CompareFlags, io: Io): Promise<ExitCode> {
  const format = outputFormat(flags.format);
  onClosedOutput(io);
  const [left, right] = [sampleFrom(a, io), sampleFrom(b, io)];
  requireSameMarket(left, right);
  const comparison = compareSamples(left, right);
  const style = styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color });
  const text =
    format === 'json' ? escapeUnseen(recordJson(comparison)) : compareLines(comparison, style).join('\n');
  io.stdout.write(`${text}\n`);
  return comparison.no_comparison === null ? 0 : 3;
}

/** `ID`, `latest`, `ID@GENERATION` of a session, or the path of a record or a report. */
function sampleFrom(asked: string, io: Io): Sample {
  const [, base = asked, generationText] = /^(.*)@([0-9]{1,6})$/.exec(asked) ?? [];
  const generation = generationText === undefined ? null : Number(generationText);
  const target = reportTarget(base, io.cwd);
  if (target.kind === 'file') return withoutGeneration(fileSample(asked, target.path, io), generation);
  const { folder } = target;
  switch (folder.meta.kind) {
    case 'check':
      return withoutGeneration(checkSample(asked, join(folder.path, CHECK_REPORT_FILE), io), generation);
    case 'sweep':
      return withoutGeneration(
        sampleOfSweep(asked, sweepBasis(readSweepRecord(folder, recordFacts(folder, io)).report)),
        generation,
      );
    default: {
      const sample = sampleOfSession(asked, folder.path, generation);
      if (sample !== null) return sample;
      const found = generation === null ? 'a record without a run' : `no generation ${generation}`;
      throw unreadable(asked, found);
    }
  }
}

function fileSample(asked: string, path: string, io: Io): Sample {
  const file = relative(io.cwd, path) || path;
  const bytes = bytesOf(path, file);
  const isCheck = /^\s*\{\s*"type"\s*:\s*"check_report"/.test(
    Buffer.from(bytes.subarray(0, 256)).toString('latin1'),
  );
  return isCheck
    ? sampleOfCheck(asked, readCheckReport(file, bytes))
    : sampleOfSweep(asked, readReport(file, bytes).basis);
}

function checkSample(asked: string, path: string, io: Io): Sample {
  const file = relative(io.cwd, path) || path;
  return sampleOfCheck(asked, readCheckReport(file, bytesOf(path, file)));
}

function sweepBasis<Report extends { readonly plan: unknown; readonly cells: readonly unknown[] }>({
  plan,
  cells,
}: Report) {
  return { plan: plan as Report['plan'], cells: [...cells] as Report['cells'][number][] };
}

function withoutGeneration(sample: Sample, generation: number | null): Sample {
  if (generation === null) return sample;
  throw unreadable(sample.name, 'a record without generations');
}

function bytesOf(path: string, file: string): Uint8Array {
  try {
    if (statSync(path).size <= limits.sweepReportBytes) return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(file, code === 'ENOENT' ? 'no report yet' : (code ?? String(error)));
  }
  throw unreadable(file, 'too large');
}

/** Runs on different markets, or charged differently, are not held against each other. */
function requireSameMarket(a: Sample, b: Sample): void {
  const names = [...new Set([...Object.keys(a.fixed), ...Object.keys(b.fixed)])];
  const differing = names.filter((name) => (a.fixed[name] ?? '') !== (b.fixed[name] ?? ''));
  if (differing.length === 0) return;
  throw new UsageError(
    ...differing.map((name) =>
      diagnostic(
        'compare-mixed',
        'error',
        {},
        {
          found: shown(b.fixed[name]),
          accepted: [shown(a.fixed[name])],
          facts: { name, a: a.name, b: b.name },
        },
      ),
    ),
  );
}

function shown(value: string | undefined): string {
  return value === undefined || value === '' ? 'none' : value.slice(0, 16);
}

function unreadable(file: string, found: string): UsageError {
  return new UsageError(diagnostic('compare-unreadable', 'error', { file: file.slice(0, 300) }, { found }));
}
