import { expect, test } from 'vitest';
import type { RawAnswer, Turn } from '../../src/harness/events.ts';
import { eventText } from '../../src/harness/eventText.ts';
import { recordJson } from '../../src/harness/recordJson.ts';
import type { Decision } from '../../src/protocol/decision.ts';

const UNSEEN = ['\u007f', '\u0085', '\u009b', '\u061c', '\u200e', '\u2028', '\u202e', '\u2066'];

function turn(decision: Decision, raw: RawAnswer | null, more: Partial<Turn> = {}): Turn {
  const id = 'g1.a1.t0';
  return {
    type: 'turn',
    step: 0,
    date: '2024-01-02',
    verdict: 'accepted',
    code: null,
    decide_ms: 1.5,
    decision,
    raw,
    fills: [
      {
        symbolIndex: 0,
        outcome: 'filled',
        wasCarried: false,
        targetWeight: 0.5,
        shares: 1.5,
        price: 2.5,
        fee: 0.000001,
        tradedValue: 3,
      },
    ],
    cash: 0.5,
    nav: 1.25,
    return: -0.5,
    evidence: {
      session_id: 's',
      task_generation: 1,
      turn_id: id,
      evidence_position: 0,
      actor_intent: { kind: 'continue' },
      dispatches: [],
      accepted_control: null,
    },
    stop: {
      decision_id: `${id}/stop`,
      turn_id: id,
      task_generation: 1,
      result: { kind: 'continue', unmet: ['every-step-answered'], feedback: null },
    },
    ...more,
  };
}

const textOf = (event: Turn, symbols: readonly string[]) =>
  [...eventText(event, symbols, () => ({ message: '', cause: '', fix: '' }))].join('');
const order = (text: string) => ({
  symbol: text,
  action: 'buy' as const,
  target_weight: 0.5,
  rationale: text,
});

test.each(UNSEEN)('wherever %j stands in a turn, it is written as an escape and read as itself', (unseen) => {
  const foreign = `a${unseen}b`;
  const decision = { orders: [order(foreign)], reasoning: foreign };
  const spelt = JSON.stringify(decision).replaceAll(
    unseen,
    `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const raws: (RawAnswer | null)[] = [
    { text: JSON.stringify(decision), bytes: Buffer.byteLength(JSON.stringify(decision)) },
    // The answer spells it out, so that the answer is plain and the decision is not.
    { text: spelt, bytes: spelt.length },
    { text: '{"orders":[', bytes: 70_000, sha256: 'd' },
    { base64: 'AAAA', bytes: 3 },
    null,
  ];
  for (const raw of raws) {
    for (const symbol of ['A', foreign]) {
      const dispatch = {
        call_id: `g1.a1.t0/rebalance/${symbol}`,
        evidence_ref: `g1.a1.t0/rebalance/${symbol}`,
        disposition: 'executed' as const,
        mutation: 'applied' as const,
        verification: { kind: 'not_verifier' as const },
      };
      const plain = turn(decision, raw);
      const event = { ...plain, evidence: { ...plain.evidence, dispatches: [dispatch] } };
      const text = textOf(event, [symbol]);
      expect(text).not.toMatch(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
      expect(JSON.parse(text)).toMatchObject({
        decision,
        raw,
        fills: [{ symbol }],
        evidence: JSON.parse(recordJson(event.evidence)),
      });
    }
  }
});

test('a date and the diagnostics of a refusal are searched, too', () => {
  const foreign = 'x\u202ey';
  const verification = {
    kind: 'failed' as const,
    source_epoch: 1,
    diagnostics: [{ code: 'c', severity: 'error' as const, pointer: null, offset: 0, found: foreign }],
    complete: true as const,
  };
  const plain = turn({ orders: [], reasoning: '' }, null, { verdict: 'refused', code: 'c', date: foreign });
  const dispatch = {
    call_id: 'g1.a1.t0/decide',
    evidence_ref: 'g1.a1.t0/decide',
    disposition: 'executed' as const,
    mutation: 'not_applied' as const,
    verification,
  };
  const text = textOf({ ...plain, evidence: { ...plain.evidence, dispatches: [dispatch] } }, ['A']);
  expect(text).not.toContain('\u202e');
  expect(JSON.parse(text)).toMatchObject({ date: foreign, evidence: { dispatches: [{ verification }] } });
});
