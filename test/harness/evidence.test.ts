import { describe, expect, test } from 'vitest';
import type { Fill } from '../../src/engine/fill.ts';
import { CheckLedger } from '../../src/harness/checks.ts';
import { type TurnFacts, turnEvidence } from '../../src/harness/evidence.ts';
import { runEvidence } from '../../src/harness/forms/schemas.ts';
import { diagnostic } from '../../src/kernel/diagnostic.ts';

const place = { sessionId: 's', taskGeneration: 1, attempt: 1, step: 4 };
const hold = { orders: [], reasoning: '' };

function evidenceOf(facts: Partial<TurnFacts>) {
  return runEvidence.parse(
    turnEvidence({
      place,
      evidencePosition: 4,
      check: { kind: 'passed' },
      decision: hold,
      fills: [],
      symbols: ['A', 'B'],
      delayed: false,
      rejected: 0,
      finishedTurns: null,
      acceptedControl: null,
      ...facts,
    }),
  );
}

const fill = (symbolIndex: number, outcome: Fill['outcome'], wasCarried = false): Fill => ({
  symbolIndex,
  outcome,
  wasCarried,
  targetWeight: 0.1,
  shares: 0,
  price: 0,
  fee: 0,
  tradedValue: 0,
});

describe('the evidence of a turn', () => {
  test('tells what each order came to: applied, unchanged, deferred, carried', () => {
    const { dispatches } = evidenceOf({
      fills: [fill(0, 'filled', true), fill(0, 'no-op'), fill(1, 'deferred')],
    });
    expect(dispatches.map((each) => [each.call_id, each.disposition, each.mutation])).toStrictEqual([
      ['g1.a1.t4/decide', 'executed', 'not_applicable'],
      ['g1.a1.t4/carried/A', 'executed', 'applied'],
      ['g1.a1.t4/rebalance/A', 'executed', 'unchanged'],
      ['g1.a1.t4/rebalance/B', 'deferred', 'not_applied'],
    ]);
  });

  test('keeps orders under a fixed delay apart from the fills that fall due', () => {
    const order = { symbol: 'B', action: 'buy', target_weight: 0.2, rationale: '' } as const;
    const { dispatches } = evidenceOf({
      delayed: true,
      decision: { orders: [order], reasoning: '' },
      fills: [fill(0, 'filled')],
    });
    expect(dispatches.slice(1).map((each) => [each.call_id, each.disposition])).toStrictEqual([
      ['g1.a1.t4/submit/B', 'deferred'],
      ['g1.a1.t4/due/A', 'executed'],
    ]);
  });

  test('says of an answer that could not be used why, and that nothing was applied', () => {
    const refused = evidenceOf({
      check: { kind: 'failed', diagnostics: [diagnostic('not-json', 'error', { offset: 3 })] },
    });
    expect(refused.dispatches[0]).toMatchObject({
      mutation: 'not_applied',
      verification: {
        kind: 'failed',
        source_epoch: 1,
        complete: true,
        diagnostics: [{ code: 'not-json', offset: 3 }],
      },
    });
    expect(
      evidenceOf({ check: { kind: 'unknown', reason: 'timeout' } }).dispatches[0]?.verification,
    ).toStrictEqual({
      kind: 'unknown',
      reason: 'timeout',
    });
    expect(evidenceOf({ check: { kind: 'not_run' } }).dispatches[0]).toMatchObject({
      disposition: 'canceled',
      verification: { kind: 'not_run' },
    });
  });

  test('proposes an end at the last bar alone, citing every step', () => {
    expect(evidenceOf({}).actor_intent).toStrictEqual({ kind: 'continue' });
    expect(evidenceOf({ finishedTurns: ['g1.a1.t3', 'g1.a1.t4'] }).actor_intent).toStrictEqual({
      kind: 'propose_done',
      evidence: ['g1.a1.t3/decide', 'g1.a1.t4/decide'],
    });
  });
});

describe('a failed contract check', () => {
  const failure: TurnFacts['check'] = { kind: 'failed', diagnostics: [] };
  const at = (generation: number, step: number, check: TurnFacts['check']) =>
    evidenceOf({ place: { ...place, taskGeneration: generation, step }, check });

  test('survives success elsewhere, checks that did not run, and other cells', () => {
    const ledger = new CheckLedger();
    ledger.record(at(1, 3, failure), 'cell', 3, 1);
    ledger.record(at(1, 4, { kind: 'passed' }), 'cell', 4, 1);
    ledger.record(at(1, 3, { kind: 'not_run' }), 'cell', 3, 1);
    ledger.record(at(1, 3, { kind: 'unknown', reason: 'timeout' }), 'cell', 3, 1);
    ledger.record(at(2, 3, { kind: 'passed' }), 'other', 3, 2);
    expect(ledger.openIn('cell')).toBe(1);
  });

  test('is cleared by a later pass of the same check on the current generation, and by no other', () => {
    const ledger = new CheckLedger();
    ledger.record(at(1, 3, failure), 'cell', 3, 1);
    ledger.record(at(1, 3, { kind: 'passed' }), 'cell', 3, 2);
    expect(ledger.openIn('cell')).toBe(1);
    ledger.record(at(2, 3, { kind: 'passed' }), 'cell', 3, 2);
    expect(ledger.openIn('cell')).toBe(0);
  });
});
