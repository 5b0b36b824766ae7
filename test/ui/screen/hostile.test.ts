import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot, temporaryFolder } from '../../support/cli.ts';
import { onTerminal } from '../../support/screen.ts';
import { disposeTerminals, hasTmux, type Terminal } from '../../support/terminal.ts';

afterEach(disposeTerminals);

const agent = `${process.execPath} ${join(projectRoot, 'test/fixtures/screens/hostile.mjs')}`;
const symbols = ['台積電', 'S\u26a0\ufe0fX', '\u{1f1fa}\u{1f1f8}US', 'e\u0301clair', 'ＦＵＬＬ', '☎🚀'];

function hostileScreen(): Terminal {
  const cwd = temporaryFolder();
  const rows = Array.from({ length: 24 }, (_, bar) =>
    symbols.map(
      (symbol, at) => `2024-01-${String(bar + 1).padStart(2, '0')},${symbol},${100 + at + (bar % 5)}`,
    ),
  );
  writeFileSync(join(cwd, 'prices.csv'), `date,symbol,close\n${rows.flat().join('\n')}\n`);
  const flags = ['--data', 'prices.csv', '--window', '12:22', '--no-record'];
  return onTerminal(['simulate', '--cmd', agent, ...flags], { columns: 120, rows: 40, cwd });
}

/** The column of the rule between the two regions, row by row: the last `│` of each. */
function ruleColumns(terminal: Terminal): number[] {
  return terminal
    .text()
    .split('\n')
    .slice(3, 38)
    .map((row) => terminalCells(row.slice(0, row.lastIndexOf('│'))));
}

/** Cells as tmux draws them: its rows come back without the second half of wide characters. */
function terminalCells(text: string): number {
  let cells = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Me}/u.test(character)) continue;
    const isWide =
      /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u.test(
        character,
      );
    cells += isWide ? 2 : 1;
  }
  return cells;
}

describe.skipIf(!hasTmux)('hostile text on a real terminal', () => {
  it('T09: is seen, not obeyed: title, colours and rows are the kit’s own', async () => {
    const terminal = hostileScreen();
    await terminal.shows('✓ passed');
    terminal.press('5');
    const text = await terminal.shows('\\x1b[2J');
    expect(text).toContain('no terminal to write to');
    expect(text).not.toContain('THIS IS NO TEXT OF THE KIT');
    expect(terminal.state().title).toBe(terminal.before.title);
    terminal.press('1', 'Enter');
    await terminal.shows('\\u001b[2J');
    const raw = terminal.raw().toString('utf8');
    expect(raw).not.toContain('owned\u0007');
    expect(raw).not.toMatch(/[\u0007\u009b\u202e]/);
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
    expect(terminal.state()).toEqual(terminal.before);
  });

  it('T07: letters of two cells and marks leave the rule in one column on every row', async () => {
    const terminal = hostileScreen();
    await terminal.shows('✓ passed');
    const text = terminal.text();
    for (const shown of ['台積電', 'S⚠X', 'USUS', 'ＦＵＬＬ', '☎🚀']) expect(text).toContain(shown);
    expect(text.normalize('NFC')).toContain('éclair');
    expect(text).not.toContain('\ufffd');
    expect(ruleColumns(terminal)).toEqual(Array(35).fill(54));
    terminal.press('q');
    expect(await terminal.ends()).toBe(0);
  });
});
