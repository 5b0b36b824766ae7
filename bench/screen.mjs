/**
 * What a screen costs a run (page 9 asks for 1.15): `sbdev simulate` on a pseudo-terminal
 * that takes everything at once, against the same run in lines (`--plain --quiet`), side by
 * side: from the start of the program to the verdict. Beside it: how soon the first frame
 * is there, frames a second, and what one frame costs at 200x50.
 *
 *   npm run build && node --import tsx bench/screen.mjs [--rounds 7] [--steps 20000]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, steps: { type: 'string', default: '20000' } },
});
const rounds = Number(values.rounds);
const steps = Number(values.steps);
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'screen-bench-'));

const simulate = [
  ...[process.execPath, path('dist/bin/sbdev.js'), 'simulate'],
  ...['--cmd', `${process.execPath} ${path('test/fixtures/agents/hold.mjs')}`],
  ...[
    '--no-double-run',
    '--no-watch',
    '--data',
    `synthetic:5:${steps + 40}:1`,
    '--window',
    `20:${20 + steps}`,
  ],
];

const ratios = [];
const dearness = [];
const firstFrames = [];
const rates = [];
for (let round = 0; round < rounds; round += 1) {
  const lines = await measured([...simulate, '--plain', '--quiet']);
  const screen = await measured(simulate);
  if (screen.seen_ms === null) throw new Error('no run was passed');
  ratios.push(screen.seen_ms / lines.ended_ms);
  dearness.push(screen.processor_ms / lines.processor_ms);
  const frames = screen.writes.filter(([, , count]) => count > 0).map(([at]) => at);
  firstFrames.push(frames[0]);
  rates.push((frames.length - 1) / ((frames.at(-1) - frames[0]) / 1000));
}
rmSync(cwd, { recursive: true, force: true });
console.log(`run on a screen of 120x40, to one in lines ${median(ratios).toFixed(3)} (target <= 1.15)`);
console.log(`its processor time, agent and all, to that in lines: ${median(dearness).toFixed(3)}`);
console.log(`frames a second ${median(rates).toFixed(1)} (target <= 30)`);
console.log(`first frame after ${median(firstFrames).toFixed(0)} ms`);
console.log(`one frame at 200x50, made and painted, of processor time: ${(await frameMs()).toFixed(2)} ms`);

/** The report of `terminalSink.py`; a program on a screen is left once its run has passed. */
async function measured(command) {
  const sink = [path('test/support/terminalSink.py'), '120', '40', '✓ passed', 'q', '--'];
  const child = spawn('python3', [...sink, ...command], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  await ended(child);
  const report = JSON.parse(text);
  if (report.exit_code !== 0) throw new Error(`exit ${report.exit_code}`);
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
  const before = process.cpuUsage();
  for (let upTo = 1000; upTo < 2000; upTo += 1) draw(upTo);
  // Of the processor: a busy machine makes no frame dearer.
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / 1000;
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
