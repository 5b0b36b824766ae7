import type { CellResult } from '../../harness/sweep/records.ts';
import { printableShort } from '../../kernel/printable.ts';
import type { Curve, DecisionRow, RunDocument } from '../documents/document.ts';
import { scriptJson } from './markup.ts';

/** What the page's own script draws from; the rest of the page is there without it. */
export type PageData = RunPageData | SweepPageData;

export interface RunPageData {
  readonly kind: 'run';
  readonly equity: Curve;
  readonly drawdown: Curve;
  readonly baseline: readonly number[] | null;
  readonly codes: readonly string[];
  readonly rows: readonly DecisionCells[];
}

/** Short names, since there are many: step, date, verdict, code, orders, confidence, ms, NAV, return, note, perturbed. */
export type DecisionCells = readonly [
  step: number,
  date: string,
  verdict: DecisionRow['verdict'],
  code: number,
  orders: string,
  confidence: number | null,
  decideMs: number | null,
  nav: number | null,
  change: number | null,
  note: string,
  perturbed: 0 | 1,
];

export interface SweepPageData {
  readonly kind: 'sweep';
  readonly rows: readonly CellCells[];
}

export type CellCells = readonly [
  index: number,
  window: string,
  seed: string,
  status: CellResult['status'],
  code: string,
  totalReturn: number | null,
  sharpe: number | null,
  psr: number | null,
  drawdown: number | null,
  attempts: number,
  command: string,
];

const CHUNK = 500;

/** The data of the page as JSON that may stand in a script element, in pieces. */
export function* runPageData({ curves, decisions }: RunDocument): Iterable<string> {
  const codes = [...new Set(decisions.rows.flatMap(({ code }) => (code === null ? [] : [code])))];
  const codeOf = new Map(codes.map((code, index) => [code, index]));
  const head = {
    kind: 'run',
    equity: rounded(curves.equity),
    drawdown: rounded(curves.drawdown),
    baseline: curves.baseline === null ? null : curves.baseline.values.map((value) => digits(value, 9)),
    codes,
  };
  yield `${scriptJson(JSON.stringify(head)).slice(0, -1)},"rows":[`;
  yield* chunked(decisions.rows.map((row) => decisionCells(row, codeOf)));
  yield ']}';
}

/** The cells of a sweep, or those of a check, which may be under a plan. */
export function* cellsPageData(cells: readonly ShownCell[]): Iterable<string> {
  yield '{"kind":"sweep","rows":[';
  yield* chunked(cells.map(cellCells));
  yield ']}';
}

function* chunked(rows: readonly unknown[]): Iterable<string> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    const part = JSON.stringify(rows.slice(start, start + CHUNK)).slice(1, -1);
    yield `${start === 0 ? '' : ','}${scriptJson(part)}`;
  }
}

function decisionCells(row: DecisionRow, codeOf: ReadonlyMap<string, number>): DecisionCells {
  return [
    row.step,
    row.date,
    row.verdict,
    row.code === null ? -1 : (codeOf.get(row.code) ?? -1),
    row.orders,
    digits(row.confidence, 4),
    digits(row.decideMs, 4),
    digits(row.nav, 9),
    digits(row.change, 6),
    row.note,
    row.isPerturbed ? 1 : 0,
  ];
}

type ShownCell = Omit<CellResult, 'type'> & { readonly plan?: string | null };

function cellCells(shown: ShownCell): CellCells {
  const { index, cell, status, failure, code, summary, attempts, command, plan } = shown;
  const under = plan == null ? '' : ` under ${printableShort(plan, CODE_CHARS)}`;
  return [
    index,
    `${cell.window_start}:${cell.window_end}${under}`,
    String(cell.seed),
    status,
    printableShort([failure, code].filter((each) => each !== null).join(' '), CODE_CHARS),
    digits(summary?.total_return ?? null, 9),
    digits(summary?.sharpe_per_period ?? null, 6),
    digits(summary?.psr_zero ?? null, 6),
    digits(summary?.max_drawdown ?? null, 9),
    attempts.length,
    printableShort(command, COMMAND_CHARS),
  ];
}

const CODE_CHARS = 120;
const COMMAND_CHARS = 500;

function rounded({ steps, values }: Curve): Curve {
  return { steps, values: values.map((value) => digits(value, 9)!) };
}

function digits<Value extends number | null>(value: Value, count: number): Value {
  return (value === null ? null : Number(value.toPrecision(count))) as Value;
}
