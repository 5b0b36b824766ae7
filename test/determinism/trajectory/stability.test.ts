import { describe, expect, test } from 'vitest';
import {
  agentFindings,
  copyFindings,
  decisionStability,
} from '../../../src/determinism/trajectory/stability.ts';
import type { DecideFunction } from '../../../src/engine/referenceAgents.ts';
import type { Decision } from '../../../src/protocol/decision.ts';
import { captured, market } from './captured.ts';

const GRID = { windows: [{ start: 20, end: 24 }], seeds: [0n] };
const SYMBOL = market.dataset.symbols[0]!;

function weigh(weight: number, more: Partial<Decision['orders'][number]> = {}, reasoning = ''): Decision {
  const order = { symbol: SYMBOL, action: 'buy' as const, target_weight: weight, rationale: '', ...more };
  return { orders: [order], reasoning };
}

/** One run of four steps that answers with these, in turn. */
function plays(...decisions: readonly Decision[]) {
  return captured((): DecideFunction => {
    let step = 0;
    return () => decisions[step++]!;
  }, GRID);
}

const [A, B] = [weigh(0.5), weigh(0.25)];

describe('the pairwise disagreement rate', () => {
  test.each<[string, ReturnType<typeof plays>[], ReturnType<typeof decisionStability>]>([
    [
      'two that agree at every step',
      [plays(A, A, A, A), plays(A, A, A, A)],
      {
        rate: 0,
        pairs: 4,
        disagreeing_pairs: 0,
        steps: { compared: 8, excluded: 0, unreplicated: 0 },
      },
    ],
    [
      'two that part at their second step are not compared after it, though they decide alike',
      [plays(A, A, A, A), plays(A, B, A, A)],
      {
        rate: 1 / 2,
        pairs: 2,
        disagreeing_pairs: 1,
        steps: { compared: 4, excluded: 4, unreplicated: 0 },
      },
    ],
    [
      // Step 0: 3 pairs, 0 apart. Step 1: 3 pairs, 2 apart. Steps 2 and 3: 1 pair each, the last apart.
      'three, of which one parts first and another last',
      [plays(A, A, A, A), plays(A, B, A, A), plays(A, A, A, B)],
      {
        rate: 3 / 8,
        pairs: 8,
        disagreeing_pairs: 3,
        steps: { compared: 10, excluded: 2, unreplicated: 0 },
      },
    ],
    [
      // Step 0: 6 pairs, 4 across the two halves; then 2 pairs a step, which agree.
      'four in two halves',
      [plays(A, A, A, A), plays(A, A, A, A), plays(B, A, A, A), plays(B, A, A, A)],
      {
        rate: 4 / 12,
        pairs: 12,
        disagreeing_pairs: 4,
        steps: { compared: 16, excluded: 0, unreplicated: 0 },
      },
    ],
    [
      'the sign of zero, and a confidence that is left out, are differences',
      [plays(weigh(0), A, A, A), plays(weigh(-0), A, A, A), plays(weigh(0, { confidence: 0.5 }), A, A, A)],
      {
        rate: 1,
        pairs: 3,
        disagreeing_pairs: 3,
        steps: { compared: 3, excluded: 9, unreplicated: 0 },
      },
    ],
    [
      'text and cost reports are none',
      [
        plays(A, A, A, weigh(0.5, { rationale: 'up' }, 'because')),
        plays(A, A, A, {
          ...A,
          cost: { cost_usd: 1, tokens_in: 1n, tokens_out: 2n, reasoning_tokens: 0n },
        }),
      ],
      {
        rate: 0,
        pairs: 4,
        disagreeing_pairs: 0,
        steps: { compared: 8, excluded: 0, unreplicated: 0 },
      },
    ],
    [
      'one alone has none',
      [plays(A, A, A, A)],
      {
        rate: null,
        pairs: 0,
        disagreeing_pairs: 0,
        steps: { compared: 0, excluded: 0, unreplicated: 4 },
      },
    ],
  ])('%s', (_, trajectories, expected) => {
    expect(decisionStability(trajectories, market)).toEqual(expected);
  });

  test('runs of another seed or window are no replicates', () => {
    const hold: DecideFunction = () => ({ orders: [], reasoning: '' });
    const a = captured(() => hold, { windows: [{ start: 20, end: 24 }], seeds: [0n, 1n] });
    const b = captured(() => hold, { windows: [{ start: 20, end: 24 }], seeds: [1n, 2n] });
    expect(decisionStability([a, b], market)).toEqual({
      rate: 0,
      pairs: 4,
      disagreeing_pairs: 0,
      steps: { compared: 8, excluded: 0, unreplicated: 8 },
    });
  });
});

describe('copies and other agents', () => {
  test('a run that is byte for byte another one is named', () => {
    const findings = copyFindings([plays(A, A, A, A), plays(B, A, A, A), plays(A, A, A, A)], ['a', 'b', 'c']);
    expect(findings).toMatchObject([
      {
        code: 'trajectory-copied',
        place: { file: 'c', pointer: '/runs/0' },
        found: '[20,24) seed 0',
        facts: { first: 'a' },
      },
    ]);
  });

  test('one other word of reasoning is another execution', () => {
    const other = plays(A, A, A, weigh(0.5, {}, 'hm'));
    expect(copyFindings([plays(A, A, A, A), other], ['a', 'b'])).toEqual([]);
  });

  test('two agents are told, not refused', () => {
    const other = { ...plays(A, A, A, A), agent_id: 'other' };
    expect(agentFindings([plays(A, A, A, A), other], ['a', 'b'])).toMatchObject([
      { code: 'trajectory-other-agent', severity: 'warning', found: 'other', accepted: ['test'] },
    ]);
    expect(agentFindings([other, other], ['a', 'b'])).toEqual([]);
  });
});
