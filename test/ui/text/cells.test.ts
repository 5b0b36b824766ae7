import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  cutToCells,
  padEndCells,
  padStartCells,
  piecesOf,
  wrapToCells,
} from '../../../src/ui/text/cells.ts';
import { screenText } from '../../../src/ui/text/screenText.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 }).map(screenText);
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const segmentsOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

describe('cells of a text', () => {
  it.each([
    ['BTC', 3],
    ['台積電', 6],
    ['ＦＵＬＬ', 8],
    ['한국', 4],
    ['e\u0301clair', 6],
    ['🚀', 2],
    // Drawn as text where no selector follows.
    ['⚠', 1],
    ['☎ ✓ ✗ ▸ │ ━ …', 13],
    ['㊗', 2],
    ['⣿', 1],
  ])('%s takes %i', (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });

  it('are those of its parts together', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(segmentsOf(text).reduce((sum, each) => sum + cellsOf(each), 0)).toBe(cellsOf(text));
      }),
    );
  });
});

describe('a text that is cut', () => {
  it.each([
    ['Momentum', 8, 'Momentum'],
    ['Momentum', 5, 'Mome…'],
    ['台積電', 6, '台積電'],
    ['台積電', 5, '台積…'],
    ['台積電', 4, '台…'],
    ['e\u0301clair', 3, 'e\u0301c…'],
    ['BTC', 1, '…'],
    ['BTC', 0, ''],
    ['BTC', -3, ''],
    ['', 4, ''],
  ])('%s to %i cells is %s', (text, width, cut) => {
    expect(cutToCells(text, width)).toBe(cut);
  });

  it('fits, ends at a grapheme, and holds no replacement character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: -2, max: 70 }), (text, width) => {
        const cut = cutToCells(text, width);
        expect(cellsOf(cut)).toBeLessThanOrEqual(Math.max(0, width));
        expect(cut).not.toContain('\ufffd');
        if (cut === text) return;
        const kept = segmentsOf(cut.replace(/…$/, ''));
        expect(segmentsOf(text).slice(0, kept.length)).toEqual(kept);
      }),
    );
  });

  it('is measured no further than a width needs', () => {
    const startedAt = performance.now();
    for (let count = 0; count < 20; count += 1) cutToCells('台'.repeat(1_000_000), 80);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('a text that is padded', () => {
  it('takes the cells that were asked for, on either side', () => {
    expect(padEndCells('台', 5)).toBe('台   ');
    expect(padStartCells('台', 5)).toBe('   台');
    expect(padEndCells('Momentum', 3)).toBe('Momentum');
  });
});

describe('a text that is wrapped', () => {
  it.each([
    ['one two three', 8, ['one two', 'three']],
    ['unbreakable', 4, ['unbr', 'eaka', 'ble']],
    ['台積電公司', 4, ['台積', '電公', '司']],
    ['', 5, ['']],
    ['a  b', 9, ['a  b']],
    // A mark stays below what it marks.
    ['    ^', 20, ['    ^']],
    ['        deep indent here', 12, ['      deep', 'indent here']],
  ])('%j to %i', (text, width, lines) => {
    expect(wrapToCells(text, width)).toEqual(lines);
  });

  it('fits, and loses nothing but spaces', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, width) => {
        const lines = wrapToCells(text, width);
        for (const line of lines) expect(cellsOf(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        const pieces = piecesOf(text, width);
        for (const piece of pieces) expect(cellsOf(piece)).toBeLessThanOrEqual(width);
        expect(pieces.join('')).toBe(text);
      }),
    );
  });
});
