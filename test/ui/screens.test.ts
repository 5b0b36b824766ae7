import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/cli.ts';
import { hasTmux } from '../support/terminal.ts';
import { capture, screenStates } from './screenStates.ts';

const folder = join(projectRoot, 'test/ui/screens');

/** `npm run screens` writes the captures; a change of one is to be looked at, then committed. */
describe.skipIf(!hasTmux)('on a real terminal', () => {
  it.each(screenStates)('$name looks as it was captured', { timeout: 120_000 }, async (state) => {
    for (const [file, text] of await capture(state))
      expect(`${text}\n`, `test/ui/screens/${file}`).toBe(readFileSync(join(folder, file), 'utf8'));
  });
});

it('every capture is of a state and a size that is captured again', () => {
  const expected = screenStates.flatMap(({ name, sizes }) =>
    sizes.map(({ columns, rows }) => `${name}.${columns}x${rows}.txt`),
  );
  expect(readdirSync(folder).sort()).toEqual(expected.sort());
});
