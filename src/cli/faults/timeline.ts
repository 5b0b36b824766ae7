import type { ArmedFault, Schedule } from '../../faults/schedule.ts';
import { printable } from '../../kernel/printable.ts';
import { count } from '../../reporters/text/numbers.ts';
import { wrapped } from '../../reporters/text/wrapped.ts';

/** Columns for all steps of the window. */
const BAR_COLUMNS = 60;
const NAME_COLUMNS = 14;

/**
 * The steps of a cell from left to right, and which of them each fault can touch.
 * `dates` are those of the window; null without data.
 */
export function timelineLines(
  { planSha256, cell, assigned, armed }: Schedule,
  dates: readonly string[] | null,
): string[] {
  const steps = Math.max(0, cell.windowEnd - cell.windowStart);
  const head = [
    `plan ${planSha256.slice(0, 12)}  [${cell.windowStart},${cell.windowEnd})  seed ${cell.seed}  ${count(steps, 'step')}`,
  ];
  if (assigned.length === 0) return [...head, '  no fault of the plan is assigned to this cell'];
  const scale = new Scale(steps);
  return [
    ...head,
    '',
    `  ${''.padEnd(NAME_COLUMNS)}${scale.ruler}`,
    ...armed.flatMap((fault) => [
      `  ${nameOf(fault)}${scale.bar(spanOf(fault, steps))}`,
      ...wrapped(sentence(fault, steps, dates), '    '),
    ]),
    '',
    '  █ where it acts, or the earliest that it can   ░ where it may act later',
  ];
}

/** Steps `[from, to)` of the first time, and `[from, end)` while it has not fired. */
interface Reach {
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

function spanOf({ mode, armStep, extent }: ArmedFault, steps: number): Reach {
  switch (mode) {
    case 'projection_lag': {
      // There is nothing before the first read that could be shown in its place.
      const from = Math.max(1, armStep);
      return { from, to: Math.min(steps, from + extent), end: steps };
    }
    case 'amount_sign': {
      const to = Math.min(steps, armStep + extent);
      return { from: armStep, to, end: to };
    }
    case 'rate_limit':
      return { from: armStep, to: armStep + 1, end: steps };
  }
}

function sentence(fault: ArmedFault, steps: number, dates: readonly string[] | null): string {
  const { mode, armStep, extent } = fault;
  const { from, to } = spanOf(fault, steps);
  const at = (step: number): string => {
    const date = dates?.[step];
    return date === undefined ? `step ${step}` : `step ${step} (${printable(date)})`;
  };
  switch (mode) {
    case 'projection_lag':
      if (from >= steps) return 'projection_lag: never, there is no earlier book to show';
      return `projection_lag ${extent}: from ${at(from)} on, the first observation with other holdings than the one before shows the book before it, for ${count(extent, 'observation')}`;
    case 'amount_sign':
      return to - 1 === armStep
        ? `amount_sign ${extent}: at ${at(armStep)} all holdings are shown with the opposite sign`
        : `amount_sign ${extent}: from ${at(armStep)} to ${at(to - 1)} all holdings are shown with the opposite sign`;
    case 'rate_limit':
      return `rate_limit ${extent}: from ${at(armStep)} on, the first decision with orders is rejected, and what follows it, until ${count(extent, 'rejection')}; the same observation comes again each time`;
  }
}

function nameOf({ id }: ArmedFault): string {
  const short = id.length < NAME_COLUMNS ? id : `${id.slice(0, NAME_COLUMNS - 2)}…`;
  return short.padEnd(NAME_COLUMNS);
}

/** Steps onto columns: a column stands for all steps that fall into it. */
class Scale {
  readonly #steps: number;
  readonly #columns: number;

  constructor(steps: number) {
    this.#steps = steps;
    this.#columns = Math.min(BAR_COLUMNS, steps);
  }

  get ruler(): string {
    const last = String(this.#steps - 1);
    const room = this.#columns - 1 - last.length;
    return room < 1 ? '0' : `0${' '.repeat(room)}${last}`;
  }

  bar({ from, to, end }: Reach): string {
    let text = '';
    for (let column = 0; column < this.#columns; column += 1) {
      const first = Math.floor((column * this.#steps) / this.#columns);
      const next = Math.floor(((column + 1) * this.#steps) / this.#columns);
      const touches = (a: number, b: number) => first < b && next > a;
      text += touches(from, to) ? '█' : touches(from, end) ? '░' : '·';
    }
    return text;
  }
}
