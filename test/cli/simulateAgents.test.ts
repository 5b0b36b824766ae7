import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agentFixtures,
  plainEnv,
  processesWith,
  type Report,
  reportOf,
  sbdev,
  temporaryFolder,
} from '../support/cli.ts';
import { writePrices } from '../support/prices.ts';

interface Ending {
  /** File in test/fixtures/agents and its arguments. */
  readonly agent: string;
  readonly exit: number;
  /** Codes of all findings of severity error, in the order of their first appearance. */
  readonly errors: readonly string[];
  readonly notices?: readonly string[];
  readonly failure: string | null;
  readonly timeoutMs?: number;
  /** Of the window; 20 unless the agent makes each one long. */
  readonly steps?: number;
}

const PROTOCOL = 'agent_protocol_violation';
const TRANSPORT = 'transport_error';

/** How every bad agent ends, through the program that entrants run. */
const endings: readonly Ending[] = [
  { agent: 'hold.py', exit: 0, errors: [], failure: null },
  { agent: 'hold.mjs', exit: 0, errors: [], failure: null },
  { agent: 'hold.sh', exit: 0, errors: [], failure: null },
  { agent: 'silent.py', exit: 1, errors: ['timeout'], failure: TRANSPORT, timeoutMs: 400 },
  { agent: 'slow.py', exit: 1, errors: ['timeout'], failure: TRANSPORT, timeoutMs: 400 },
  { agent: 'deaf.py', exit: 1, errors: ['timeout'], failure: TRANSPORT, timeoutMs: 400 },
  { agent: 'unflushed.py', exit: 1, errors: ['timeout'], failure: TRANSPORT, timeoutMs: 600 },
  {
    agent: 'ignores_term.py',
    exit: 1,
    errors: ['timeout'],
    notices: ['ignored-term'],
    failure: TRANSPORT,
    timeoutMs: 600,
  },
  { agent: 'wrapper.sh', exit: 1, errors: ['timeout'], failure: TRANSPORT, timeoutMs: 600 },
  { agent: 'crash_at.py 5', exit: 1, errors: ['agent-exited'], failure: TRANSPORT },
  { agent: 'exit_after.py 9', exit: 1, errors: ['agent-exited'], failure: TRANSPORT },
  { agent: 'exit_seven.py', exit: 1, errors: ['agent-exited'], failure: TRANSPORT },
  { agent: 'killed.py', exit: 1, errors: ['agent-exited'], failure: TRANSPORT },
  { agent: 'closes_stdin.py', exit: 1, errors: ['agent-stopped-reading'], failure: TRANSPORT },
  { agent: 'closes_stdout.py', exit: 1, errors: ['agent-closed-stdout'], failure: TRANSPORT },
  { agent: 'stderr_flood.py', exit: 0, errors: [], failure: null, steps: 3 },
  { agent: 'stderr_progress.py', exit: 0, errors: [], failure: null, steps: 3 },
  { agent: 'endless_line.py', exit: 1, errors: ['line-too-long'], failure: 'resource_limit_exceeded' },
  { agent: 'logs_on_stdout.py', exit: 1, errors: ['not-json', 'stdout-noise'], failure: PROTOCOL },
  { agent: 'banner.py', exit: 1, errors: ['not-json', 'stdout-noise'], failure: PROTOCOL },
  { agent: 'twice_at.py 4', exit: 1, errors: ['extra-output'], failure: PROTOCOL },
  { agent: 'init_line.py', exit: 1, errors: ['unsolicited-output'], failure: PROTOCOL },
  { agent: 'late_answer.py', exit: 1, errors: ['extra-output'], failure: null },
  { agent: 'nan.py', exit: 1, errors: ['non-finite-literal'], failure: PROTOCOL },
  { agent: 'unknown_key.py', exit: 1, errors: ['unknown-field'], failure: PROTOCOL },
  { agent: 'pretty.py', exit: 1, errors: ['incomplete-json'], failure: PROTOCOL },
  { agent: 'fence.py', exit: 1, errors: ['not-json'], failure: PROTOCOL },
  { agent: 'newline_in_string.py', exit: 1, errors: ['unterminated-string'], failure: PROTOCOL },
  { agent: 'bom.py', exit: 1, errors: ['bom'], failure: PROTOCOL },
  { agent: 'not_utf8.py', exit: 1, errors: ['not-utf8'], failure: TRANSPORT },
  { agent: 'utf16.py', exit: 1, errors: ['not-utf8'], failure: TRANSPORT },
  { agent: 'crlf.py', exit: 0, errors: [], failure: null },
  { agent: 'byte_by_byte.py', exit: 0, errors: [], failure: null },
  { agent: 'separators.py', exit: 0, errors: [], failure: null },
  { agent: 'input_loop.py', exit: 0, errors: [], failure: null },
  { agent: 'ignores_eof.py', exit: 0, errors: [], notices: ['ignored-eof'], failure: null },
  { agent: 'setsid_grandchild.py', exit: 0, errors: [], notices: ['descendants-killed'], failure: null },
];

const folder = temporaryFolder();
const prices = writePrices(folder);

async function runAgent(ending: Ending): Promise<{ report: Report; wallMs: number; code: number | null }> {
  const [file = '', ...rest] = ending.agent.split(' ');
  const runner = file.endsWith('.py') ? 'python3' : file.endsWith('.sh') ? 'sh' : 'node';
  const result = await sbdev(
    [
      'simulate',
      '--cmd',
      [runner, join(agentFixtures, file), ...rest].join(' '),
      ...[
        '--data',
        prices,
        '--window',
        `20:${20 + (ending.steps ?? 20)}`,
        '--format',
        'json',
        '--no-double-run',
        '--no-record',
      ],
      ...['--decide-timeout', String(ending.timeoutMs ?? 8_000)],
    ],
    { cwd: folder, env: plainEnv() },
  );
  expect(result.stderr).toBe('');
  return { report: reportOf(result.stdout), wallMs: result.wallMs, code: result.code };
}

describe('every agent ends in the finding and exit code that it deserves, and leaves no process', () => {
  for (const ending of endings) {
    test(`${ending.agent}: ${ending.errors.join(', ') || 'no finding'}, exit ${ending.exit}`, async () => {
      const { report, code, wallMs } = await runAgent(ending);
      const errors = report.findings.filter((each) => each.severity === 'error').map((each) => each.code);
      expect([...new Set(errors)]).toStrictEqual(ending.errors);
      expect(report.notices.map((each) => each.code)).toStrictEqual(ending.notices ?? []);
      expect(report.health.failure).toBe(ending.failure);
      expect(code).toBe(ending.exit);
      expect(report.stop.status).toBe(ending.exit === 0 ? 'done' : 'incomplete');
      expect(report.book).toHaveLength(ending.steps ?? 20);
      expect(processesWith(join(agentFixtures, ending.agent.split(' ')[0]!))).toStrictEqual([]);
      // Start-up, budget, the ladder of a teardown: never an agent's own hour.
      expect(wallMs).toBeLessThan((ending.timeoutMs ?? 8_000) + 12_000);
    });
  }
});

test('S30: steps after the agent left are told apart from its own holds', async () => {
  const { report } = await runAgent({ agent: 'exit_after.py 9', exit: 1, errors: [], failure: TRANSPORT });
  expect(report.findings).toMatchObject([{ code: 'agent-exited', step: 9 }]);
  expect(report.health).toMatchObject({ transport_faults: 3, tripped: true, first_failed_step: 9 });
});

test('S31: an exit code after the end of stdin is no finding', async () => {
  const { report, code } = await runAgent({ agent: 'input_loop.py', exit: 0, errors: [], failure: null });
  expect(report.findings).toStrictEqual([]);
  expect(code).toBe(0);
});
