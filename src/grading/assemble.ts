import { planSha256 } from '../faults/planDigest.ts';
import type { SweepPlan } from '../harness/sweep/records.ts';
import { regimeOf } from '../market/windows.ts';
import type { PlannedCell } from './bench.ts';
import type { CaseContract } from './case/caseContract.ts';
import {
  CHECK_REPORT_VERSION,
  type CheckCell,
  type CheckInstrument,
  type CheckReport,
} from './checkReport.ts';
import type { Details, Examination, Examined } from './examine.ts';
import { instrumentRow, instrumentTable } from './instruments/table.ts';

export interface Assembly {
  readonly examined: Examined;
  readonly request: Pick<Examination, 'candidate' | 'contract' | 'record' | 'cells'>;
  readonly plan: SweepPlan;
  /** The record's folder from the working directory. */
  readonly recordPath: string;
  readonly command: string;
  readonly hints: CheckReport['hints'];
  readonly surroundings: Pick<CheckReport, 'kit' | 'node' | 'platform'>;
}

/** The document of a check, from its record alone. */
export async function assemble(parts: Assembly): Promise<CheckReport> {
  const { examined, request, plan, recordPath, command, hints, surroundings } = parts;
  const { contract, record } = request;
  const instruments = await instrumentsOf(parts);
  const cells = cellsOf(parts);
  const report: Omit<CheckReport, 'next'> = {
    type: 'check_report',
    version: CHECK_REPORT_VERSION,
    ...surroundings,
    session_id: record.id,
    record: recordPath,
    command,
    case: {
      name: contract.name,
      sha256: contract.sha256,
      file: contract.file,
      valid_results: [...contract.document.valid_outcomes.results],
    },
    candidate: { agent: plan.agent, snapshot_id: plan.snapshot_id, seal: examined.seal },
    roster: {
      data: plan.data,
      costs: plan.costs,
      digests: plan.digests,
      decide_timeout_ms: plan.decide_timeout_ms,
      retries: plan.retries,
      windows: plan.windows,
      seeds: plan.seeds,
      plans: contract.plans.map(({ name, plan: faults }) => ({
        name,
        sha256: planSha256(faults),
        faults: faults.faults.map(({ id }) => id),
      })),
      cells,
    },
    instruments,
    verdict: examined.verdict,
    exit_code: exitCodeOf(examined.verdict.result.kind),
    not_looked_at: notLookedAt(parts, instruments),
    hints,
  };
  return { ...report, next: nextSteps(report) };
}

/** Exit code of a check (page 6.3): pending, invalid and abstained are no verdict on the agent. */
function exitCodeOf(kind: CheckReport['verdict']['result']['kind']): CheckReport['exit_code'] {
  if (kind === 'passed') return 0;
  return kind === 'failed' ? 1 : 3;
}

async function instrumentsOf({ examined, request }: Assembly): Promise<CheckInstrument[]> {
  const results = new Map(examined.verdict.instruments.map((each) => [each.instrument_id, each]));
  const instruments: CheckInstrument[] = [];
  for (const { instrumentId: id, requirementId, required, binding } of request.contract.instruments) {
    const row = instrumentRow(id)!;
    const result = results.get(id);
    const kept = result === undefined ? null : await request.record.kept(`instruments/${id}.json`);
    const details = kept as (Omit<Details, 'restsOn'> & { readonly restsOn: string[] }) | null;
    instruments.push({
      instrument_id: id,
      requirement_id: requirementId,
      title: row.title,
      required,
      binding,
      status: result?.status ?? 'pending',
      reason: result?.reason ?? null,
      rests_on: [...(details?.restsOn ?? [])],
      measures: [...(details?.measures ?? [])],
      findings: [...(details?.findings ?? [])],
      evidence: [...(result?.evidence ?? [])],
      control: details?.control ?? { name: row.control.name, state: 'not_needed', reason: null },
    });
  }
  return instruments;
}

function cellsOf({ examined, request }: Assembly): CheckCell[] {
  return examined.results.map((result, position) => {
    const { type: _type, ...facts } = result;
    const cell = request.cells[position]!;
    const timing = examined.runs?.of(cell).timing ?? null;
    return { ...facts, plan: cell.plan, timing };
  });
}

/** What nothing here says anything about: said, so that nobody takes silence for a pass. */
function notLookedAt(
  { request, examined }: Assembly,
  instruments: readonly CheckInstrument[],
): CheckReport['not_looked_at'] {
  const { contract, candidate, cells } = request;
  const asked = new Set(contract.instruments.map(({ instrumentId }) => instrumentId));
  const unread = instruments.filter(({ status }) => status === 'abstained' || status === 'invalid');
  const pending = instruments.filter(({ status }) => status === 'pending').length;
  const unvaried = examined.runs?.all[0]?.beside.double_run?.not_exercised ?? [];
  return [
    ...instrumentTable
      .filter(({ id }) => !asked.has(id))
      .map(({ id }) => ({ subject: id, reason: 'the case does not ask it' })),
    ...unread.map(({ instrument_id: subject, reason }) => ({ subject, reason: reason ?? '' })),
    ...(pending === 0
      ? []
      : [
          {
            subject: 'pending',
            reason: `${pending} of ${instruments.length} instruments have not been asked`,
          },
        ]),
    ...(unvaried.length === 0
      ? []
      : [{ subject: 'surroundings', reason: `not varied: ${unvaried.join(', ')}` }]),
    ...(candidate.identity.transport === 'http' && candidate.identity.command.length === 0
      ? [{ subject: 'the server', reason: 'the kit does not start it, so nothing seals what it runs' }]
      : []),
    ...(examined.isStill
      ? []
      : [{ subject: 'edits', reason: 'the agent’s files changed as it ran, so an edit could not be told' }]),
    ...regimesNotSeen(candidate.market.dataset, cells),
    {
      subject: 'other data',
      reason: 'one dataset was used; --masked shows what the agent knows of it by heart',
    },
    { subject: 'reliability', reason: 'the board judges it over its own windows and cohort' },
  ];
}

function regimesNotSeen(
  dataset: Parameters<typeof regimeOf>[0],
  cells: readonly PlannedCell[],
): CheckReport['not_looked_at'] {
  const seen = new Set(cells.map(({ window }) => regimeOf(dataset, window)));
  const missing = (['bull', 'bear', 'chop'] as const).filter((regime) => !seen.has(regime));
  if (missing.length === 0) return [];
  return [{ subject: 'regimes', reason: `no ${missing.join(' and no ')} window is in the roster` }];
}

function nextSteps(report: Omit<CheckReport, 'next'>): string[] {
  const { verdict, instruments, roster, session_id: id } = report;
  const { kind } = verdict.result;
  const steps: string[] = [];
  const failed = instruments.filter(({ status }) => status === 'failed');
  const code = failed.flatMap(({ findings }) => findings).find(({ severity }) => severity === 'error')?.code;
  if (code !== undefined) steps.push(`sbdev explain ${code}`);
  const bad = roster.cells.find(({ status }) => status === 'failed' || status === 'incomplete');
  if (bad !== undefined) steps.push(bad.command);
  if (kind === 'pending') return [`sbdev check --resume ${id}`, ...steps];
  if (kind === 'invalid' && instruments.some(({ control }) => control.state === 'not_live'))
    steps.push('sbdev doctor --controls');
  if (kind === 'passed') steps.push('sbdev sweep', 'sbdev check --masked');
  else if (failed.length > 0) steps.push('mend it, then sbdev check again');
  return steps;
}

export function contractRequires(contract: CaseContract, id: string): boolean {
  return contract.instruments.some(({ instrumentId }) => instrumentId === id);
}
