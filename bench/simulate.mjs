/**
 * Round trips per second of the whole program, `simulate --no-double-run --format json`,
 * against a bare pipe ping-pong that is a node program too: the same agent, payload of
 * the same size. Both are run for a short and a long time in turn, and only the
 * difference counts: what starting and ending cost is not asked here. Page 9 asks for
 * 0.9.
 *
 * The kit gives an agent a session of its own; where the kernel schedules by session
 * (sched_autogroup) that costs round trips by itself, so the bare one is run both ways.
 *
 *   node bench/simulate.mjs [--rounds 7] [--steps 12000]
 */
import { spawn } from 'node:child_process';
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
const bareProgram = `
import { spawn } from 'node:child_process';
const [count, detached] = [Number(process.argv[1]), process.argv[2] === 'own'];
const child = spawn(process.execPath, [${JSON.stringify(agentScript)}], { stdio: ['pipe', 'pipe', 'ignore'], detached });
const payload = 'x'.repeat(2700) + '\\n';
let left = count;
child.stdout.on('data', () => { left -= 1; if (left > 0) child.stdin.write(payload); else child.stdin.end(); });
child.stdin.write(payload);
`;

const contenders = {
  kit: (steps) => [
    sbdev,
    ...['simulate', '--cmd', `${process.execPath} ${agentScript}`, '--no-double-run', '--no-record', '--format', 'json'],
    ...['--data', `synthetic:5:${long + 40}:1`, '--window', `20:${20 + steps}`],
  ],
  own: (steps) => ['--input-type=module', '-e', bareProgram, String(steps), 'own'],
  shared: (steps) => ['--input-type=module', '-e', bareProgram, String(steps), 'shared'],
};

const perStep = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, argsOf] of Object.entries(contenders)) {
    const quick = await wallMs(argsOf(short));
    const slow = await wallMs(argsOf(long));
    perStep[name].push(((slow - quick) * 1000) / (long - short));
  }
}
for (const [name, list] of Object.entries(perStep)) console.log(`${name.padEnd(8)} ${median(list).toFixed(1)} us a round trip`);
console.log(`simulate to bare, own session  ${ratio('own')} (target >= 0.9)`);
console.log(`simulate to bare, same session  ${ratio('shared')} (target >= 0.9)`);

function ratio(name) {
  return median(perStep[name].map((each, index) => each / perStep.kit[index])).toFixed(3);
}

function wallMs(args) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`exit ${code}`));
    });
  });
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
