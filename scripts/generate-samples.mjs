// Writes examples/data/: the frozen samples and their manifest. Running it again
// changes nothing; a test proves that the files in the repository are what it makes.
//
//   node --import tsx scripts/generate-samples.mjs
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { csvTokenizer } from '../src/cli/csvTokenizer.ts';
import { readCsv } from '../src/market/csv/readCsv.ts';
import { datasetSha256 } from '../src/market/digest.ts';
import { samples } from './samples/markets.mjs';

/** Every file of examples/data/ with its text. */
export function sampleFiles() {
  const files = samples.map((sample) => ({ ...sample, file: `${sample.name}.csv`, text: sample.make() }));
  const manifest = {
    licence: 'CC0-1.0',
    made_by: 'scripts/generate-samples.mjs',
    samples: files.map(({ name, about, file, text }) => describe(name, about, file, text)),
  };
  return [
    ...files.map(({ file, text }) => ({ file, text })),
    { file: 'manifest.json', text: `${JSON.stringify(manifest, null, 2)}\n` },
  ];
}

function describe(name, about, file, text) {
  const bytes = Buffer.from(text);
  const { dataset } = readCsv(bytes, file, csvTokenizer);
  return {
    name,
    file,
    about,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    rows: text.split('\n').length - 2,
    symbols: dataset.symbols,
    bars: dataset.dates.length,
    first_date: dataset.dates[0],
    last_date: dataset.dates.at(-1),
    dataset_sha256: datasetSha256(dataset),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL('../examples/data/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const { file, text } of sampleFiles()) writeFileSync(new URL(file, folder), text);
}
