import uPlot from 'uplot';
import { onPrint } from './print.ts';

export interface ChartLine {
  readonly name: string;
  readonly values: readonly number[];
  /** Custom properties of the page's style. */
  readonly color: string;
  readonly fill?: string;
  readonly dash?: number[];
  readonly text: (value: number) => string;
}

export interface LineChart {
  readonly id: string;
  readonly steps: readonly number[];
  /** Steps to be marked with a cross at the foot. */
  readonly marks: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly height: number;
  /** Least and greatest value of the axis, from those of the lines. */
  readonly range: (low: number, high: number) => [number, number];
  readonly axis: (value: number) => string;
  readonly dateAt: (step: number) => string;
  readonly onStep: (step: number) => void;
}

/** What a sheet of paper has room for. */
const PRINTED_WIDTH = 680;

/** Draws into `#<id>-chart`, with the values under the cursor in `#<id>-readout`. */
export function lineChart(chart: LineChart): void {
  const host = document.getElementById(`${chart.id}-chart`);
  if (host === null || chart.steps.length === 0) return;
  const data: uPlot.AlignedData = [[...chart.steps], ...chart.lines.map(({ values }) => [...values])];
  let plot: uPlot | null = null;
  const draw = (width: number): void => {
    plot?.destroy();
    plot = new uPlot(optionsOf(chart, width), data, host);
  };
  draw(host.clientWidth);
  new ResizeObserver(() => {
    if (host.clientWidth > 0 && host.clientWidth !== plot?.width) {
      plot?.setSize({ width: host.clientWidth, height: chart.height });
    }
  }).observe(host);
  // A canvas has its colours painted in, so that another scheme is drawn anew.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw(host.clientWidth));
  onPrint(
    () => {
      document.documentElement.dataset.print = '';
      draw(PRINTED_WIDTH);
    },
    () => {
      delete document.documentElement.dataset.print;
      draw(host.clientWidth);
    },
  );
  host.addEventListener('click', () => {
    const step = chart.steps[plot?.cursor.idx ?? -1];
    if (step !== undefined) chart.onStep(step);
  });
}

function optionsOf(chart: LineChart, width: number): uPlot.Options {
  const color = (name: string): string =>
    getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = {
    stroke: color('--dim'),
    font,
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: chart.height,
    padding: [8, 30, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false }, points: { size: 7 } },
    scales: { x: { time: false }, y: { range: (_, low, high) => chart.range(low ?? 0, high ?? 0) } },
    axes: [
      {
        ...axis,
        size: 34,
        space: 90,
        grid: { show: false },
        values: (_, splits) => splits.map((step) => (Number.isInteger(step) ? chart.dateAt(step) : '')),
      },
      { ...axis, size: 62, space: 36, values: (_, splits) => splits.map(chart.axis) },
    ],
    series: [
      {},
      ...chart.lines.map(
        (line): uPlot.Series => ({
          label: line.name,
          stroke: color(line.color),
          width: line.dash === undefined ? 1.75 : 1.5,
          points: { show: chart.steps.length === 1 },
          ...(line.fill !== undefined && { fill: color(line.fill) }),
          ...(line.dash !== undefined && { dash: line.dash }),
        }),
      ),
    ],
    hooks: {
      draw: [(plot) => drawMarks(plot, chart.marks, color('--bad'))],
      setCursor: [(plot) => readOut(plot, chart)],
    },
  };
}

/** A cross for each pixel column in which a decision was missing. */
function drawMarks(plot: uPlot, marks: readonly number[], color: string): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const [arm, foot] = [3 * ratio, bbox.top + bbox.height - 7 * ratio];
  ctx.save();
  ctx.setLineDash([]);
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.5 * ratio;
  ctx.beginPath();
  let last = Number.NEGATIVE_INFINITY;
  for (const step of marks) {
    const x = plot.valToPos(step, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width || x - last < 4 * arm) continue;
    last = x;
    ctx.moveTo(x - arm, foot - arm);
    ctx.lineTo(x + arm, foot + arm);
    ctx.moveTo(x - arm, foot + arm);
    ctx.lineTo(x + arm, foot - arm);
  }
  ctx.stroke();
  ctx.restore();
}

function readOut(plot: uPlot, { id, steps, lines, dateAt }: LineChart): void {
  const output = document.getElementById(`${id}-readout`);
  if (output === null) return;
  const at = plot.cursor.idx ?? steps.length - 1;
  const step = steps[at];
  if (step === undefined) return;
  const values = lines.map(({ name, values, text }) => `${name} ${text(values[at]!)}`);
  output.textContent = [`step ${step}`, dateAt(step), ...values].join('  ');
}
