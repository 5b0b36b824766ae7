// Every bench of this folder, one after the other, and one table at the end.
//
//   npm run bench [-- engine startup]
//
// A bench is a program of its own. What it wants in the table it prints as
// `what VALUE (target <= LIMIT)`, alone on a line but for a remark behind it.
// Exits with 1 if a target is missed, and with 3 if a bench could not run.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv.slice(2);
const all = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .sort();
for (const name of asked.filter((each) => !all.includes(each))) {
  console.error(`no bench ${name}; there are ${all.join(', ')}`);
  process.exit(2);
}

const rows = [];
const broken = [];
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n== ${name}`);
  const { code, output } = await run(name);
  const found = rowsIn(name, output);
  if (code !== 0 || found.length === 0) broken.push(name);
  rows.push(...found);
}

printTable(rows);
for (const name of broken) console.log(`NOT MEASURED: ${name}`);
process.exitCode = broken.length > 0 ? 3 : rows.every((row) => row.ok) ? 0 : 1;

/** Runs one bench; what it prints is shown as it comes. */
function run(name) {
  const args = ['--expose-gc', '--import', 'tsx', `bench/${name}.mjs`];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

function rowsIn(bench, output) {
  const pattern = /^\s*(.+?)\s+(-?[\d.]+) \(target (<=|>=) ([\d.]+)\)/gm;
  return [...output.matchAll(pattern)].map(([, what, value, relation, limit]) => ({
    what: `${bench}: ${what}`,
    measured: value,
    target: `${relation} ${limit}`,
    ok: relation === '<=' ? Number(value) <= Number(limit) : Number(value) >= Number(limit),
  }));
}

function printTable(all) {
  const head = { what: 'what', measured: 'measured', target: 'target', ok: null };
  const width = (key) => Math.max(...[head, ...all].map((row) => row[key].length));
  const [what, measured, target] = [width('what'), width('measured'), width('target')];
  console.log();
  for (const row of [head, ...all]) {
    const verdict = row.ok === null ? '' : row.ok ? 'ok' : 'MISSED';
    console.log(
      `${row.what.padEnd(what)}  ${row.measured.padStart(measured)}  ${row.target.padStart(target)}  ${verdict}`.trimEnd(),
    );
  }
}
