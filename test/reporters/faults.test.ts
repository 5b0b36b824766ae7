import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { costProfiles } from '../../src/engine/costModel.ts';
import type { FaultEvent } from '../../src/faults/evidence.ts';
import { createDataset } from '../../src/market/createDataset.ts';
import { styleFor } from '../../src/reporters/style.ts';
import { gradeCounts, gradeTally } from '../../src/reporters/text/faultGrades.ts';
import { faultLines } from '../../src/reporters/text/faultLines.ts';
import { FaultStory } from '../../src/reporters/text/faultStory.ts';
import { shortened } from '../../src/reporters/text/shortened.ts';
import { wrapped } from '../../src/reporters/text/wrapped.ts';
import { planned, planOf } from '../faults/support.ts';
import { type Decide, functionTask, inputsOf, restates, runTask } from '../support/faults.ts';

const plain = styleFor({ isTTY: false, env: {}, color: true });

async function told(inputs: ReturnType<typeof inputsOf>, plan: ReturnType<typeof planOf>, agent: Decide) {
  const { report, turns } = await runTask(functionTask(inputs, plan, agent));
  const story = new FaultStory();
  for (const turn of turns) story.onTurn(turn);
  return { report, lines: faultLines(report, story, plain) };
}

describe('what a plan did, for a person', () => {
  test('fits 80 columns and carries nothing that a terminal obeys, whatever symbols are called', async () => {
    const names = ['\u001b[31mred\u001b[0m', '台積電台積電台積電台積電', 'A'.repeat(300)];
    const dates = Array.from({ length: 60 }, (_, bar) => `t${String(bar).padStart(3, '0')}`);
    const dataset = createDataset(
      'hostile',
      dates,
      names.map((symbol, row) => ({
        symbol,
        closes: Float64Array.from(dates, (_, bar) => 1e-7 * (row + 1) + ((bar * 7) % 11) * 1e-8),
        dividends: null,
      })),
    );
    const inputs = { dataset, costs: costProfiles.typical, window: { start: 20, end: 60 }, seed: 0n };
    const plan = planOf([
      planned('projection_lag', 64),
      planned('amount_sign', 64),
      planned('rate_limit', 64),
    ]);
    const { lines, report } = await told(inputs, plan, restates);
    expect(report.fault_evidence?.events.length).toBeGreaterThan(10);
    for (const line of lines) {
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      expect(stringWidth(line), line).toBeLessThanOrEqual(80);
    }
  });

  test('shows what was shown beside the book as it was before the step', async () => {
    const inputs = inputsOf({ spec: 'synthetic:1:60:7' });
    const plan = planOf([planned('amount_sign', 64)], 3n);
    const always: Decide = ({ symbols }) => ({
      orders: [{ symbol: symbols[0]!.symbol, action: 'buy', target_weight: 0.5, rationale: '' }],
      reasoning: '',
    });
    const { lines, report } = await told(inputs, plan, always);
    const [event] = report.fault_evidence!.events;
    if (event?.event !== 'sign_inverted') throw new Error('the sign is turned round');
    const real = report.book.shares(event.step - 1, 0);
    const text = `+${real.toFixed(6)}`;
    const row = lines.find((line) => line.trimStart().startsWith(`${event.step} `));
    expect(row?.trim().split(/ {2,}/)).toStrictEqual([
      String(event.step),
      'SYM00',
      `-${real.toFixed(6)}`,
      text,
      '+0.500',
      '+0.500',
      'consistent',
    ]);
  });

  test('names no more than twelve faults and six answers of each, and counts the others', async () => {
    const faults = Array.from({ length: 15 }, (_, index) =>
      planned('amount_sign', 64, { id: `flip${index}` }),
    );
    const { lines } = await told(inputsOf({}), planOf(faults), restates);
    expect(lines.filter((line) => /^ {2}[✓!-] flip/.test(line))).toHaveLength(12);
    expect(lines).toContain('  and 3 more assigned; --format json has all');
    expect(lines.some((line) => /^ {4}and \d+ more answers; --format json has all$/.test(line))).toBe(true);
  });
});

test('a tally has the worst first, and an order that was lost among the bad', () => {
  const stale = (grade: 'escalated' | 'reaffirmed'): FaultEvent => ({
    event: 'projection_stale',
    fault_id: 'a',
    step: 1,
    responses: [{ symbol: 'A', grade }],
  });
  const lost: FaultEvent = {
    event: 'rate_limited',
    fault_id: 'b',
    step: 1,
    rejected_presentations: 1,
    resubmissions_under_limit: 0,
    waits_under_limit: 0,
    resubmitted_after_deadline: false,
  };
  expect(gradeTally(gradeCounts([stale('reaffirmed'), stale('reaffirmed'), lost, stale('escalated')]))).toBe(
    'escalated 1, orders_lost 1, reaffirmed 2',
  );
});

test('text is broken at spaces, and a word that is too long stands by itself', () => {
  const long = 'x'.repeat(90);
  expect(wrapped(`one ${long} two`, '- ')).toStrictEqual(['- one', `  ${long}`, '  two']);
});

test('foreign text is cut to columns, wide characters and escapes counted as they show', () => {
  expect(shortened('SYM00', 8)).toBe('SYM00');
  expect(shortened('台積電台積電', 8)).toBe('台積電…');
  expect(shortened('\u001b[31mred', 8)).toBe('\\x1b[31…');
  expect(shortened('A'.repeat(300), 8)).toBe('AAAAAAA…');
});
