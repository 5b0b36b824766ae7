import { describe, expect, test } from 'vitest';
import { sweepReport } from '../../src/harness/sweep/report.ts';
import { styleFor } from '../../src/reporters/style.ts';
import { sweepSummaryLines } from '../../src/reporters/text/sweepSummary.ts';
import { bad, clean, notRun, plan } from '../harness/sweep/support.ts';

const plain = styleFor({ isTTY: false, env: {}, color: false });
const seed = 18446744073709551615n;

function lines(...cells: Parameters<typeof sweepReport>[2]): readonly string[] {
  return sweepSummaryLines(sweepReport(plan(), null, cells), plain);
}

describe('the text of a sweep', () => {
  test('names failed cells by what they met, the worst first, within 80 columns', () => {
    const retried = clean(3);
    const text = lines(
      ...[bad(0, 'incomplete', 'transport_error'), bad(1, 'failed', 'agent_protocol_violation')],
      ...[bad(2, 'failed', 'agent_protocol_violation')],
      { ...retried, attempts: [...bad(3, 'failed', 'timeout').attempts, ...retried.attempts] },
      ...Array.from({ length: 12 }, (_, at) => {
        const cell = { window_start: 20000, window_end: 30000, seed };
        return {
          ...bad(10_000 + at, 'failed', 'agent_protocol_violation'),
          cell,
          code: 'non-finite-literal',
        };
      }),
    );
    expect(text[0]).toBe('✗ failed  16 cells: 14 failed, 1 incomplete, 1 clean');
    const from = text.indexOf('  ✗ failed: agent_protocol_violation  [x]');
    expect(text.slice(from, from + 8)).toStrictEqual([
      '  ✗ failed: agent_protocol_violation  [x]',
      '      cells 1, 2; first [20,30) seed 1',
      '  ✗ failed: agent_protocol_violation  [non-finite-literal]',
      '      cells 10000, 10001, 10002, 10003, 10004, 10005, 10006 and 5 more',
      '      first [20000,30000) seed 18446744073709551615',
      '  ✗ incomplete: transport_error  [x]',
      '      cell 0: [20,30) seed 0',
      '  ! clean at a later attempt, after timeout',
    ]);
    expect(Math.max(...text.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('shows no returns of a failed run, and says over how many runs it speaks', () => {
    const text = lines(clean(0, { total_return: 0.5 }), bad(1, 'failed', 'agent_protocol_violation'));
    expect(text).toContain('  all     +50.0   +50.0  +50.0  +50.0   0.000  0.500  0.00   0/2');
    expect(text).toContain('  returns and falls of 1 clean run');
  });

  test('claims nothing for a window with a cell that was not run', () => {
    const text = lines(clean(0), notRun(1));
    expect(text).toContain('  all        -       -    -    -       -    -     -     -');
    expect(text).toContain('  ! no totals are claimed: 1 of 2 cells not run');
    expect(text.at(-1)).toBe('  next: sbdev sweep --resume runs what is left, and nothing twice');
  });

  test('shows control characters of names as escapes', () => {
    const named = plan({ agent: { id: '\u001b[2J', transport: 'stdio', command: [] } });
    const text = sweepSummaryLines(sweepReport(named, null, [clean(0)]), plain).join('\n');
    expect(text).toContain('\\x1b[2J');
    expect(text).not.toContain('\u001b');
  });
});
