import { describe, expect, it } from 'vitest';
import type { Line, Tone } from '../../../src/ui/text/line.ts';
import { colors, monochrome, paintLine } from '../../../src/ui/text/paint.ts';

const tones: readonly Tone[] = ['plain', 'dim', 'bright', 'accent', 'good', 'bad', 'warn'];
const line: Line = tones.map((tone) => ({ text: tone, tone }));
const SGR = /\u001b\[(\d+)m/g;

describe('paint', () => {
  it('opens and closes what it opens, so that a row leaves nothing to the next', () => {
    const closes: Readonly<Record<string, string>> = { '2': '22', '1': '22', '7': '27' };
    const codes = [...paintLine(line, colors).matchAll(SGR)].map(([, code]) => code!);
    for (let at = 0; at < codes.length; at += 2) expect(codes[at + 1]).toBe(closes[codes[at]!] ?? '39');
  });

  it('without colours has weight alone', () => {
    const codes = [...paintLine(line, monochrome).matchAll(SGR)].map(([, code]) => Number(code));
    expect(codes.every((code) => code < 30)).toBe(true);
    expect(paintLine(line, monochrome).replaceAll(SGR, '')).toBe(tones.join(''));
  });

  it('adds nothing to text that means nothing special', () => {
    expect(
      paintLine(
        [
          { text: 'as it is', tone: 'plain' },
          { text: '', tone: 'bad' },
        ],
        colors,
      ),
    ).toBe('as it is');
  });
});
