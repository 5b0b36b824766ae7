/**
 * From a save to the first observation that the new generation gets, as the agent itself
 * sees it, less what its own start takes (measured between, with nobody else involved).
 * 20 saves each: while nothing runs, in the middle of a run, and with a double run.
 *
 *   npm run build && node bench/reload.mjs [--saves 20]
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { saves: { type: 'string', default: '20' } } });
const saves = Number(values.saves);
const program = resolve('dist/bin/sbdev.js');
if (!existsSync(program)) throw new Error(`${program} is missing: npm run build`);

const work = mkdtempSync(join(tmpdir(), 'reload-bench-'));
try {
  await measured('idle', { stepMs: 0, flags: ['--no-double-run'], isTarget: true });
  await measured('in a run', { stepMs: 20, flags: ['--no-double-run'], isTarget: true });
  // Two interpreters start at once, which costs what the machine's cores make of it.
  await measured('in a double run', { stepMs: 20, flags: [], isTarget: false });
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measured(name, { stepMs, flags, isTarget }) {
  const folder = project(stepMs);
  const bare = project(0);
  const events = startWatch(folder, flags);
  const times = [];
  const own = [];
  const isUnderWay = (event) => event.type === 'turn' && event.step === 5;
  const hasEnded = (event) => event.type === 'run_report';
  try {
    await events.next(stepMs === 0 ? hasEnded : isUnderWay);
    for (let save = 1; save <= saves; save += 1) {
      const savedAt = saveAgent(folder, stepMs, save);
      await events.next((event) => event.type === 'generation_started');
      await events.next(isUnderWay);
      times.push(firstSeen(folder, save) - savedAt);
      if (stepMs === 0) await events.next(hasEnded);
      // Alternating, so that drift of the machine meets both alike.
      own.push(await ownStart(bare));
    }
  } finally {
    await events.stop();
  }
  const beyond = times.map((time, at) => time - own[at]);
  console.log(`${name}: save to first observation ${text(times)}; the agent's own start ${text(own)}`);
  console.log(
    `  ${name}, ms beyond the agent's start ${median(beyond).toFixed(0)}${isTarget ? ' (target <= 150)' : ''}   worst ${Math.max(...beyond).toFixed(0)}`,
  );
}

function text(times) {
  return `median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`;
}

/** When a version of the agent read its first observation. */
function firstSeen(folder, version) {
  const lines = readFileSync(join(folder, '..', 'seen'), 'utf8')
    .trim()
    .split('\n');
  const found = lines.map((line) => line.split(' ')).findLast(([which]) => which === String(version));
  return Number(found[1]);
}

/** A project of its own; what the agent tells stands beside it, where nobody watches. */
function project(stepMs) {
  const folder = join(mkdtempSync(join(work, 'project-')), 'agent');
  mkdirSync(folder);
  saveAgent(folder, stepMs, 0);
  return folder;
}

function saveAgent(folder, stepMs, version) {
  const text = `import json, sys, time
VERSION = ${version}
first = True
for line in sys.stdin:
    if first:
        open(${JSON.stringify(join(folder, '..', 'seen'))}, 'a').write(f'{VERSION} {time.time() * 1000}\\n')
        first = False
    json.loads(line)
    time.sleep(${stepMs / 1000})
    print('{"orders":[]}', flush=True)
`;
  writeFileSync(join(folder, 'agent.py.tmp'), text);
  renameSync(join(folder, 'agent.py.tmp'), join(folder, 'agent.py'));
  return Date.now();
}

/**
 * From the spawn of the agent, by nobody but this, to the first line that it reads; in a
 * session of its own, as the kit starts it.
 */
async function ownStart(folder) {
  const startedAt = Date.now();
  const child = spawn('python3', ['agent.py'], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end('{}\n');
  child.stdout.resume();
  await new Promise((done) => child.once('close', done));
  return firstSeen(folder, 0) - startedAt;
}

function startWatch(folder, flags) {
  const args = [program, 'watch', '--cmd', 'python3 agent.py', '--no-record', '--format', 'json', ...flags];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const waiting = [];
  const events = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) events.push(JSON.parse(line));
    for (const wake of waiting.splice(0)) wake();
  });
  const ended = new Promise((done) => child.once('close', done));
  return {
    /** Takes events up to the first that is wanted. */
    async next(isWanted) {
      for (;;) {
        const at = events.findIndex(isWanted);
        if (at !== -1) return void events.splice(0, at + 1);
        events.length = 0;
        await Promise.race([
          new Promise((wake) => waiting.push(wake)),
          ended.then(() => Promise.reject(new Error('watch ended'))),
        ]);
      }
    },
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

function median(all) {
  return [...all].sort((a, b) => a - b)[all.length >> 1];
}
