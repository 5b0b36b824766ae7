/**
 * Wall time of the double run against the single run (page 9: at most 1.3 on two
 * cores), with an agent in Python that computes momentum over real steps. Both are run
 * for a short and a long window in turn and only the difference counts: the agent that
 * is asked again later waits for another second of the clock, once a run, whatever its
 * length; that is printed by itself.
 *
 *   node bench/doubleRun.mjs [--rounds 7] [--steps 4850]
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, steps: { type: 'string', default: '4850' } },
});
const rounds = Number(values.rounds);
const long = Number(values.steps);
const short = 485;

const agent = fileURLToPath(new URL('../examples/agents/momentum.py', import.meta.url));
const sbdev = fileURLToPath(new URL('../dist/bin/sbdev.js', import.meta.url));

const times = { single: { short: [], long: [] }, double: { short: [], long: [] } };
for (let round = 0; round < rounds; round += 1) {
  for (const [kind, flags] of [
    ['single', ['--no-double-run']],
    ['double', []],
  ]) {
    times[kind].short.push(await wallMs(short, flags));
    times[kind].long.push(await wallMs(long, flags));
  }
}

const perStep = (kind) =>
  median(times[kind].long.map((each, round) => (each - times[kind].short[round]) / (long - short)));
console.log(`single run  ${(1000 * perStep('single')).toFixed(1)} us a step`);
console.log(`double run  ${(1000 * perStep('double')).toFixed(1)} us a step`);
const extra = median(times.double.short) - median(times.single.short);
console.log(
  `a window of ${short} steps takes ${extra.toFixed(0)} ms longer, the wait for another second included`,
);
console.log(
  `double run to single run  ${(perStep('double') / perStep('single')).toFixed(3)} (target <= 1.3)`,
);

function wallMs(steps, flags) {
  const args = [sbdev, 'simulate', '--cmd', `python3 ${agent}`, '--data', `synthetic:5:${long + 40}:1`];
  const rest = ['--window', `20:${20 + steps}`, '--no-record', '--quiet', ...flags];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args, ...rest], { stdio: ['ignore', 'ignore', 'inherit'] });
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
