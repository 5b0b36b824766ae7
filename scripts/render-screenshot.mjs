// Makes docs/media/*.svg: runs a command on a real terminal of fixed size (tmux), presses
// keys where it has a screen, takes what stands there, colours included, and draws it.
//
//   npm run build && node scripts/render-screenshot.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ansiToSvg } from './ansiToSvg.mjs';

/**
 * What is typed, as the reader would, and the file that shows what came of it. `until` is
 * waited for, and `keys` are pressed then; without it the command runs to its end.
 */
const screenshots = [
  {
    file: 'simulate.svg',
    columns: 104,
    rows: 40,
    typed: 'sbdev simulate --cmd "python3 examples/agents/momentum.py" --data jumpy --plain',
  },
  {
    file: 'live.svg',
    columns: 120,
    rows: 38,
    typed:
      'sbdev simulate --cmd "python3 examples/agents/momentum.py" --data jumpy --fault-plan examples/faults/stale-reads.json',
    until: '✓ passed',
    keys: [...Array.from({ length: 21 }, () => 'Left')],
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(`${root}docs/media`, { recursive: true });
for (const shot of screenshots) {
  const { file, typed, columns, until } = shot;
  const screen = until === undefined ? `$ ${typed}\n\n${capture(shot)}` : capture(shot);
  writeFileSync(`${root}docs/media/${file}`, ansiToSvg(screen, { columns, title: typed }));
  console.log(`docs/media/${file}`);
}

/** The last screen of the command, with its SGR sequences and without trailing blank lines. */
function capture({ typed, columns, rows, until, keys = [] }) {
  // A server of its own, so that no session of the user's is touched.
  const server = ['-L', `screenshot-${process.pid}`];
  const tmux = (...args) => execFileSync('tmux', [...server, ...args], { encoding: 'utf8' });
  const command = typed.replace(/^sbdev/, `${process.execPath} dist/bin/sbdev.js`);
  const inside = `cd '${root}' && ${command} --no-record; tmux ${server.join(' ')} wait-for -S done; cat`;
  const unset = ['PYTHONUNBUFFERED', 'NO_COLOR', 'CI'].flatMap((name) => ['-u', name]);
  const clean = ['env', ...unset, 'TERM=xterm-256color', 'LANG=C.UTF-8'];
  const size = ['-x', `${columns}`, '-y', `${rows}`];
  try {
    tmux('-u', '-f', '/dev/null', 'new-session', '-d', ...size, ...clean, 'sh', '-c', inside);
    if (until === undefined) tmux('wait-for', 'done');
    else waitFor(() => tmux('capture-pane', '-p').includes(until));
    const before = tmux('capture-pane', '-p');
    for (const key of keys) tmux('send-keys', key);
    if (keys.length > 0)
      waitFor(() => tmux('capture-pane', '-p').includes('looking at') && settled(tmux, before));
    return tmux('capture-pane', '-e', '-p').trimEnd();
  } finally {
    tmux('kill-server');
  }
}

/** Whether two looks show the same, and something else than before. */
function settled(tmux, before) {
  const once = tmux('capture-pane', '-p');
  execFileSync('sleep', ['0.3']);
  return once !== before && once === tmux('capture-pane', '-p');
}

function waitFor(holds) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (holds()) return;
    execFileSync('sleep', ['0.2']);
  }
  throw new Error('the screen never showed what was waited for');
}
