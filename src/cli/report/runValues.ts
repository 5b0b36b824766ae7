import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cellOf } from '../../harness/records/attemptFold.ts';
import {
  countAt,
  type Fields,
  fieldsAt,
  isFields,
  listAt,
  numberAt,
  textAt,
} from '../../harness/records/fields.ts';
import { META_NAME } from '../../harness/records/fileNames.ts';
import type { AttemptRecord } from '../../harness/records/sessionRecord.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import type {
  AttemptRow,
  Health,
  RunFacts,
  Spend,
  Summary,
  Times,
} from '../../reporters/documents/runFacts.ts';

const TEXT_CHARS = 500;
const LISTED = 200;

/** Members of a record's events as the values that a document has; foreign text made printable. */
export function runFacts(started: Fields, machine: string | null): RunFacts {
  const agent = fieldsAt(started, 'agent');
  const data = fieldsAt(started, 'data');
  const cell = cellOf(fieldsAt(started, 'cell'));
  const symbols = texts(listAt(data, 'symbols'));
  return {
    agent: short(textAt(agent, 'id')) ?? 'unknown',
    transport: short(textAt(agent, 'transport')),
    command: texts(listAt(agent, 'command')),
    cell: cell === null ? null : { start: cell.window_start, end: cell.window_end, seed: String(cell.seed) },
    steps: countAt(started, 'steps'),
    data: {
      source: short(textAt(data, 'source')),
      symbols,
      symbolCount: listAt(data, 'symbols').length,
      bars: countAt(data, 'bars'),
    },
    costs: short(textAt(started, 'costs')),
    digests: digestsOf(fieldsAt(started, 'digests')),
    decideTimeoutMs: countAt(started, 'decide_timeout_ms'),
    environment: environmentOf(started),
    machine,
  };
}

/** Sidecars have a digest each, below their own name. */
function digestsOf(digests: Fields): readonly (readonly [string, string])[] {
  return Object.entries(digests)
    .flatMap(([name, value]): [string, string][] =>
      isFields(value)
        ? Object.entries(value).map(([file, digest]) => [`${name} ${file}`, String(digest)])
        : [[name, String(value)]],
    )
    .slice(0, LISTED)
    .map(([name, value]) => [printableShort(name, TEXT_CHARS), printableShort(value, TEXT_CHARS)]);
}

/** Versions of what ran it, from `meta.json`; null where it has none. */
export function machineOf(folder: string): string | null {
  const meta = metaOf(folder);
  const [node, platform] = [textAt(meta, 'node'), textAt(meta, 'platform')];
  return node === null ? null : short(`Node ${[node, platform].filter((each) => each !== null).join(', ')}`);
}

/** `TZ=UTC`, `PYTHONPATH (0123abcd)`, `API_KEY (set)`: what the record says of each variable. */
function environmentOf(started: Fields): RunFacts['environment'] {
  const entries = listAt(started, 'environment').filter(isFields);
  if (entries.length === 0) return null;
  return entries.slice(0, LISTED).map((entry) => {
    const name = textAt(entry, 'name') ?? 'unknown';
    const [value, fingerprint] = [textAt(entry, 'value'), textAt(entry, 'fingerprint')];
    const isPassed = entry.passed === true;
    const known =
      value !== null ? `${name}=${value}` : `${name} (${fingerprint ?? (isPassed ? 'set' : 'not set')})`;
    return printableShort(isPassed || value === null ? known : `${known} (withheld)`, TEXT_CHARS);
  });
}

function metaOf(folder: string): Fields {
  const path = join(folder, META_NAME);
  try {
    if (statSync(path).size > limits.recordMetaBytes) return {};
    const meta: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isFields(meta) ? meta : {};
  } catch {
    return {};
  }
}

export function summaryOf(summary: Fields): Summary {
  return {
    totalReturn: numberAt(summary, 'total_return'),
    sharpePerPeriod: numberAt(summary, 'sharpe_per_period'),
    psrZero: numberAt(summary, 'psr_zero'),
    maxDrawdown: numberAt(summary, 'max_drawdown'),
    turnoverPerStep: numberAt(summary, 'turnover_per_step'),
    exposureMean: numberAt(summary, 'exposure_mean'),
    hitRate: numberAt(summary, 'hit_rate'),
    brier: numberAt(summary, 'brier'),
    brierPairs: countAt(summary, 'brier_pairs'),
    processScore: numberAt(summary, 'process_score'),
  };
}

export function timesOf(timing: Fields): Times {
  return {
    decisions: countAt(timing, 'decisions') ?? 0,
    firstMs: numberAt(timing, 'first_answer_ms'),
    p50Ms: numberAt(timing, 'p50_ms'),
    p95Ms: numberAt(timing, 'p95_ms'),
    maxMs: numberAt(timing, 'max_ms'),
    wallMs: numberAt(timing, 'wall_ms'),
  };
}

export function spendOf(usage: Fields): Spend {
  const digits = (key: string): string | null =>
    typeof usage[key] === 'bigint' ? String(usage[key]) : (countAt(usage, key)?.toString() ?? null);
  return {
    reported: countAt(usage, 'decisions_reported') ?? 0,
    unreported: countAt(usage, 'decisions_unreported') ?? 0,
    costUsd: numberAt(usage, 'cost_usd'),
    tokensIn: digits('tokens_in'),
    tokensOut: digits('tokens_out'),
    reasoningTokens: digits('reasoning_tokens'),
  };
}

export function healthOf(health: Fields): Health {
  return {
    transportFaults: countAt(health, 'transport_faults') ?? 0,
    protocolFaults: countAt(health, 'protocol_faults') ?? 0,
    resourceFaults: countAt(health, 'resource_faults') ?? 0,
    isTripped: health.tripped === true,
    firstFailedStep: countAt(health, 'first_failed_step'),
    failure: short(textAt(health, 'failure')),
  };
}

export function attemptRow({ attempt_id: id, task_generation, ledger, steps }: AttemptRecord): AttemptRow {
  const row = ledger ?? {};
  return {
    id: printableShort(id, TEXT_CHARS),
    generation: task_generation,
    outcome: short(textAt(row, 'outcome')) ?? 'no end',
    failure: short(textAt(row, 'failure')),
    code: short(textAt(row, 'code')),
    turns: steps,
    durationMs: numberAt(row, 'duration_ms'),
  };
}

function short(text: string | null): string | null {
  return text === null ? null : printableShort(text, TEXT_CHARS);
}

function texts(values: readonly unknown[]): readonly string[] {
  return values
    .filter((each) => typeof each === 'string')
    .slice(0, LISTED)
    .map((each) => printableShort(each, TEXT_CHARS));
}
