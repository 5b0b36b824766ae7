// Loading a 120,000-row CSV against the time that the CSV library alone needs to
// tokenize it (target: at most 2 x). Both in alternating rounds of one run, each on a
// collected heap; the median of the rounds counts.
//
//   node --expose-gc --import tsx bench/csv.mjs
import { parse } from 'csv-parse/sync';
import { csvTokenizer } from '../src/cli/csvTokenizer.ts';
import { readCsv } from '../src/market/csv/readCsv.ts';

const ROUNDS = 15;
const bytes = priceFile(24_000, ['AAA', 'BBB', 'CCC', 'DDD', 'EEE']);

console.log(
  `csv: 120,000 rows, ${(bytes.length / 1e6).toFixed(1)} MB, medians of ${ROUNDS} alternating rounds`,
);
report('load / tokenize', '(target <= 2)', bytes);
report(
  'the same with every field quoted,',
  'for comparison',
  Buffer.from(bytes.toString().replaceAll(/[^,\n]+/g, '"$&"')),
);

function report(name, remark, file) {
  const tokenizeMs = [];
  const loadMs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    tokenizeMs.push(time(() => parse(file)));
    loadMs.push(time(() => readCsv(file, 'bench.csv', csvTokenizer)));
  }
  const [tokenize, load] = [median(tokenizeMs), median(loadMs)];
  console.log(`  csv-parse alone ${tokenize.toFixed(0)} ms, load as dataset ${load.toFixed(0)} ms`);
  console.log(`  ${name} ${(load / tokenize).toFixed(2)} ${remark}`);
}

function time(work) {
  globalThis.gc?.();
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function priceFile(days, symbols) {
  const lines = ['date,symbol,close'];
  for (let day = 0; day < days; day += 1) {
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
    for (const [index, symbol] of symbols.entries()) {
      lines.push(`${date},${symbol},${(100 + ((day * 7919 + index * 104_729) % 50_000) / 997).toFixed(4)}`);
    }
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
