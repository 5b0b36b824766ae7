import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/cli/catalogue.ts';
import { Controls } from '../../src/harness/controls.ts';
import type { RunEvent } from '../../src/harness/events.ts';
import { type FrameBand, frameOf, openingFrame } from '../../src/ui/frame.ts';
import { LEAST, layoutFor, type Size } from '../../src/ui/layout.ts';
import { SessionLog } from '../../src/ui/model/sessionLog.ts';
import { initialUi, paneIds, type UiState } from '../../src/ui/model/uiState.ts';
import type { PaneContext } from '../../src/ui/panes/pane.ts';
import { lineCells } from '../../src/ui/text/line.ts';
import { lineText } from '../support/lineText.ts';
import { contextOf, countThrough, rotating, sizes, type ToldRun, toldRun } from './toldRun.ts';

let clean: ToldRun;
let refused: ToldRun;
let perturbed: ToldRun;

beforeAll(async () => {
  clean = await toldRun(rotating());
  refused = await toldRun((step, seen) =>
    step % 9 === 4 ? '\u001b[2Jnot json 台積電' : rotating(7)(step, seen),
  );
  perturbed = await toldRun(rotating(), { faultPlan: 'everything.json', window: '30:110' });
});

const framed = (context: PaneContext, size: Size): FrameBand[] => {
  const { inputs, schedule } = context.run.market;
  return frameOf(context, layoutFor(size, inputs.dataset.symbols.length, schedule !== null));
};

/** Rows as text; a rule of three cells between two columns. */
function rowsOf(bands: readonly FrameBand[]): string[] {
  return bands.flatMap(({ columns, height }) =>
    Array.from({ length: height }, (_, row) => columns.map(({ lines }) => lineText(lines[row]!)).join(' │ ')),
  );
}

/** One row less than the terminal has, or a single one where it is small; none wider than it is. */
function expectToFit(bands: readonly FrameBand[], { columns, rows }: Size): void {
  const isSmall = columns < LEAST.columns || rows < LEAST.rows;
  expect(bands.reduce((sum, { height }) => sum + height, 0)).toBe(isSmall ? 1 : rows - 1);
  for (const band of bands) {
    const widths = band.columns.map(({ width }) => width);
    expect(widths.reduce((sum, width) => sum + width, 3 * (widths.length - 1))).toBe(columns);
    for (const { lines, width } of band.columns) {
      expect(lines).toHaveLength(band.height);
      for (const line of lines) {
        if (lineCells(line) > width) throw new Error(`${lineCells(line)} of ${width}: ${lineText(line)}`);
        expect(lineText(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\ufffd]/);
      }
    }
  }
}

const anyUi: fc.Arbitrary<UiState> = fc.record({
  look: fc.option(fc.integer({ min: 1, max: 80 }), { nil: null }),
  pane: fc.constantFrom(...paneIds),
  view: fc.constantFrom('panes', 'panes', 'inspect', 'help'),
  isZoomed: fc.boolean(),
  filter: fc.constantFrom('', '', 'ALBA', 'hold', 'nothing like it', '台'),
  typing: fc.option(fc.string({ unit: 'binary', maxLength: 20 }), { nil: null }),
  finding: fc.nat(5),
  scroll: fc.nat(500),
  message: fc.option(fc.string({ unit: 'binary', maxLength: 300 }), { nil: null }),
  pace: fc.nat(6),
});
const anySize = fc.record({
  columns: fc.integer({ min: 1, max: 250 }),
  rows: fc.integer({ min: 2, max: 70 }),
});

describe('a frame', () => {
  it('fits the terminal at every size, whatever the person looks at', () => {
    fc.assert(
      fc.property(anySize, anyUi, fc.nat(3), fc.nat(120), (size, ui, which, count) => {
        const told = [clean, refused, perturbed][which % 3]!;
        const from = told.events.findIndex(({ type }) => type === 'run_started') + 1;
        const context = contextOf(told, { ui, count: Math.min(told.events.length, from + count) });
        expectToFit(framed({ ...context, ui }, size), size);
      }),
      { numRuns: 150 },
    );
  });

  it('fits at every size from 1x2 to 250x70, running and ended', () => {
    const contexts = [contextOf(refused, { count: countThrough(refused, 40) }), contextOf(perturbed)];
    for (let columns = 1; columns <= 250; columns += columns < 130 ? 1 : 7) {
      for (const rows of [2, 3, 8, 15, 16, 17, 23, 24, 29, 30, 31, 40, 50, 69, 70]) {
        for (const context of contexts) expectToFit(framed(context, { columns, rows }), { columns, rows });
      }
    }
  });

  it('fits whatever an agent, a file or a plan says', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('\u001b[2J', '台積電'.repeat(40), '⚠️🇺🇸', 'a\nb\r\tc', '\u202e', `${'x'.repeat(5000)}`),
    );
    fc.assert(
      fc.property(anySize, anyUi, hostile, hostile, (size, ui, one, other) => {
        const events = refused.events.map((event) => tainted(event, one, other));
        const { inputs } = refused.market;
        const dataset = { ...inputs.dataset, symbols: inputs.dataset.symbols.map((_, at) => `${one}${at}`) };
        const market = { ...refused.market, inputs: { ...inputs, dataset }, planName: other };
        expectToFit(framed(contextOf({ ...refused, events, market }, { ui }), size), size);
      }),
      { numRuns: 60 },
    );
  });

  it('has its rule in one column on every row', () => {
    for (const size of sizes.filter(({ columns }) => columns >= 120)) {
      const band = framed(contextOf(perturbed), size).find(({ columns }) => columns.length === 2)!;
      for (const line of band.columns[0]!.lines) expect(lineCells(line)).toBe(band.columns[0]!.width);
    }
  });

  it('has the chosen region on it wherever there are regions, and marks it', () => {
    for (const told of [clean, perturbed]) {
      const context = contextOf(told);
      for (const columns of [60, 79, 80, 99, 100, 250]) {
        for (let rows = LEAST.rows; rows <= 70; rows += 1) {
          for (const pane of paneIds) {
            const ui = { ...initialUi, pane };
            const text = rowsOf(framed({ ...context, ui }, { columns, rows })).join('\n');
            const title = `▌${pane.charAt(0).toUpperCase()}${pane.slice(1)}`;
            if (!text.includes(title)) throw new Error(`no ${title} at ${columns}x${rows}:\n${text}`);
          }
        }
      }
    }
  });

  it('before the first attempt fits, too', () => {
    fc.assert(
      fc.property(anySize, fc.string({ unit: 'binary', maxLength: 400 }), (size, output) => {
        const session = new SessionLog(() => clean.market);
        session.take({ type: 'build_started', command: ['make'] }, 0);
        const ended = {
          outcome: 'failed',
          exit_code: 2,
          signal: null,
          duration_ms: 1,
          output_tail: output,
        } as const;
        session.take({ type: 'build_ended', ...ended }, 0);
        const controls = new Controls();
        expectToFit(openingFrame({ session, controls, nowMs: 5000, wordsOf }, size), size);
      }),
    );
  });
});

describe('looking back', () => {
  it('shows the book, the decisions and the findings as they were: a view of the events up to there', () => {
    for (const told of [clean, refused, perturbed]) {
      for (const step of [0, 1, 6, 7, 8, 30, 57, 58, 78]) {
        const scrubbed = contextOf(told, { ui: { look: step + 1 } });
        const then = contextOf(told, { count: countThrough(told, step) });
        for (const pane of ['book', 'contract', 'faults'] as const) {
          const zoomed = (context: PaneContext): PaneContext => ({
            ...context,
            ui: { ...context.ui, pane, isZoomed: true },
          });
          const size = { columns: 120, rows: 40 };
          expect(bodyOf(framed(zoomed(scrubbed), size)), `${pane} at ${step}`).toEqual(
            bodyOf(framed(zoomed(then), size)),
          );
        }
      }
    }
  });

  it('shows the same whether it was reached forwards or backwards', () => {
    const forwards = contextOf(perturbed);
    const backwards = contextOf(perturbed);
    const at = (context: PaneContext, step: number): string[] =>
      rowsOf(
        framed({ ...context, ui: { ...initialUi, look: step }, upTo: step }, { columns: 200, rows: 50 }),
      );
    const steps = Array.from({ length: 80 }, (_, index) => index + 1);
    const there = steps.map((step) => at(forwards, step));
    const back = steps.toReversed().map((step) => at(backwards, step));
    expect(back.toReversed()).toEqual(there);
  });

  it('moves no line of the equity curve that was drawn before', () => {
    const rows = (look: number): string[] =>
      rowsOf(framed(contextOf(clean, { ui: { look } }), { columns: 120, rows: 40 })).slice(4, 17);
    const whole = rows(80);
    for (const look of [1, 20, 50, 79]) {
      // The cell that the curve ends in may still fill up.
      const until = 8 + Math.floor((look / 80) * PLOT_CELLS) - 1;
      expect(rows(look).map((row) => row.slice(0, until))).toEqual(whole.map((row) => row.slice(0, until)));
    }
  });
});

/** Of the equity curve on 120 columns: what is left of its region beside the axis and the margin. */
const PLOT_CELLS = 44;

/** The rows between the header and the keys. */
function bodyOf(bands: readonly FrameBand[]): string[] {
  return rowsOf(bands).slice(3, -1);
}

/** An event with foreign text in the place of every text that comes from outside. */
function tainted(event: RunEvent, one: string, other: string): RunEvent {
  switch (event.type) {
    case 'run_started':
      return {
        ...event,
        agent: { ...event.agent, id: one },
        costs: other,
        data: { ...event.data, source: `${other}/${one}` },
      };
    case 'turn': {
      const orders = event.decision.orders.map((order) => ({ ...order, symbol: `${one}${order.symbol}` }));
      return {
        ...event,
        date: other,
        decision: { ...event.decision, orders },
        raw: { text: one, bytes: 9 },
      };
    }
    case 'finding':
      return {
        ...event,
        diagnostic: { ...event.diagnostic, found: one, accepted: [other, one] },
        excerpt: event.excerpt === null ? null : { ...event.excerpt, text: one },
      };
    case 'agent_ended':
      return { ...event, stderr_tail: `${one}\n${other}` };
    default:
      return event;
  }
}
