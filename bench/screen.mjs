/**
 * What a screen costs a run (page 9 asks for 1.15): `sbdev simulate` on a pseudo-terminal
 * that takes everything at once, against the same run in lines (`--plain --quiet`), side by
 * side. What counts is the run itself, so a short one is taken off a long one: what reads
 * keys and draws is loaded while the agent starts. Beside it: how soon the first frame is
 * there, frames a second, and what one frame costs at 200x50.
 *
 *   npm run build && node --import tsx bench/screen.mjs [--rounds 7] [--steps 8000]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, steps: { type: 'string', default: '8000' } },
});
const rounds = Number(values.rounds);
const long = Number(values.steps);
const short = 200;
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'screen-bench-'));

const simulate = (steps) => [
  ...[process.execPath, path('dist/bin/sbdev.js'), 'simulate'],
  ...['--cmd', `${process.execPath} ${path('test/fixtures/agents/hold.mjs')}`],
  ...[
    '--no-double-run',
    '--no-watch',
    '--data',
    `synthetic:5:${long + 40}:1`,
    '--window',
    `20:${20 + steps}`,
  ],
];

const ratios = [];
const firstFrames = [];
const rates = [];
for (let round = 0; round < rounds; round += 1) {
  const plain = (await inLines(long)) - (await inLines(short));
  const [whole, start] = [await onScreen(long), await onScreen(short)];
  ratios.push((whole.seen_ms - start.seen_ms) / plain);
  const frames = whole.writes.filter(([, , count]) => count > 0).map(([at]) => at);
  firstFrames.push(frames[0]);
  rates.push((frames.length - 1) / ((frames.at(-1) - frames[0]) / 1000));
}
rmSync(cwd, { recursive: true, force: true });
console.log(`run on a screen of 120x40, to one in lines ${median(ratios).toFixed(3)} (target <= 1.15)`);
console.log(`frames a second ${median(rates).toFixed(1)} (target <= 30)`);
console.log(`first frame after ${median(firstFrames).toFixed(0)} ms`);
console.log(`one frame at 200x50, made and painted: ${(await frameMs()).toFixed(2)} ms`);

async function inLines(steps) {
  const [program, ...args] = simulate(steps);
  const startedAt = performance.now();
  await ended(
    spawn(program, [...args, '--plain', '--quiet'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  return performance.now() - startedAt;
}

/** The report of `terminalSink.py`; the program leaves once its run has passed. */
async function onScreen(steps) {
  const sink = [path('test/support/terminalSink.py'), '120', '40', '✓ passed', 'q', '--'];
  const child = spawn('python3', [...sink, ...simulate(steps)], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await ended(child);
  const report = JSON.parse(text);
  if (report.exit_code !== 0 || report.seen_ms === null)
    throw new Error(`no run was passed: ${text.slice(-200)}`);
  return report;
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))));
  });
}

/** Mean of many frames of a run that goes on, each a step further. */
async function frameMs() {
  const { toldRun, rotating, contextOf } = await import('../test/ui/toldRun.ts');
  const { frameOf } = await import('../src/ui/frame.ts');
  const { layoutFor } = await import('../src/ui/layout.ts');
  const { colors } = await import('../src/ui/text/paint.ts');
  const { paintFrame } = await import('../src/ui/screen/paintFrame.ts');
  const told = await toldRun(rotating(), { data: 'synthetic:8:2100:1', window: '30:2030' });
  const context = contextOf(told);
  const layout = layoutFor({ columns: 200, rows: 50 }, 8, false);
  const draw = (upTo) => paintFrame(frameOf({ ...context, upTo }, layout), colors);
  for (let upTo = 1; upTo <= 300; upTo += 1) draw(upTo);
  const startedAt = performance.now();
  for (let upTo = 1000; upTo < 2000; upTo += 1) draw(upTo);
  return (performance.now() - startedAt) / 1000;
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
