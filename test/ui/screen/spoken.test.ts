import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/cli.ts';
import { onTerminal } from '../../support/screen.ts';
import { disposeTerminals, hasTmux } from '../../support/terminal.ts';

afterEach(disposeTerminals);

const env = { INK_SCREEN_READER: 'true' };
const overweight = `${process.execPath} ${join(projectRoot, 'test/fixtures/screens/overweight.mjs')}`;

describe.skipIf(!hasTmux)('T12: for a screen reader', () => {
  it('a run is told in sentences: no boxes, no redraws, every finding, the same code', async () => {
    const terminal = onTerminal(['simulate', '--cmd', overweight, '--no-record'], {
      columns: 160,
      rows: 50,
      env,
    });
    await terminal.shows('Not passed after 80 steps');
    const told = terminal.history();
    expect(told).toContain('Error, weight-out-of-range:');
    expect(told).toContain('Fix: ');
    expect(told).not.toMatch(/[│─━┄▌▸⠀-⣿✓✗]/);
    const raw = terminal.raw().toString('latin1');
    expect(raw).not.toContain('\u001b[?1049h');
    // Nothing that was said is said again.
    expect(raw.split('Error, weight-out-of-range').length).toBe(2);
    terminal.press('2');
    await terminal.shows(/Error, weight-out-of-range[\s\S]*Error, weight-out-of-range/);
    terminal.press('q');
    expect(await terminal.ends()).toBe(1);
    expect(terminal.state()).toEqual(terminal.before);
  });

  it('the same keys work, and are listed', async () => {
    const terminal = onTerminal(['simulate', '--agent', 'momentum', '--no-record'], {
      columns: 160,
      rows: 50,
      env,
    });
    await terminal.shows('Passed: 80 steps');
    terminal.press('j');
    await terminal.shows(/Step 78, /);
    terminal.press('?');
    await terminal.shows('q: leave with the exit code of the last completed run.');
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
  });
});
