// Makes docs/media/*.svg: runs a command on a real terminal of fixed size (tmux), takes
// what stands there in the end, colours included, and draws it.
//
//   npm run build && node scripts/render-screenshot.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ansiToSvg } from './ansiToSvg.mjs';

const COLUMNS = 104;
const ROWS = 40;

/** What is typed, as the reader would, and the file that shows what came of it. */
const screenshots = [
  {
    file: 'simulate.svg',
    typed: 'sbdev simulate --cmd "python3 examples/agents/momentum.py" --data jumpy',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(`${root}docs/media`, { recursive: true });
for (const { file, typed } of screenshots) {
  const screen = `$ ${typed}\n\n${capture(typed)}`;
  writeFileSync(`${root}docs/media/${file}`, ansiToSvg(screen, { columns: COLUMNS, title: typed }));
  console.log(`docs/media/${file}`);
}

/** The last screen of the command, with its SGR sequences and without trailing blank lines. */
function capture(typed) {
  // A server of its own, so that no session of the user's is touched.
  const tmux = (...args) =>
    execFileSync('tmux', ['-L', `screenshot-${process.pid}`, ...args], { encoding: 'utf8' });
  const command = typed.replace(/^sbdev/, `${process.execPath} dist/bin/sbdev.js`);
  const inside = `cd '${root}' && ${command} --no-record; tmux -L screenshot-${process.pid} wait-for -S done; cat`;
  const clean = [
    'env',
    '-u',
    'PYTHONUNBUFFERED',
    '-u',
    'NO_COLOR',
    '-u',
    'CI',
    'TERM=xterm-256color',
    'LANG=C.UTF-8',
  ];
  try {
    tmux(
      '-u',
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-x',
      `${COLUMNS}`,
      '-y',
      `${ROWS}`,
      ...clean,
      'sh',
      '-c',
      inside,
    );
    tmux('wait-for', 'done');
    return tmux('capture-pane', '-e', '-p').trimEnd();
  } finally {
    tmux('kill-server');
  }
}
