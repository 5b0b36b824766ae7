// Keeps a count in a file beside it, from one run to the next.
import { readFileSync, writeFileSync } from 'node:fs';
import { order, serve } from './agent.mjs';

const file = process.argv[2];
let runs = 0;
try {
  runs = Number(readFileSync(file, 'utf8'));
} catch {
  // The first run.
}
writeFileSync(file, String(runs + 1));
serve(({ symbols }) => [order(symbols[0].symbol, runs / (runs + 1))]);
