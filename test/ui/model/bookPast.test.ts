import { describe, expect, it } from 'vitest';
import { EngineRun } from '../../../src/engine/run.ts';
import { BookPast } from '../../../src/ui/model/bookPast.ts';
import { rotating, type ToldRun, toldRun } from '../toldRun.ts';

/** Cash and holdings after each step, by an engine that was never asked to go back. */
function truth({ turns, market }: ToldRun): { cash: number; shares: number[] }[] {
  const engine = new EngineRun(market.inputs);
  return turns.map(({ decision }) => {
    engine.execute(decision);
    return { cash: engine.cash, shares: [...engine.shares] };
  });
}

const view = (book: BookPast, steps: number) => {
  const { cash, shares } = book.after(steps);
  return { cash, shares: [...shares] };
};

describe.each([
  ['typical', 'calm', '30:110'],
  ['stressed', 'whipsaw', '30:230'],
  ['realistic', 'dividends', '20:220'],
])('the book of the past, %s costs on %s', (costs, data, window) => {
  it('is the engine’s own to the bit, in whatever order it is looked at', async () => {
    const told = await toldRun(rotating(7), { costs, data, window });
    const expected = truth(told);
    const book = new BookPast(told.market.inputs, told.turns);
    const forwards = expected.map((_, step) => step + 1);
    const jumping = forwards.map((step) => ((step * 37) % expected.length) + 1);
    for (const steps of [...forwards, ...forwards.toReversed(), ...jumping])
      expect(view(book, steps), `after ${steps}`).toEqual(expected[steps - 1]);
    expect(view(book, 0)).toEqual({ cash: 1, shares: expected[0]!.shares.map(() => 0) });
  });

  it('splits every change of NAV among symbols', async () => {
    const told = await toldRun(rotating(), { costs: 'frictionless', data, window });
    const book = new BookPast(told.market.inputs, told.turns);
    const { dataset, window: bars } = told.market.inputs;
    for (const { step, nav } of told.turns) {
      const { flows, shares } = book.after(step + 1);
      const gains = dataset.closes.map(
        (closes, index) => flows[index]! + shares[index]! * closes[bars.start + step]!,
      );
      expect(1 + gains.reduce((sum, each) => sum + each, 0)).toBeCloseTo(nav, 9);
    }
  });
});

it('what was asked is the latest order of each symbol, at its step', async () => {
  const told = await toldRun(rotating());
  const { asked, askedAt } = new BookPast(told.market.inputs, told.turns).after(5);
  expect([...asked]).toEqual([0, 0.33, 0, 0, 0]);
  expect([...askedAt]).toEqual([3, 3, 3, 3, 3]);
  expect([...new BookPast(told.market.inputs, told.turns).after(0).asked]).toEqual(Array(5).fill(Number.NaN));
});

it('a decision that was refused asks for nothing', async () => {
  const told = await toldRun(rotating(7));
  const { askedAt } = new BookPast(told.market.inputs, told.turns).after(9);
  expect([...askedAt]).not.toContain(7);
});
