// Writes the golden captures of the live screen, test/ui/screens/*.txt, from real
// terminals: `npm run screens [-- NAME...]`, once dist/ is built. tmux has to be there.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../test/support/cli.ts';
import { capture, screenStates } from '../test/ui/screenStates.ts';

const folder = join(projectRoot, 'test/ui/screens');
mkdirSync(folder, { recursive: true });
const asked = process.argv.slice(2);
const states = screenStates.filter(({ name }) => asked.length === 0 || asked.includes(name));
for (const name of asked.filter((each) => !states.some((state) => state.name === each)))
  throw new Error(`no state ${name}; there are ${screenStates.map((state) => state.name).join(', ')}`);

for (const state of states) {
  const captures = await capture(state);
  for (const old of readdirSync(folder)) {
    if (old.startsWith(`${state.name}.`)) rmSync(join(folder, old));
  }
  for (const [file, text] of captures) writeFileSync(join(folder, file), `${text}\n`);
  console.log(`${state.name}: ${[...captures.keys()].join(', ')}`);
}
