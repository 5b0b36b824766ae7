import type { CheckInstrument, CheckReport } from '../../src/grading/checkReport.ts';
import type { CellResult } from '../../src/harness/sweep/records.ts';
import { sweepReport } from '../../src/harness/sweep/report.ts';
import { type CheckDocument, checkDocument } from '../../src/reporters/documents/checkDocument.ts';
import type { FindingDocument, FindingGroup, RunDocument } from '../../src/reporters/documents/document.ts';
import { sweepVerdict } from '../../src/reporters/documents/endSentence.ts';
import type { SweepDocument } from '../../src/reporters/documents/sweepDocument.ts';
import { clean, plan } from '../harness/sweep/support.ts';

/** What an agent may put wherever text is taken from it, for any of the forms. */
export const HOSTILE = '</script>]]>&"\'`|*_[x](http://example.com)<img src=x>@all %0A::error::';

const record = {
  id: '20240131-235959-1a2b3c',
  path: '.sbdev/runs/20240131-235959-1a2b3c',
  kit: '0.1.0',
  startedAt: '2024-01-31T23:59:59.000Z',
  command: "sbdev simulate --cmd 'python3 agent.py'",
};

export const finding = (more: Partial<FindingDocument> = {}): FindingDocument => ({
  cell: null,
  step: 3,
  message: 'NaN at /orders/0/target_weight is not JSON',
  cause: 'its default',
  fix: 'check for finite numbers',
  found: 'NaN',
  accepted: ['a finite number'],
  pointer: '/orders/0/target_weight',
  excerpt: { text: '{"target_weight": NaN}', column: 19, width: 3 },
  source: null,
  ...more,
});

export const findings = (
  more: Partial<FindingDocument> = {},
  code = 'non-finite-literal',
  count = 2,
): FindingGroup => ({
  code,
  severity: 'error',
  count,
  findings: [finding(more)],
});

/** A clean run of three steps. */
export function run(more: Partial<RunDocument> = {}): RunDocument {
  return {
    kind: 'run',
    record,
    verdict: { tone: 'good', word: 'passed', sentence: '3 steps, every one answered within the contract' },
    isScored: true,
    exitCode: 0,
    run: {
      agent: 'cmd:python3 agent.py',
      transport: 'stdio',
      command: ['python3', 'agent.py'],
      cell: { start: 20, end: 23, seed: '18446744073709551615' },
      steps: 3,
      data: { source: 'calm', symbols: ['A'], symbolCount: 1, bars: 250 },
      costs: 'typical',
      digests: [['dataset_sha256', 'd'.repeat(64)]],
      decideTimeoutMs: 30_000,
      environment: ['PATH'],
      machine: null,
    },
    requirements: [
      { id: 'every-step-answered', isMet: true },
      { id: 'contract-clean', isMet: true },
    ],
    decisions: {
      rows: [],
      count: 3,
      planned: 3,
      verdicts: { accepted: 3, refused: 0, timeout: 0, fault: 0, not_asked: 0 },
    },
    curves: { equity: { steps: [], values: [] }, drawdown: { steps: [], values: [] }, baseline: null },
    findings: [],
    faults: null,
    doubleRun: null,
    probes: [],
    summary: null,
    times: { decisions: 3, firstMs: 100, p50Ms: 1, p95Ms: 2, maxMs: 2, wallMs: 1234 },
    spend: null,
    health: null,
    attempts: [],
    comparisons: [],
    problems: [],
    ...more,
  };
}

/** A run whose agent put markup of every kind into all that is quoted of it. */
export const hostileRun = (): RunDocument =>
  run({
    verdict: { tone: 'bad', word: 'failed run', sentence: `agent_protocol_violation: ${HOSTILE}` },
    isScored: false,
    exitCode: 1,
    run: { ...run().run!, agent: HOSTILE, costs: HOSTILE },
    requirements: [
      { id: 'every-step-answered', isMet: false },
      { id: 'double-run-equal', isMet: null },
    ],
    findings: [
      findings({
        message: `${HOSTILE}\n${HOSTILE}`,
        found: HOSTILE,
        excerpt: { text: HOSTILE, column: 3, width: 4 },
        source: { file: 'src/a,b:c%.py', line: 7, column: 2 },
      }),
    ],
    problems: [HOSTILE],
  });

export function sweep(cells: readonly CellResult[] = [clean(0)]): SweepDocument {
  const report = sweepReport(plan(), null, cells);
  return { kind: 'sweep', record, verdict: sweepVerdict(report), report };
}

export const instrument = (more: Partial<CheckInstrument> = {}): CheckInstrument => ({
  instrument_id: 'contract-clean',
  requirement_id: 'contract-clean',
  title: 'every answer keeps the wire contract',
  required: true,
  binding: true,
  status: 'passed',
  reason: 'every answer was accepted',
  rests_on: ['8 recorded runs, 640 steps'],
  measures: [{ name: 'p95', value: 0.5, unit: 'ms', accepted: 'at most 15000 ms' }],
  findings: [],
  evidence: ['cells/0'],
  control: { name: 'nan', state: 'live', reason: null },
  ...more,
});

export const checkFinding = (more: Partial<CheckReport['instruments'][number]['findings'][number]> = {}) => ({
  code: 'non-deterministic',
  severity: 'error' as const,
  count: 1,
  cell: 2,
  step: 7,
  pointer: '/orders',
  offset: null,
  length: null,
  found: 'A, B',
  accepted: ['the same decision in every run'],
  facts: {},
  message: 'two runs differ first at step 7',
  cause: 'a set is iterated',
  fix: 'sort before you iterate',
  excerpt: null,
  source: { file: 'agent.py', line: 12, column: 5 },
  ...more,
});

/** A check whose instruments are given; the rest follows from them. */
export function checkReport(instruments: readonly CheckInstrument[]): CheckReport {
  const { kit, agent, snapshot_id, data, costs, digests, decide_timeout_ms, retries, windows, seeds } =
    plan();
  const { type: _type, ...cell } = clean(0);
  const isFailed = instruments.some(({ binding, status }) => binding && status === 'failed');
  return {
    type: 'check_report',
    version: 1,
    kit,
    node: 'v20.19.0',
    platform: 'linux x64',
    session_id: record.id,
    record: record.path,
    command: 'sbdev check',
    case: { name: 'default', sha256: 'c'.repeat(64), file: null },
    candidate: { agent, snapshot_id, seal: null },
    roster: {
      ...{ data, costs, digests, decide_timeout_ms, retries, windows, seeds },
      plans: [],
      cells: [{ ...cell, plan: null, timing: null }],
    },
    instruments: [...instruments],
    verdict: {
      attempt_id: 'a',
      snapshot_id,
      revision: 1,
      instruments: [],
      vetoes: [],
      result: isFailed ? { kind: 'failed' } : { kind: 'passed' },
    },
    exit_code: isFailed ? 1 : 0,
    not_looked_at: [{ subject: 'regimes', reason: 'no bear window is in the roster' }],
    next: ['sbdev explain non-deterministic'],
    hints: null,
  };
}

export function check(...instruments: readonly CheckInstrument[]): CheckDocument {
  return checkDocument(
    checkReport(instruments),
    (file, line, column) => ({ file, line, column }),
    record.startedAt,
  );
}
