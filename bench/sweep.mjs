/**
 * A sweep of 16 cells with two jobs against the same with one, in turn, with an agent in
 * Python; records are kept, as they are by default. Page 9 asks for 1.7 on two cores. The
 * output has to be the same bytes.
 *
 *   node bench/sweep.mjs [--rounds 5] [--bars 2500]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    bars: { type: 'string', default: '2500' },
    agent: { type: 'string', default: 'momentum.py' },
  },
});
const rounds = Number(values.rounds);
const agent = fileURLToPath(new URL(`../examples/agents/${values.agent}`, import.meta.url));
const sbdev = fileURLToPath(new URL('../dist/bin/sbdev.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sweep-bench-'));

try {
  const walls = { 1: [], 2: [] };
  let output = null;
  for (let round = 0; round < rounds; round += 1) {
    for (const jobs of [1, 2]) {
      const { wallMs, stdout } = await sweep(jobs);
      walls[jobs].push(wallMs);
      output ??= stdout;
      if (stdout !== output) throw new Error(`--jobs ${jobs} gave other bytes`);
    }
  }
  console.log(`${availableParallelism()} cores, ${values.bars} bars, ${values.agent}`);
  for (const jobs of [1, 2]) console.log(`${jobs} jobs  ${(median(walls[jobs]) / 1000).toFixed(2)} s`);
  const ratios = walls[1].map((wall, round) => wall / walls[2][round]);
  console.log(`one job over two jobs, 16 cells  ${median(ratios).toFixed(2)} (target >= 1.7)`);
} finally {
  rmSync(folder, { recursive: true });
}

function sweep(jobs) {
  const args = ['sweep', '--cmd', `python3 ${agent}`, '--data', `synthetic:3:${values.bars}:1`];
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [sbdev, ...args, '--jobs', String(jobs), '--format', 'json', '--quiet'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve({ wallMs: performance.now() - startedAt, stdout });
      else reject(new Error(`exit ${code}`));
    });
  });
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
