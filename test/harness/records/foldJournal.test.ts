import { describe, expect, test } from 'vitest';
import { foldJournal } from '../../../src/harness/records/foldJournal.ts';
import {
  asItems,
  attempt,
  end,
  ended,
  FINISH,
  generation,
  meta,
  report,
  run,
  turn,
  whole,
} from './journals.ts';

const fold = (events: readonly object[]) => foldJournal(meta, asItems(events));
const start = [generation(), attempt(), run()];

describe('the fold of a journal', () => {
  test('of a whole session says how it ended and what it came to', () => {
    expect(fold(whole)).toMatchObject({
      status: 'finished',
      verdict: 'passed',
      exit_code: 0,
      generations: [{ task_generation: 1, snapshot_id: 'abc' }],
      attempts: [
        {
          attempt_id: 'g1.a1',
          run: { agent: 'hold', cell: { window_start: 20, window_end: 23, seed: 7n }, steps: 3 },
          turns: 3,
          last_step: 2,
          last_date: '2024-02-03',
          verdicts: { accepted: 3, refused: 0 },
          finish: { turn_id: 'g1.a1.t2', status: 'done' },
          ledger: { outcome: 'passed', turns: 3 },
        },
      ],
      report: { summary: { total_return: 0.25 } },
      problem_count: 0,
    });
  });

  test('of any beginning of it counts each complete turn once, and is torn', () => {
    for (let length = 0; length < whole.length; length += 1) {
      const record = fold(whole.slice(0, length));
      const turns = Math.min(Math.max(0, length - 3), 3);
      expect(record).toMatchObject({ status: 'torn', exit_code: null, problem_count: 0 });
      expect(record.attempts[0]?.turns ?? 0).toBe(turns);
      expect(record.attempts[0]?.last_step ?? null).toBe(turns === 0 ? null : turns - 1);
    }
  });

  test('of the same items is the same, however often: nothing is run or kept in between', () => {
    expect(fold(whole)).toEqual(fold(whole));
  });

  test('is interrupted after an accepted stop, and keeps what that canceled', () => {
    const control = { kind: 'stop', reason: 'interrupted by SIGINT' };
    const record = fold([
      ...start,
      turn(0),
      { type: 'control_accepted', control_id: 'control-1', control },
      { type: 'dispatch_canceled', turn_id: 'g1.a1.t1', task_generation: 1, step: 1, dispatch: {} },
      ended(1, 'g1.a1', 'interrupted'),
      { ...report(), stop: { status: 'incomplete', unmet: ['every-step-answered'], reason: control.reason } },
      { ...end, exit_code: 130 },
    ]);
    expect(record).toMatchObject({
      status: 'interrupted',
      verdict: 'incomplete',
      exit_code: 130,
      controls: [{ control_id: 'control-1', control }],
      attempts: [{ turns: 1, canceled: [{ turn_id: 'g1.a1.t1', step: 1 }] }],
      problem_count: 0,
    });
  });

  test('keeps attempts and generations apart', () => {
    const record = fold([
      ...start,
      turn(0),
      ended(1, 'g1.a1', 'failed'),
      attempt(2),
      run(),
      turn(0, 1, 'g1.a2'),
      ended(1, 'g1.a2', 'interrupted'),
      generation(2),
      attempt(1, 2),
      run(),
      turn(0, 2, 'g2.a1'),
      turn(1, 3, 'g2.a1'),
    ]);
    expect(record.attempts.map(({ attempt_id, turns }) => [attempt_id, turns])).toEqual([
      ['g1.a1', 1],
      ['g1.a2', 1],
      ['g2.a1', 2],
    ]);
    expect(record.generations).toHaveLength(2);
    expect(record.problem_count).toBe(0);
  });

  test('groups findings by code, the first with its words', () => {
    const finding = (step: number) => ({
      type: 'finding',
      code: 'not-json',
      severity: 'error',
      step,
      message: `m${step}`,
    });
    const record = fold([...start, finding(0), finding(1), { ...finding(2), code: 'silent' }]);
    expect(record.attempts[0]?.findings).toMatchObject([
      { code: 'not-json', count: 2, first: { step: 0, message: 'm0' } },
      { code: 'silent', count: 1, first: { step: 2 } },
    ]);
  });

  test.each([
    ['failed', { stop: { status: 'incomplete' }, health: { failure: 'transport_error' } }],
    ['incomplete', { stop: { status: 'incomplete' }, health: { failure: null } }],
    ['blocked', { stop: { status: 'blocked' }, health: { failure: null } }],
  ])('calls a run %s as its own report does', (verdict, part) => {
    expect(fold([...start, { ...report(), ...part }]).verdict).toBe(verdict);
  });

  test('says why a record is not whole', () => {
    expect(fold([...start, { ...end, record_incomplete: 'ENOSPC' }]).incomplete).toBe('ENOSPC');
  });
});

describe('a session that outlived its runs', () => {
  const ofRun = (number: number, outcome = 'passed') => [
    generation(number),
    attempt(1, number),
    run(),
    ...[0, 1, 2].map((step) =>
      turn(step, 3 * (number - 1) + step, `g${number}.a1`, step === 2 ? FINISH : undefined),
    ),
    ended(3, `g${number}.a1`, outcome),
  ];
  const stop = { type: 'control_accepted', control_id: 'control-9', control: { kind: 'stop', reason: 'q' } };
  const two = [...ofRun(1), report(), ...ofRun(2), { ...report(), summary: { total_return: 0.5 } }];

  test('has a report for each, and the last counts', () => {
    expect(fold([...two, stop, end])).toMatchObject({
      status: 'finished',
      verdict: 'passed',
      report: { task_generation: 2, summary: { total_return: 0.5 } },
      problem_count: 0,
    });
  });

  test('was interrupted only if a stop cut a run short', () => {
    const begun = [...two, generation(3), attempt(1, 3), run(), turn(0, 6, 'g3.a1')];
    const cut = { ...report(), stop: { status: 'incomplete', unmet: [], reason: 'q' } };
    const record = fold([...begun, stop, ended(1, 'g3.a1', 'interrupted'), cut, end]);
    expect(record).toMatchObject({
      status: 'interrupted',
      verdict: 'incomplete',
      report: { task_generation: 3 },
      problem_count: 0,
    });
  });

  test('keeps what is said of the session apart from its attempts', () => {
    const said = { type: 'finding', scope: 'session', code: 'config-not-json', severity: 'error' };
    expect(fold([said, ...two, said, end])).toMatchObject({ problem_count: 0 });
    expect(fold([said, ...two, said]).attempts.flatMap(({ findings }) => findings)).toStrictEqual([]);
  });

  test('has one report for a generation, and in it the attempts of that generation', () => {
    const problemsOf = (events: readonly object[]) => fold(events).problems.map(({ found }) => found);
    expect(problemsOf([...two, report()])).toContain('a second report');
    expect(problemsOf([...ofRun(1), report(), ...ofRun(2), { ...report(), attempts: [] }])).toContain(
      'a report of 0 attempts',
    );
  });
});

describe('a journal that contradicts itself is found out', () => {
  const withStop = (stop: object) => ({ ...turn(0), stop: { ...turn(0).stop, ...stop } });
  const { stop: _stop, ...undecided } = turn(0);

  test.each<[string, readonly object[], string]>([
    ['a turn twice', [...start, turn(0), turn(0, 1)], 'turn of step 0'],
    ['a turn left out', [...start, turn(0), turn(2, 1)], 'turn of step 2'],
    ['evidence left out', [...start, turn(0), turn(1, 2)], 'evidence at position 2'],
    ['no stop decision', [...start, undecided], 'stop decision of no turn'],
    [
      'a stop decision of another turn',
      [...start, withStop({ turn_id: 'g1.a1.t9' })],
      'stop decision of g1.a1.t9',
    ],
    [
      'one of another generation',
      [...start, withStop({ task_generation: 2 })],
      'stop decision of generation 2',
    ],
    ['neither continue nor finish', [...start, withStop({ result: {} })], 'g1.a1.t0 with no stop decision'],
    [
      'done, and something unmet',
      [...start, withStop({ result: { ...FINISH, unmet: ['x'] } })],
      'g1.a1.t0 done with unmet requirements',
    ],
    [
      'a turn after the finish',
      [...start, turn(0, 0, 'g1.a1', FINISH), turn(1)],
      'g1.a1.t1 after the finish',
    ],
    ['a turn outside of an attempt', [generation(), turn(0)], 'turn before an attempt'],
    ['a ledger that counts otherwise', [...start, turn(0), ended(2)], 'g1.a1 with 2 turns'],
    ['an event behind the end record', [...start, end, turn(0)], 'turn after the end record'],
    ['a generation left out', [generation(2)], 'generation 2'],
    ['another session', [{ ...generation(), session_id: 't' }], 'session t'],
    ['a report of other attempts', [...start, report(2)], 'a report of 2 attempts'],
    ['a type that is not known', [{ type: 'strange' }], 'an event of type strange'],
  ])('%s', (_, events, found) => {
    const { problems } = fold(events);
    expect(problems.map((each) => [each.code, each.found])).toContainEqual(['record-contradiction', found]);
    expect(problems[0]!.place.line).toBeGreaterThan(0);
  });

  test('and a million contradictions are counted, not kept', () => {
    const items = function* () {
      for (let n = 0; n < 1_000_000; n += 1)
        yield { kind: 'event', line: n, type: 'strange', event: {} } as const;
    };
    const { problems, problem_count } = foldJournal(meta, items());
    expect([problems.length, problem_count]).toEqual([50, 1_000_000]);
  });

  test('values of any kind in any place are survived', () => {
    for (const value of [null, 1, 'x', [], {}, true]) {
      for (const event of whole) {
        for (const member of Object.keys(event)) {
          if (member === 'type') continue;
          expect(() => fold([...start, { ...event, [member]: value }])).not.toThrow();
        }
      }
    }
  });
});
