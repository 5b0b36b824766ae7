// The engine alone: microseconds a step, and whether a step costs the same however long
// the data is and however many symbols it has (page 9). The part measured is src/,
// bundled as the build does it.
//
//   node bench/engine.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const SYMBOLS = 5;
const SHORT = 6_000;
const LONG = 24_000;
const ROUNDS = 15;

const { costProfiles, EngineRun, generateDataset, observationAt, parseGeneratorSpec, referenceAgents } =
  await library();

const short = market(SYMBOLS, SHORT);
const long = market(SYMBOLS, LONG);
const wide = market(SYMBOLS * 4, SHORT);

// Best of alternating rounds: what else the machine does only ever adds time. All three
// take the same number of steps, so that a long run is not interrupted more than a short.
const best = { short: Infinity, long: Infinity, wide: Infinity };
for (let round = 0; round < ROUNDS; round += 1) {
  best.short = Math.min(best.short, microsecondsPerStep(short, LONG / SHORT));
  best.long = Math.min(best.long, microsecondsPerStep(long, 1));
  best.wide = Math.min(best.wide, microsecondsPerStep(wide, LONG / SHORT));
}

console.log(`buy-and-hold, ${SYMBOLS} symbols, best of ${ROUNDS} runs`);
console.log(`  us a step at ${LONG} bars ${best.long.toFixed(2)} (target <= 5)`);
console.log(`  step at ${LONG} bars over one at ${SHORT} ${ratio(best.long, best.short)} (target <= 1.3)`);
console.log(
  `  step of ${SYMBOLS * 4} symbols over one of ${SYMBOLS}, per symbol ${ratio(best.wide, best.short * 4)} (target <= 1.3)`,
);

/** Observe, decide, execute: whole runs, one after the other. */
function microsecondsPerStep(dataset, runs) {
  const window = { start: 20, end: dataset.dates.length };
  let steps = 0;
  const started = performance.now();
  for (let count = 0; count < runs; count += 1) {
    const run = new EngineRun({ dataset, costs: costProfiles.typical, window, seed: 3n });
    const decide = referenceAgents['buy-and-hold']();
    while (!run.done) run.execute(decide(observationAt(dataset, run.bar, run.cash, run.shares)));
    steps += run.steps;
  }
  return ((performance.now() - started) * 1000) / steps;
}

function market(symbols, bars) {
  const spec = `synthetic:${symbols}:${bars}:1`;
  return generateDataset(parseGeneratorSpec(spec), spec);
}

function ratio(a, b) {
  return (a / b).toFixed(3);
}

async function library() {
  const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
  try {
    const outfile = join(folder, 'index.mjs');
    await build({
      entryPoints: ['src/index.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
    return await import(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
