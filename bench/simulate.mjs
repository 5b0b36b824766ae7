/**
 * Round trips per second of the whole program, `simulate --no-double-run --format json`,
 * against a bare pipe ping-pong that is a node program too: the same agent, payload of
 * the same size. What counts is the run itself: the kit's own wall time of a long run
 * less that of a short one, and the same of the bare one; starting, ending and writing
 * the report are not asked here. Page 9 asks for 0.9.
 *
 * Beside the times stands what each of the programs itself takes of a processor: other
 * work on the machine hardly changes that.
 *
 * The kit gives an agent a session of its own; where the kernel schedules by session
 * (sched_autogroup) that costs round trips by itself, so the bare one has one, too.
 *
 *   node bench/simulate.mjs [--rounds 7] [--steps 12000]
 */
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, steps: { type: 'string', default: '12000' } },
});
const rounds = Number(values.rounds);
const long = Number(values.steps);
const short = Math.floor(long / 6);

const agentScript = fileURLToPath(new URL('../test/fixtures/agents/hold.mjs', import.meta.url));
const sbdev = fileURLToPath(new URL('../dist/bin/sbdev.js', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'simulate-bench-'));
const bareProgram = `
import { spawn } from 'node:child_process';
const count = Number(process.argv[1]);
const child = spawn(process.execPath, [${JSON.stringify(agentScript)}], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
const payload = 'x'.repeat(2700) + '\\n';
const startedAt = performance.now();
let left = count;
child.stdout.on('data', () => {
  left -= 1;
  if (left > 0) child.stdin.write(payload);
  else { console.log(JSON.stringify({ wall_ms: performance.now() - startedAt })); child.stdin.end(); }
});
child.stdin.write(payload);
`;
const kit = (steps, flags) => [
  sbdev,
  ...[
    'simulate',
    '--cmd',
    `${process.execPath} ${agentScript}`,
    '--no-double-run',
    '--format',
    'json',
    ...flags,
  ],
  ...['--data', `synthetic:5:${long + 40}:1`, '--window', `20:${20 + steps}`],
];
const contenders = {
  bare: (steps) => ['--input-type=module', '-e', bareProgram, String(steps)],
  'kit without a record': (steps) => kit(steps, ['--no-record']),
  'kit with a record': (steps) => kit(steps, []),
};

const perStep = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
const cpuPerStep = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, argsOf] of Object.entries(contenders)) {
    const quick = await measured(argsOf(short));
    const slow = await measured(argsOf(long));
    perStep[name].push(((slow.wallMs - quick.wallMs) * 1000) / (long - short));
    cpuPerStep[name].push((slow.cpuUs - quick.cpuUs) / (long - short));
  }
}
rmSync(cwd, { recursive: true, force: true });
for (const [name, list] of Object.entries(perStep)) {
  const cpu = median(cpuPerStep[name]).toFixed(1);
  console.log(`${name.padEnd(22)} ${median(list).toFixed(1)} us a round trip, ${cpu} us of a processor`);
}
console.log(`simulate to bare, no record ${ratio('kit without a record')} (target >= 0.9)`);
console.log(`simulate to bare, recorded ${ratio('kit with a record')} (target >= 0.9)`);

function ratio(name) {
  return median(perStep.bare.map((each, index) => each / perStep[name][index])).toFixed(3);
}

/** The program's own measure, from the last line that it prints, and its processor time, the report's included. */
function measured(args) {
  const report =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("\\ncpu " + (user + system) + "\\n"); })';
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  // To a file: a reader of a pipe would be a third process on two cores, which the bare program has not.
  const file = join(cwd, 'output');
  const output = openSync(file, 'w');
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    cwd,
    stdio: ['ignore', output, 'pipe'],
  });
  closeSync(output);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-65_536);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const tail = endOf(file);
      const wall = /"wall_ms":([0-9.]+)/.exec(tail.slice(Math.max(0, tail.lastIndexOf('"timing"'))));
      const cpu = /\ncpu (\d+)\n/.exec(errors);
      if (code === 0 && wall !== null && cpu !== null)
        resolve({ wallMs: Number(wall[1]), cpuUs: Number(cpu[1]) });
      else reject(new Error(`exit ${code}: ${errors}`));
    });
  });
}

/** The last of a file, where the report's timing stands. */
function endOf(file) {
  const handle = openSync(file, 'r');
  const { size } = fstatSync(handle);
  const bytes = Buffer.alloc(Math.min(size, 65_536));
  readSync(handle, bytes, 0, bytes.length, size - bytes.length);
  closeSync(handle);
  return bytes.toString('utf8');
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
