import { describe, expect, test } from 'vitest';
import { book, decide, flip, hold, lag, limit, plain, runOf, step } from './support.ts';

describe('presenting, rule 1: the agent wrote if its shares differ from those of the step before', () => {
  test('nothing is shown in place of the first observation', () => {
    const run = runOf(lag(0, 5));
    expect(step(run, book(1, 0))).toStrictEqual([1, 0, 0]);
    expect(run.finish()).toStrictEqual([]);
  });

  test('cash alone is no write: dividends and financing hide nothing', () => {
    const run = runOf(lag(0, 5));
    step(run, book(1, 0));
    expect(step(run, book(0.9, 0))).toStrictEqual([0.9, 0, 0]);
    expect(run.finish()).toStrictEqual([]);
  });
});

describe('presenting, rule 2: a lag fires at the first write from its arm step on', () => {
  test('not before its arm step', () => {
    const run = runOf(lag(2, 1));
    step(run, book(1, 0));
    expect(step(run, book(0.5, 5))).toStrictEqual([0.5, 5, 0]);
    expect(step(run, book(0.4, 6))).toStrictEqual([0.5, 5, 0]);
  });

  test('later than its arm step, if nothing was written there', () => {
    const run = runOf(lag(1, 1));
    step(run, book(1, 0));
    step(run, book(1, 0));
    expect(step(run, book(0.5, 5))).toStrictEqual([1, 0, 0]);
  });

  test('once in a run', () => {
    const run = runOf(lag(0, 1));
    step(run, book(1, 0));
    step(run, book(0.5, 5));
    expect(step(run, book(0.4, 6))).toStrictEqual([0.4, 6, 0]);
  });

  test('in plan order, one at a time; the second waits until the first has ended', () => {
    const run = runOf(lag(0, 1, 'first'), lag(0, 2, 'second'));
    step(run, book(1, 0));
    expect(step(run, book(0.9, 1))).toStrictEqual([1, 0, 0]);
    expect(step(run, book(0.8, 2))).toStrictEqual([0.9, 1, 0]);
    expect(step(run, book(0.7, 3))).toStrictEqual([0.9, 1, 0]);
    expect(step(run, book(0.6, 4))).toStrictEqual([0.6, 4, 0]);
    expect(run.finish().map(({ event, fault_id }) => `${event} ${fault_id}`)).toStrictEqual([
      'projection_stale first',
      'projection_stale second',
      'projection_stale second',
      'projection_converged second',
    ]);
  });

  test('a new lag forgets the convergence of the one before', () => {
    const run = runOf(lag(0, 1, 'first'), lag(0, 1, 'second'));
    step(run, book(1, 0));
    step(run, book(0.9, 1));
    step(run, book(0.8, 2));
    step(run, book(0.8, 2));
    const converged = run.finish().filter(({ event }) => event === 'projection_converged');
    expect(converged).toStrictEqual([
      { event: 'projection_converged', fault_id: 'second', step: 3, stale_presentations: 1 },
    ]);
  });
});

describe('presenting, rule 3: an active lag shows the snapshot', () => {
  test('of cash and shares, as often as its extent says', () => {
    const run = runOf(lag(0, 2));
    step(run, book(1, 0));
    expect(step(run, book(0.5, 5))).toStrictEqual([1, 0, 0]);
    expect(step(run, book(0.4, 5, 1))).toStrictEqual([1, 0, 0]);
    expect(step(run, book(0.4, 5, 1))).toStrictEqual([0.4, 5, 1]);
  });

  test('only writes that it hides are graded', () => {
    const run = runOf(lag(0, 1));
    step(run, book(1, 0), decide({ A: 0.5, B: 0.1 }));
    step(run, book(0.5, 5), decide({ A: 0.5, B: 0.9 }));
    expect(run.finish()[0]).toStrictEqual({
      event: 'projection_stale',
      fault_id: 'lag',
      step: 1,
      responses: [{ symbol: 'A', grade: 'reaffirmed' }],
    });
  });

  test('a stale read that hides nothing any more is an event without responses', () => {
    const run = runOf(lag(0, 2));
    step(run, book(1, 0));
    step(run, book(0.5, 5));
    step(run, book(1, 0));
    expect(run.finish()[1]).toStrictEqual({
      event: 'projection_stale',
      fault_id: 'lag',
      step: 2,
      responses: [],
    });
  });
});

describe('presenting, rule 4: signs are turned round over a span of steps', () => {
  test('from the arm step to the arm step + span - 1, for shares that are not 0', () => {
    const run = runOf(flip(1, 2));
    expect(step(run, book(1, 3, -4))).toStrictEqual([1, 3, -4]);
    expect(step(run, book(1, 3, -4))).toStrictEqual([1, -3, 4]);
    expect(step(run, book(1, 0, -4))).toStrictEqual([1, 0, 4]);
    expect(step(run, book(1, 3, -4))).toStrictEqual([1, 3, -4]);
  });

  test('with nothing held it does not fire', () => {
    const run = runOf(flip(0, 64));
    step(run, book(1, 0));
    expect(run.finish()).toStrictEqual([]);
  });

  test('two at once show the truth, and each presented its own sign', () => {
    const run = runOf(flip(0, 1, 'one'), flip(0, 1, 'two'));
    expect(step(run, book(1, 3))).toStrictEqual([1, 3, 0]);
    expect(run.finish()).toMatchObject([
      { fault_id: 'one', responses: [{ presented: 'negative' }] },
      { fault_id: 'two', responses: [{ presented: 'positive' }] },
    ]);
  });

  test('turns round what a lag shows', () => {
    const run = runOf(lag(1, 1), flip(2, 1));
    step(run, book(1, 0));
    step(run, book(0.5, 5));
    expect(step(run, book(0.4, 6))).toStrictEqual([0.4, -6, 0]);
    const both = runOf(lag(2, 1), flip(2, 1));
    step(both, book(1, 0));
    step(both, book(0.5, 5));
    expect(step(both, book(0.4, 6))).toStrictEqual([0.5, -5, 0]);
    expect(both.finish().map(({ event }) => event)).toStrictEqual([
      'projection_stale',
      'sign_inverted',
      'projection_unconverged',
    ]);
  });

  test('hides no write: what comes next is judged by the true book', () => {
    const run = runOf(flip(0, 1), lag(1, 1));
    step(run, book(1, 3));
    expect(step(run, book(1, 3))).toStrictEqual([1, 3, 0]);
  });
});

describe('presenting, rule 5: a projection has converged when it is shown true again', () => {
  test('at the first presentation after the lag', () => {
    const run = runOf(lag(0, 3));
    step(run, book(1, 0));
    for (const a of [1, 2, 3, 4]) step(run, book(1, a));
    expect(run.finish().at(-1)).toStrictEqual({
      event: 'projection_converged',
      fault_id: 'lag',
      step: 4,
      stale_presentations: 3,
    });
  });

  test('not while signs are shown turned round', () => {
    const run = runOf(lag(0, 1), flip(2, 2));
    step(run, book(1, 0));
    for (let each = 0; each < 4; each += 1) step(run, book(0.5, 5));
    expect(run.finish().find(({ event }) => event === 'projection_converged')).toMatchObject({ step: 4 });
  });
});

describe('presenting, rule 6: the step before is remembered as it was, not as it was shown', () => {
  test('a later lag shows the true book of the step before', () => {
    const run = runOf(flip(1, 1), lag(2, 1));
    step(run, book(1, 0));
    step(run, book(0.9, 1));
    expect(step(run, book(0.8, 2))).toStrictEqual([0.9, 1, 0]);
  });

  test('and is not changed by what becomes of the engine’s own array', () => {
    const shares = Float64Array.of(1, 0);
    const run = runOf(lag(1, 1));
    step(run, { cash: 1, shares });
    shares[0] = 2;
    expect(step(run, { cash: 1, shares })).toStrictEqual([1, 1, 0]);
  });
});

describe('submitting', () => {
  const orders = decide({ A: 0.5 });

  test('a hold is never the first to be limited', () => {
    const run = runOf(limit(0, 3));
    run.present(book(1, 0));
    expect(run.submit(hold)).toBe('accept');
    run.present(book(1, 0));
    expect(run.submit(orders)).toBe('reject');
  });

  test('not before the arm step', () => {
    const run = runOf(limit(1, 1));
    step(run, book(1, 0), orders);
    run.present(book(1, 0));
    expect(run.submit(orders)).toBe('reject');
  });

  test('a limit of one rejects once, and accepts what comes then', () => {
    const run = runOf(limit(0, 1));
    run.present(book(1, 0));
    expect([run.submit(orders), run.submit(orders)]).toStrictEqual(['reject', 'accept']);
    expect(run.finish()).toStrictEqual([
      {
        event: 'rate_limited',
        fault_id: 'limit',
        step: 0,
        rejected_presentations: 1,
        resubmissions_under_limit: 0,
        waits_under_limit: 0,
        resubmitted_after_deadline: true,
      },
    ]);
  });

  test('orders are resubmissions and holds are waits while it lasts; a hold at its end is told', () => {
    const run = runOf(limit(0, 4));
    run.present(book(1, 0));
    expect([orders, orders, hold, hold, hold].map((each) => run.submit(each))).toStrictEqual([
      ...['reject', 'reject', 'reject', 'reject'],
      'accept',
    ]);
    expect(run.finish()).toMatchObject([
      {
        rejected_presentations: 4,
        resubmissions_under_limit: 1,
        waits_under_limit: 2,
        resubmitted_after_deadline: false,
      },
    ]);
  });

  test('limits fire once each, in plan order among those that are due, never two at one step’s end', () => {
    const run = runOf(limit(1, 1, 'later'), limit(0, 1, 'sooner'));
    const verdicts: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      run.present(book(1, 0));
      let verdict: string;
      do {
        verdict = run.submit(orders);
        verdicts.push(verdict);
      } while (verdict === 'reject');
    }
    expect(verdicts).toStrictEqual(['reject', 'accept', 'reject', 'accept', 'accept']);
    expect(run.finish().map(({ fault_id }) => fault_id)).toStrictEqual(['sooner', 'later']);
  });

  test('a limit that is still active at the end has no event', () => {
    const run = runOf(limit(0, 3));
    run.present(book(1, 0));
    run.submit(orders);
    expect(run.finish()).toStrictEqual([]);
  });

  test('a rejected submission states no target and ends no step', () => {
    const run = runOf(limit(0, 1), lag(1, 1));
    run.present(book(1, 0));
    run.submit(decide({ A: 0.9 }));
    run.submit(decide({ A: 0.5 }));
    step(run, book(0.5, 5), decide({ A: 0.5 }));
    expect(run.finish()[1]).toMatchObject({ step: 1, responses: [{ symbol: 'A', grade: 'reaffirmed' }] });
  });
});

describe('accepting', () => {
  test('the event of a stale read stands before those of signs, which stand in plan order', () => {
    const run = runOf(flip(1, 1, 'f1'), lag(1, 1), flip(1, 1, 'f0'));
    step(run, book(1, 3));
    step(run, book(0.5, 5));
    expect(run.events.map(({ fault_id }) => fault_id)).toStrictEqual(['lag', 'f1', 'f0']);
  });

  test('a decision is graded against the targets stated before it', () => {
    const run = runOf(flip(1, 2));
    step(run, book(1, 0), decide({ A: 0.5 }));
    step(run, book(0.5, 5), decide({ A: -0.5 }));
    step(run, book(1.5, -5), decide({ A: -0.5 }));
    expect(run.events).toMatchObject([
      { step: 1, responses: [{ grade: 'followed_presentation', presented: 'negative' }] },
      { step: 2, responses: [{ grade: 'consistent_with_own_statement', presented: 'positive' }] },
    ]);
  });
});

describe('at the end', () => {
  test('a lag that is still active is told with the reads that it had', () => {
    const run = runOf(lag(0, 9));
    step(run, book(1, 0));
    step(run, book(0.5, 5));
    step(run, book(0.5, 5));
    expect(run.finish().at(-1)).toStrictEqual({
      event: 'projection_unconverged',
      fault_id: 'lag',
      stale_presentations: 2,
    });
  });

  test('so is a lag after which nothing was presented', () => {
    const run = runOf(lag(0, 1));
    step(run, book(1, 0));
    step(run, book(0.5, 5));
    expect(run.finish().at(-1)).toMatchObject({ event: 'projection_unconverged', stale_presentations: 1 });
  });

  test('finishing twice tells it once', () => {
    const run = runOf(lag(0, 1));
    step(run, book(1, 0));
    step(run, book(0.5, 5));
    expect([...run.finish()]).toStrictEqual([...run.finish()]);
  });
});

test('without a due fault the very object of the book is shown', () => {
  const canonical = book(1, 3);
  expect(runOf(lag(5, 1), flip(5, 1)).present(canonical)).toBe(canonical);
  expect(plain(canonical)).toStrictEqual([1, 3, 0]);
});
