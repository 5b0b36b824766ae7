// Start-up and memory of the built program (page 9): what a person waits for before
// anything happens, against the least that Node itself needs. Alternating runs, medians
// of the ratios of neighbours, so that drift of the machine meets both alike.
//
//   npm run build && node bench/startup.mjs
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const ROUNDS = 21;
const PROGRAM = 'dist/bin/sbdev.js';

const simulate = ['simulate', '--format', 'json', '--no-record'];
const cases = [
  { name: '--version', target: 1.6, args: ['--version'] },
  { name: '--help', target: 1.6, args: ['--help'] },
  { name: 'simulate of one step', target: 3, args: [...simulate, '--agent', 'hold', '--window', '20:21'] },
];
const longRun = [
  'simulate',
  '--agent',
  'buy-and-hold',
  '--data',
  'synthetic:5:24030:1',
  '--window',
  '20:24020',
  '--format',
  'json',
];

if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: npm run build`);

console.log(`over node -e 0, medians of ${ROUNDS} alternating runs`);
for (const { name, target, args } of cases) {
  const ratios = [];
  const absolute = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = elapsed(['-e', '0']);
    const own = elapsed([PROGRAM, ...args]);
    ratios.push(own / bare);
    absolute.push(own);
  }
  console.log(
    `  ${name} ${median(ratios).toFixed(2)} (target <= ${target})   ${median(absolute).toFixed(0)} ms`,
  );
}
console.log('24,000 steps, headless');
console.log(`  resident at the peak, MB ${peakMegabytes(longRun).toFixed(0)} (target <= 200)`);

function elapsed(args) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const milliseconds = performance.now() - started;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return milliseconds;
}

/** The program says so itself, as it leaves: no tool of the machine is needed. */
function peakMegabytes(args) {
  const report =
    'process.on("exit", () => process.stderr.write("\\npeak " + process.resourceUsage().maxRSS + "\\n"))';
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, PROGRAM, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const kilobytes = Number(/\npeak (\d+)\n/.exec(stderr)?.[1]);
  if (status !== 0 || !(kilobytes > 0))
    throw new Error(`sbdev ${args.join(' ')} ended with ${status}: ${stderr}`);
  return kilobytes / 1024;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
