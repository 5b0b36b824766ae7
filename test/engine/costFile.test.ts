import { describe, expect, test } from 'vitest';
import { costModelFromJson, withShortBorrow } from '../../src/engine/costFile.ts';
import { costProfiles } from '../../src/engine/costModel.ts';
import { UsageError } from '../../src/kernel/errors.ts';

const good = { fee_bps: 2, slippage_bps: 3, impact_bps: 50, financing_bps: 5 };

function refusals(value: unknown): string[] {
  try {
    costModelFromJson(value, 'costs.json');
  } catch (error) {
    if (error instanceof UsageError) {
      return error.diagnostics.map((each) => `${each.code} ${each.place.pointer} ${each.found}`);
    }
    throw error;
  }
  return [];
}

describe('a cost file', () => {
  test('with the four rates is the typical profile: no cap, no noise, no delay, no borrow', () => {
    expect(costModelFromJson(good, 'f')).toStrictEqual(costProfiles.typical);
  });

  test('treats an absent and a null max_participation as unlimited', () => {
    expect(costModelFromJson({ ...good, max_participation: null }, 'f').maxParticipation).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  const noise = { delay_prob: 0.25, min_fill_frac: 0.5, carry_floor: 0.001, queue_participation_ref: 0.1 };
  const bad: [string, unknown, string[]][] = [
    ['no object', [], ['bad-cost-value  []']],
    ['a rate missing', { ...good, fee_bps: undefined }, ['bad-cost-value /fee_bps nothing']],
    ['a rate as text', { ...good, fee_bps: '2' }, ['bad-cost-value /fee_bps "2"']],
    ['a negative rate', { ...good, impact_bps: -1 }, ['bad-cost-value /impact_bps -1']],
    [
      'a rate beyond f64',
      JSON.parse('{"fee_bps":1e999,"slippage_bps":3,"impact_bps":50,"financing_bps":5}'),
      ['bad-cost-value /fee_bps a number beyond f64'],
    ],
    [
      'a negative short borrow',
      { ...good, short_borrow_bps: -0.1 },
      ['bad-cost-value /short_borrow_bps -0.1'],
    ],
    [
      'a probability above 1',
      { ...good, noise: { ...noise, delay_prob: 1.1 } },
      ['bad-cost-value /noise/delay_prob 1.1'],
    ],
    [
      'a reference of 0',
      { ...good, noise: { ...noise, queue_participation_ref: 0 } },
      ['bad-cost-value /noise/queue_participation_ref 0'],
    ],
    [
      'a negative floor',
      { ...good, noise: { ...noise, carry_floor: -1 } },
      ['bad-cost-value /noise/carry_floor -1'],
    ],
    [
      'half a bar of delay',
      { ...good, fixed_delay: { schema_version: 'sharpebench.fixed-decision-delay.v1', bars: 0.5 } },
      ['bad-cost-value /fixed_delay/bars 0.5'],
    ],
    [
      'a delay of another version',
      { ...good, fixed_delay: { schema_version: 'v2', bars: 1 } },
      ['bad-cost-value /fixed_delay/schema_version "v2"'],
    ],
    [
      'unknown keys',
      { ...good, fee: 1, noise: { ...noise, x: 1 } },
      ['unknown-cost-field /fee fee', 'unknown-cost-field /noise/x x'],
    ],
    [
      'several faults at once',
      { ...good, fee_bps: null, slippage_bps: 'x' },
      ['bad-cost-value /fee_bps null', 'bad-cost-value /slippage_bps "x"'],
    ],
  ];
  for (const [name, value, expected] of bad) {
    test(`with ${name} is refused, naming the field`, () => expect(refusals(value)).toStrictEqual(expected));
  }

  test('a short borrow rate from the command line is finite and not negative', () => {
    expect(withShortBorrow(costProfiles.typical, 25).shortBorrowBps).toBe(25);
    for (const rate of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => withShortBorrow(costProfiles.typical, rate)).toThrow(UsageError);
    }
  });
});
