/**
 * Decisions per second over HTTP against a bare `node:http` client that opens a fresh
 * connection for every request: the same server, the same payload. Page 9 asks for 0.9.
 * Both take turns in short blocks, so that drift of the machine meets them alike; a ratio
 * is the median over neighbouring blocks.
 *
 * The second ratio is the whole program, `sbdev simulate --http`, against a bare node
 * program with a payload of the same size: of a long and a short run of each only the
 * difference counts, so that what starting costs is not asked here, nor what a program costs
 * while it is being compiled.
 *
 *   node bench/http.mjs [--blocks 40] [--trips 400] [--rounds 5]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '40' },
    trips: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '5' },
  },
});
const blocks = Number(values.blocks);
const trips = Number(values.trips);
const sbdev = fileURLToPath(new URL('../dist/bin/sbdev.js', import.meta.url));

const serverProgram = `
import http from 'node:http';
const server = http.createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': 13 }).end('{"orders":[]}'));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;
const bareProgram = `
import http from 'node:http';
${post.toString()}
const payload = 'x'.repeat(2700);
for (let left = Number(process.argv[2]); left > 0; left -= 1) await post(Number(process.argv[1]), payload);
`;

const folder = mkdtempSync(join(tmpdir(), 'http-bench-'));
const server = await startServer();
try {
  await transportAlone();
  await wholeProgram();
} finally {
  server.child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function transportAlone() {
  const payload = payloadOf(5);
  const { startHttpAgent } = await bundled('src/agents/http/httpEndpoint.ts');
  const agent = await startHttpAgent({ url: `127.0.0.1:${server.port}`, cwd: folder, env: {}, envNames: [] });
  const presentation = { step: 0, line: () => payload, observation: () => null };
  const contenders = {
    bare: () => post(server.port, payload),
    transport: async () => {
      const answer = await agent.decide(presentation, 30_000);
      if (answer.kind !== 'line') throw new Error(answer.diagnostic.code);
    },
  };
  const rates = { bare: [], transport: [] };
  for (const trip of Object.values(contenders)) await block(trip);
  for (let turn = 0; turn < blocks; turn += 1) {
    // Who goes first alternates, too.
    const order = Object.keys(contenders);
    for (const name of turn % 2 === 0 ? order : order.reverse())
      rates[name].push(await block(contenders[name]));
  }
  await agent.close();
  const ratio = median(rates.transport.map((each, index) => each / rates.bare[index]));
  console.log(`payload              ${payload.length} bytes, ${blocks} blocks of ${trips} decisions each`);
  console.log(`bare node:http       ${Math.round(median(rates.bare))} decisions/s`);
  console.log(`HTTP transport       ${Math.round(median(rates.transport))} decisions/s`);
  console.log(`transport to bare    ${ratio.toFixed(3)} (target >= 0.9)`);
}

async function block(trip) {
  const startedAt = performance.now();
  for (let count = 0; count < trips; count += 1) await trip();
  return (trips * 1000) / (performance.now() - startedAt);
}

/** Long and short runs in turn, of node programs both; only the difference counts. */
async function wholeProgram() {
  const [short, long] = [2_000, 12_000];
  const rates = { bare: [], simulate: [] };
  const contenders = {
    bare: (steps) => ['--input-type=module', '-e', bareProgram, String(server.port), String(steps)],
    simulate: (steps) => [
      ...[sbdev, 'simulate', '--http', `127.0.0.1:${server.port}`, '--data', `synthetic:5:${long + 40}:1`],
      ...['--window', `20:${20 + steps}`, '--format', 'json', '--no-double-run', '--no-record'],
    ],
  };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, argsOf] of Object.entries(contenders)) {
      const quick = await wallMs(argsOf(short));
      rates[name].push(((long - short) * 1000) / ((await wallMs(argsOf(long))) - quick));
    }
  }
  const ratio = median(rates.simulate.map((each, index) => each / rates.bare[index]));
  console.log(`bare program         ${Math.round(median(rates.bare))} decisions/s`);
  console.log(`simulate --http      ${Math.round(median(rates.simulate))} decisions/s`);
  console.log(`simulate to bare     ${ratio.toFixed(3)} (target >= 0.9)`);
}

function wallMs(args) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) =>
    child.once('close', (code) =>
      code === 0 ? resolve(performance.now() - startedAt) : reject(new Error(`${args[1]}: exit ${code}`)),
    ),
  );
}

/** One bare exchange: what a node program does that wants a fresh connection each time. */
function post(port, payload) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        ...{ host: '127.0.0.1', port, path: '/decide', method: 'POST', agent: false },
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

async function startServer() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', serverProgram], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
  return { child, port };
}

async function bundled(entry) {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(`../${entry}`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return import(outfile);
}

/** An observation of the usual size: `symbols` symbols of 20 closes. */
function payloadOf(symbols) {
  const closes = Array.from({ length: 20 }, (_, index) => 100 + index / 7);
  return JSON.stringify({
    date: '2024-01-02',
    cash: 100000,
    symbols: Array.from({ length: symbols }, (_, index) => ({
      symbol: `SYM${index}`,
      close_history: closes,
      fundamentals: {},
      news: [],
    })),
    portfolio: [],
  });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
