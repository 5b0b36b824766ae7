import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf, scrollMost } from '../../src/ui/frame.ts';
import { type Layout, layoutFor, type Size } from '../../src/ui/layout.ts';
import { press } from '../../src/ui/model/keys.ts';
import { initialUi, type UiState } from '../../src/ui/model/uiState.ts';
import type { PaneContext } from '../../src/ui/panes/pane.ts';
import { lineText } from '../support/lineText.ts';
import { contextOf, rotating, sizes, type ToldRun, toldRun } from './toldRun.ts';

let told: ToldRun;

beforeAll(async () => {
  const run = await toldRun(rotating(7));
  const text = Array.from({ length: 200 }, (_, line) => `line ${line} of what the agent wrote\n`).join('');
  const at = run.events.findIndex(({ type }) => type === 'turn');
  const stderr = { type: 'agent_stderr', run: 'A', text, dropped_bytes: 0 } as const;
  told = { ...run, events: run.events.toSpliced(at, 0, stderr) };
});

/** The screen at a size, as keys are folded into what the person sees. */
class Seen {
  readonly #context: PaneContext;
  ui: UiState = initialUi;
  size: Size;

  constructor(size: Size, keys: readonly string[] = []) {
    this.#context = contextOf(told);
    this.size = size;
    this.press(...keys);
  }

  press(...keys: readonly string[]): this {
    for (const key of keys) {
      const facts = { turns: told.turns.length, isOver: true, findings: 1, page: 10 };
      const most = scrollMost(this.#now, this.#layout);
      this.ui = press(this.ui, key, { ...facts, scrollMost: most }).state;
    }
    return this;
  }

  get rows(): string {
    return frameOf(this.#now, this.#layout)
      .flatMap(({ columns, height }) =>
        Array.from({ length: height }, (_, row) => columns.map(({ lines }) => lineText(lines[row]!)).join()),
      )
      .join('\n');
  }

  get #now(): PaneContext {
    const { run } = this.#context;
    return { ...this.#context, ui: this.ui, upTo: this.ui.look ?? run.turns.length };
  }

  get #layout(): Layout {
    return layoutFor(this.size, told.market.inputs.dataset.symbols.length, false);
  }
}

const many = (key: string, count = 300): string[] => Array.from({ length: count }, () => key);

/** How each is opened, and the keys that scroll it away from its beginning and back. */
const scrolled = [
  { name: 'Log', open: ['5'], away: 'k', back: 'j', page: 'pageup' },
  { name: 'Log alone', open: ['5', 'z'], away: 'k', back: 'j', page: 'pageup' },
  { name: 'Inspect', open: ['home', 'return'], away: 'j', back: 'k', page: 'pagedown' },
  {
    name: 'Inspect of a refused step',
    open: ['home', ...many('k', 7), 'return'],
    away: 'j',
    back: 'k',
    page: 'pagedown',
  },
  { name: 'Help', open: ['?'], away: 'j', back: 'k', page: 'pagedown' },
];

describe.each(scrolled)('$name', ({ open, away, back, page }) => {
  const seen = (size: Size): Seen => new Seen(size, open);

  it.each([...sizes, { columns: 100, rows: 30 }])(
    'stays at its end at $columns x $rows, and the first key back moves',
    (size) => {
      const beginning = seen(size).rows;
      for (const keys of [many(away), many(page, 40)]) {
        const screen = seen(size).press(...keys);
        const end = screen.rows;
        expect(screen.press(away, page).rows).toBe(end);
        if (end !== beginning) expect(screen.press(back).rows).not.toBe(end);
        else expect(screen.ui.scroll).toBe(0);
      }
    },
  );

  it('takes as many keys back to its beginning as led to its end', () => {
    const screen = seen({ columns: 80, rows: 24 });
    const frames = [screen.rows];
    for (let end = false; !end && frames.length < 1000; ) {
      const rows = screen.press(away).rows;
      end = rows === frames.at(-1);
      if (!end) frames.push(rows);
    }
    expect(frames.length).toBeGreaterThan(5);
    for (const expected of frames.toReversed().slice(1)) expect(screen.press(back).rows).toBe(expected);
  });

  it('moves by the first key after the terminal has got another size', () => {
    const anySize = fc.record({
      columns: fc.integer({ min: 60, max: 250 }),
      rows: fc.integer({ min: 16, max: 70 }),
    });
    fc.assert(
      fc.property(anySize, anySize, fc.nat(120), (before, after, keys) => {
        const screen = seen(before).press(...many(away, keys));
        screen.size = after;
        const resized = screen.rows;
        const beginning = seen(after).rows;
        if (resized !== beginning) expect(screen.press(back).rows).not.toBe(resized);
      }),
      { numRuns: 12 },
    );
  });
});

it('a step, a pane or a terminal without anything out of sight has nothing to scroll', () => {
  for (const keys of [[], ['1'], ['2'], ['6'], ['z']])
    expect(new Seen({ columns: 80, rows: 24 }, [...keys, ...many('k', 3)]).ui.scroll).toBe(0);
  expect(new Seen({ columns: 30, rows: 10 }, ['5', ...many('k', 3)]).ui.scroll).toBe(0);
});
