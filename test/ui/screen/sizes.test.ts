import { afterEach, describe, expect, it } from 'vitest';
import { cellsOf } from '../../../src/ui/text/cells.ts';
import { plainEnv, sbdevBin } from '../../support/cli.ts';
import { eventually } from '../../support/eventually.ts';
import { agentCommand, onTerminal } from '../../support/screen.ts';
import { disposeTerminals, hasTmux, Terminal } from '../../support/terminal.ts';

afterEach(disposeTerminals);

const simulate = ['simulate', '--cmd', agentCommand('rotates.mjs', 12), '--no-record'];
const rowsOf = (terminal: Terminal): string[] => terminal.text().trimEnd().split('\n');

describe.skipIf(!hasTmux)('the size of the terminal', () => {
  it('T05: may shrink from 100 to 60 to 30 columns during a run, and each time one whole frame is left', async () => {
    const terminal = onTerminal(simulate, { columns: 100, rows: 30 });
    await terminal.shows(/12\/80.*[━─]/);
    for (const [columns, expected] of [
      [100, / │ ▌Decisions/],
      [60, /^▌1 decisions/m],
      [100, / │ ▌Decisions/],
      [30, /^~ 12\/80/m],
    ] as const) {
      terminal.resize(columns, 30);
      await terminal.shows(expected);
      const rows = rowsOf(terminal);
      for (const row of rows) expect(cellsOf(row), row).toBeLessThanOrEqual(columns);
      expect(rows.filter((row) => row.includes('12/80'))).toHaveLength(1);
      if (columns === 30) expect(rows).toHaveLength(1);
      else expect(rows.filter((row) => row.includes('q quit'))).toHaveLength(1);
    }
    terminal.press('q');
    expect(await terminal.ends()).toBe(3);
    expect(terminal.raw().includes('\u001b[3J')).toBe(false);
  });

  it.each([
    [2, 3],
    [8, 3],
    [20, 10],
    [80, 2],
    [100, 1],
  ])('T06: %i columns and %i rows are a line of words, and the verdict is as ever', async (columns, rows) => {
    const terminal = onTerminal(['simulate', '--agent', 'momentum', '--no-record'], { columns, rows });
    await eventually('the end of the run', () => terminal.raw().includes('80/80') || columns < 8);
    if (columns >= 20) await terminal.shows('✓ 80/80');
    await eventually('its keys', () => terminal.state().alternateScreen);
    terminal.resize(80, 24);
    await terminal.shows('✓ passed');
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
    expect(terminal.text()).not.toMatch(/Error|at .*\.js:/);
  });

  it('T06: a terminal that does not know its size is taken for one of 80x24', async () => {
    const terminal = new Terminal(
      `'${process.execPath}' '${sbdevBin}' simulate --agent momentum --no-record; echo "exit=$?"`,
      { columns: 100, rows: 40, env: plainEnv(), before: 'stty cols 0 rows 0' },
    );
    const shown = await terminal.shows('✓ passed');
    expect(shown.trimEnd().split('\n')).toHaveLength(23);
    terminal.press('q');
    await terminal.shows('exit=0');
  });

  it('T03: no frame is higher than a terminal of 16 rows, and what was above is there afterwards', async () => {
    const terminal = Terminal.running([process.execPath, sbdevBin, ...simulate], {
      columns: 80,
      rows: 16,
      env: plainEnv(),
      before: 'seq -f "earlier line %g" 200',
    });
    await terminal.shows('12/80');
    terminal.press('?');
    await terminal.shows(/… \d+ more/);
    expect(rowsOf(terminal).length).toBeLessThan(16);
    terminal.press('q');
    await terminal.ends();
    expect(terminal.history().match(/earlier line \d+/g)).toHaveLength(200);
    expect(terminal.raw().includes('\u001b[3J')).toBe(false);
  });
});
