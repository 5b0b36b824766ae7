// `npm run demo`: a bundled agent, as a process of its own, over a bundled market.
// Ends with the simulator's own exit code.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const agent = hasPython ? 'python3 examples/agents/momentum.py' : 'node examples/agents/momentum.mjs';

// A reader that has seen enough (`| head`) ends the demo; that is no error.
process.stdout.on('error', () => process.exit(0));

console.log(`An agent is a program: it reads what it may know, one line a day, and answers
what it wants to hold. This one is ${agent.split(' ')[1]}. It trades a year of made-up
prices with jumps in them, on the terms of the benchmark.

$ sbdev simulate --cmd "${agent}" --data jumpy
`);

const { status, signal } = spawnSync(
  process.execPath,
  ['dist/bin/sbdev.js', 'simulate', '--cmd', agent, '--data', 'jumpy', '--no-record'],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);

if (status === 0) {
  console.log(`
Try next:
  node dist/bin/sbdev.js simulate --cmd "${agent}" --data flash-crash --costs stressed
  node dist/bin/sbdev.js explain unknown-field`);
}
process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1);
