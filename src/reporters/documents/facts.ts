import { count, fixed, milliseconds, percent } from '../text/numbers.ts';
import type { RunDocument } from './document.ts';

/** A label and what it stands for; `isText` is shown as it was written, in a fixed-width font. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly isText?: boolean;
}

/** The few numbers that a reader looks for first. */
export function keyFigures(document: RunDocument): readonly Fact[] {
  const { summary, times, decisions, spend } = document;
  const asked = `${decisions.count}${decisions.planned === null || decisions.planned === decisions.count ? '' : ` of ${decisions.planned}`}`;
  const score: readonly Fact[] =
    summary === null
      ? []
      : [
          { label: 'Total return', value: summary.totalReturn === null ? '-' : percent(summary.totalReturn) },
          {
            label: 'Max drawdown',
            value: summary.maxDrawdown === null ? '-' : percent(-summary.maxDrawdown),
          },
          { label: 'Sharpe a step', value: fixed(summary.sharpePerPeriod, 4) },
          { label: 'PSR(0)', value: fixed(summary.psrZero, 3) },
        ];
  return [
    ...score,
    { label: 'Steps', value: asked },
    ...(summary === null ? [{ label: 'Accepted', value: String(decisions.verdicts.accepted) }] : []),
    ...(times?.p95Ms == null ? [] : [{ label: 'Decide time p95', value: milliseconds(times.p95Ms) }]),
    ...(spend?.costUsd == null ? [] : [{ label: 'Cost', value: `$${spend.costUsd.toFixed(4)}` }]),
  ];
}

/** Everything that fixes a run, and how to have it again. */
export function runFacts({ run, record, exitCode }: RunDocument): readonly Fact[] {
  const text = (label: string, value: string | null): readonly Fact[] =>
    value === null || value === '' ? [] : [{ label, value, isText: true }];
  const plain = (label: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ label, value }];
  return [
    ...text('Agent', run?.agent ?? null),
    ...plain('Transport', run?.transport ?? null),
    ...plain(
      'Cell',
      run?.cell == null ? null : `window [${run.cell.start}, ${run.cell.end}), seed ${run.cell.seed}`,
    ),
    ...text('Data', run?.data.source ?? null),
    ...plain(
      'Market',
      run === null ? null : `${count(run.data.symbolCount, 'symbol')}, ${count(run.data.bars ?? 0, 'bar')}`,
    ),
    ...text('Costs', run?.costs ?? null),
    ...plain('Decide timeout', run?.decideTimeoutMs == null ? null : milliseconds(run.decideTimeoutMs)),
    ...(run?.digests ?? []).flatMap(([name, value]) => text(digestLabel(name), value)),
    ...text('Variables of the agent', run?.environment == null ? null : run.environment.join(', ')),
    ...text('Record', record.path),
    ...plain('Started', record.startedAt),
    ...plain('Kit', record.kit),
    ...plain('Ran with', run?.machine ?? null),
    ...plain('Exit code', exitCode === null ? null : String(exitCode)),
    ...text('Run it again', record.command),
  ];
}

/** `cost_model_sha256` is `Cost model SHA-256`. */
export function digestLabel(name: string): string {
  const words = name.replace('_sha256', ' SHA-256').replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export function timingFacts({ times }: RunDocument): readonly Fact[] {
  if (times === null || times.decisions === 0) return [];
  return [
    { label: 'Answers', value: String(times.decisions) },
    { label: 'First (start-up)', value: milliseconds(times.firstMs) },
    { label: 'p50', value: milliseconds(times.p50Ms) },
    { label: 'p95', value: milliseconds(times.p95Ms) },
    { label: 'Max', value: milliseconds(times.maxMs) },
    ...(times.wallMs === null ? [] : [{ label: 'Wall clock', value: milliseconds(times.wallMs) }]),
  ];
}

/** What the agent reported to have spent; what it did not report is unknown, and not 0. */
export function spendFacts({ spend }: RunDocument): readonly Fact[] {
  if (spend === null) return [];
  const known = (value: string | null) => value ?? 'unknown';
  return [
    {
      label: 'Reported in',
      value: `${spend.reported} of ${count(spend.reported + spend.unreported, 'decision')}`,
    },
    { label: 'Cost', value: spend.costUsd === null ? 'unknown' : `$${spend.costUsd}` },
    { label: 'Tokens in', value: known(spend.tokensIn) },
    { label: 'Tokens out', value: known(spend.tokensOut) },
    { label: 'Reasoning tokens', value: known(spend.reasoningTokens) },
  ];
}

export function healthFacts({ health, decisions }: RunDocument): readonly Fact[] {
  const { verdicts } = decisions;
  const rows: readonly (readonly [string, number])[] = [
    ['Accepted', verdicts.accepted],
    ['Refused', verdicts.refused],
    ['Timed out', verdicts.timeout],
    ['No answer', verdicts.fault],
    ['Not asked any more', verdicts.not_asked],
  ];
  return [
    ...rows
      .filter(([, number], index) => index === 0 || number > 0)
      .map(([label, number]) => ({ label, value: String(number) })),
    ...(health === null
      ? []
      : [
          { label: 'Protocol faults', value: String(health.protocolFaults) },
          { label: 'Transport faults', value: String(health.transportFaults) },
          { label: 'Resource faults', value: String(health.resourceFaults) },
          { label: 'Circuit breaker', value: health.isTripped ? 'opened' : 'closed' },
        ]),
    ...(health?.firstFailedStep == null
      ? []
      : [{ label: 'First failed step', value: String(health.firstFailedStep) }]),
    ...(health?.failure == null ? [] : [{ label: 'Failure', value: health.failure }]),
  ];
}

export function conductFacts({ summary }: RunDocument): readonly Fact[] {
  if (summary === null) return [];
  return [
    { label: 'Hit rate', value: fixed(summary.hitRate, 3) },
    { label: 'Turnover a step', value: fixed(summary.turnoverPerStep, 4) },
    { label: 'Mean exposure', value: fixed(summary.exposureMean, 3) },
    { label: `Brier (${summary.brierPairs ?? 0} pairs)`, value: fixed(summary.brier, 3) },
    { label: 'Process score', value: fixed(summary.processScore, 1) },
  ];
}
