import { afterEach, describe, expect, it } from 'vitest';
import { onTerminal } from '../../support/screen.ts';
import { disposeTerminals, hasTmux } from '../../support/terminal.ts';

afterEach(disposeTerminals);

describe.skipIf(!hasTmux)('a region that is scrolled', () => {
  it('moves by the first key back, however many were pressed at its end and whatever became of the terminal', async () => {
    const terminal = onTerminal(['simulate', '--agent', 'momentum', '--no-record'], {
      columns: 80,
      rows: 16,
    });
    await terminal.shows('✓ passed');
    terminal.press('?');
    await terminal.shows(/… \d+ more/);
    const last = /✓ good +✗ bad/;
    terminal.press(...Array.from({ length: 90 }, () => 'j'));
    await terminal.shows(last);
    terminal.press('k');
    await terminal.shows('… 2 more');
    terminal.press('j');
    await terminal.shows(last);
    // More is seen at once, so there is less to scroll.
    terminal.resize(80, 24);
    await terminal.shows(/show only decisions[\s\S]*✓ good/);
    terminal.press('k');
    await terminal.shows('… 2 more');
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
  });
});
