import { describe, expect, it } from 'vitest';
import { RunFold } from '../../../src/cli/report/runFold.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { asItems, attempt, generation, run, turn } from '../../harness/records/journals.ts';

function foldOf(events: readonly object[]): RunFold {
  const fold = new RunFold();
  for (const item of asItems(events)) fold.take(item);
  return fold;
}

const head = [generation(), attempt(), run()];
const order = (symbol: string, target_weight: number, more: object = {}) => ({
  symbol,
  target_weight,
  ...more,
});

describe('what a report keeps of a journal', () => {
  it('is one row a turn: what was decided, why, and what came of it', () => {
    const decision = {
      orders: [
        order('A', 0.5, { confidence: 0.6, rationale: 'it rises' }),
        order('B', -0.25, { confidence: 0.8, rationale: 'it rises' }),
      ],
      reasoning: 'momentum',
    };
    const fold = foldOf([...head, { ...turn(0), decision, decide_ms: 1.5, nav: 1.01, return: 0.01 }]);
    expect(fold.attempt.rows).toEqual([
      {
        ...{ step: 0, date: '2024-02-01', verdict: 'accepted', code: null, orders: 'A +0.500, B -0.250' },
        ...{
          confidence: 0.7,
          decideMs: 1.5,
          nav: 1.01,
          change: 0.01,
          note: 'momentum · it rises',
          isPerturbed: false,
        },
      },
    ]);
  });

  it('quotes of an answer that was refused the answer itself', () => {
    const refused = {
      ...turn(0),
      verdict: 'refused',
      code: 'not-json',
      decision: { orders: [], reasoning: '' },
      raw: { text: 'hello\n', bytes: 6 },
    };
    expect(foldOf([...head, refused]).attempt.rows).toMatchObject([
      { verdict: 'refused', code: 'not-json', orders: '', note: 'hello' },
    ]);
  });

  it('takes no turn that is too large to be read for a hold', () => {
    expect(foldOf([...head, turn(0)]).attempt.rows[0]!.orders).toBe('too large to be shown');
  });

  it('begins anew with every attempt', () => {
    const fold = foldOf([
      ...head,
      turn(0),
      turn(1),
      { type: 'finding', code: 'x' },
      attempt(2),
      run(),
      turn(0, 2, 'g1.a2'),
    ]);
    expect(fold.attempt.rows).toHaveLength(1);
    expect(fold.attempt.findings.groups({})).toEqual([]);
  });

  it('does not grow with the journal: rows, notes, findings and codes are bounded, and all are counted', () => {
    const reasoning = 'x'.repeat(1_000);
    const fold = new RunFold();
    for (const item of asItems(head)) fold.take(item);
    const total = limits.reportDecisions + 10;
    for (let step = 0; step < total; step += 1) {
      const event = { ...turn(step), date: 'd', decision: { orders: [], reasoning }, nav: 1 };
      fold.take({ kind: 'event', line: step, type: 'turn', event });
    }
    for (let index = 0; index < 10_000; index += 1) {
      const event = { type: 'finding', code: `code-${index % 1_000}`, message: reasoning.repeat(20) };
      fold.take({ kind: 'event', line: index, type: 'finding', event });
    }
    const { rows, turns, findings } = fold.attempt;
    expect([rows.length, turns]).toEqual([limits.reportDecisions, total]);
    expect(rows.reduce((sum, { note }) => sum + note.length, 0)).toBeLessThan(2 * limits.reportNoteBytes);
    const groups = findings.groups({});
    expect(groups).toHaveLength(limits.reportCodes);
    expect(groups[0]).toMatchObject({ code: 'code-0', count: 10 });
    expect(groups[0]!.findings).toHaveLength(5);
    expect(groups[0]!.findings[0]!.finding.message).toHaveLength(limits.reportTextChars);
  });

  it('counts the findings of a code as the report does, which drops what is too many to be kept', () => {
    const fold = foldOf([...head, { type: 'finding', code: 'x' }]);
    expect(fold.attempt.findings.groups({ x: 40 })[0]!.count).toBe(40);
  });

  it('puts errors before warnings, and those before notices', () => {
    const severities = ['notice', 'warning', 'error'];
    const fold = foldOf([
      ...head,
      ...severities.map((severity) => ({ type: 'finding', code: severity, severity })),
    ]);
    expect(fold.attempt.findings.groups({}).map(({ code }) => code)).toEqual(['error', 'warning', 'notice']);
  });

  it.each([null, 7, { text: 1 }, { text: 'a', column: 0, width: 1 }, { text: 'a', column: 99, width: 1 }])(
    'marks nothing where an excerpt is %j',
    (excerpt) => {
      const fold = foldOf([...head, { type: 'finding', code: 'x', excerpt }]);
      expect(fold.attempt.findings.groups({})[0]!.findings[0]!.finding.excerpt).toBeNull();
    },
  );
});

describe('what a report keeps of faults', () => {
  const started = {
    ...run(),
    faults: { plan_sha256: 'p'.repeat(64), declaration: ['read_your_writes: ...'] },
  };
  const stale = {
    ...turn(1),
    decision: { orders: [order('A', 0.4)] },
    faults: {
      shown: { cash: 1, shares: { A: 0 } },
      rejected: [],
      events: [
        {
          event: 'projection_stale',
          fault_id: 'stale',
          step: 1,
          responses: [{ symbol: 'A', grade: 'escalated' }],
        },
      ],
    },
  };
  const first = { ...turn(0), decision: { orders: [order('A', 0.2)] } };

  it('is what was shown, what was so, what the agent had stated, and what it did then', () => {
    const fold = foldOf([generation(), attempt(), started, first, stale]);
    const book = [{ shares: { A: 2 } }, { shares: { A: 4 } }];
    const evidence = {
      assigned: ['stale', 'idle'],
      events: [{ event: 'projection_unconverged', fault_id: 'stale', stale_presentations: 1 }],
    };
    const view = fold.attempt.faults.view(fold.started!, evidence, book)!;
    expect(view.faults).toMatchObject([
      {
        ...{ id: 'stale', tone: 'bad', tally: 'escalated 1' },
        events: [
          {
            step: 1,
            tone: 'bad',
            outcome: 'escalated',
            answer: { symbol: 'A', shown: 0, real: 2, stated: 0.2, ordered: 0.4 },
          },
          { step: null, tone: 'open', answer: null },
        ],
      },
      { id: 'idle', tone: 'open', events: [] },
    ]);
  });

  it('is nothing without a plan', () => {
    const fold = foldOf([...head, first]);
    expect(fold.attempt.faults.view(fold.started!, {}, [])).toBeNull();
  });
});
