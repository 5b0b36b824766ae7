import { describe, expect, it } from 'vitest';
import { FrameWriter } from '../../../src/ui/screen/frameWriter.ts';
import { paintFrame } from '../../../src/ui/screen/paintFrame.ts';
import type { Terminal } from '../../../src/ui/screen/terminal.ts';
import { span } from '../../../src/ui/text/line.ts';
import { monochrome } from '../../../src/ui/text/paint.ts';

function recorder(rows = 10): { readonly writer: FrameWriter; readonly written: string[] } {
  const written: string[] = [];
  const terminal = { size: { columns: 40, rows }, write: (text: string) => written.push(text) > 0 };
  return { writer: new FrameWriter(terminal as unknown as Terminal), written };
}

const row = (left: string, right: string) => [
  { column: 1, text: left },
  { column: 20, text: right },
];
const inside = (text: string): string =>
  text.replace(/^\u001b\[\?2026h/, '').replace(/\u001b\[0m\u001b\[\?2026l$/, '');

describe('what is sent of a frame', () => {
  it('is all of the first one, in one synchronized update', () => {
    const { writer, written } = recorder();
    writer.show([row('a', '│ b')]);
    expect(written).toEqual([
      '\u001b[?2026h\u001b[2J\u001b[1;1H\u001b[Ka\u001b[1;20H│ b\u001b[0m\u001b[?2026l',
    ]);
  });

  it('is nothing if nothing changed', () => {
    const { writer, written } = recorder();
    writer.show([row('a', '│ b')]);
    writer.show([row('a', '│ b')]);
    expect(written).toHaveLength(1);
    expect(writer.frames).toBe(1);
  });

  it('is the part that changed, and what stands behind it in its row', () => {
    const { writer, written } = recorder();
    writer.show([row('a', '│ b'), row('c', '│ d'), row('e', '│ f')]);
    writer.show([row('a', '│ b'), row('c', '│ D'), row('E', '│ f')]);
    expect(inside(written[1]!)).toBe('\u001b[2;20H\u001b[K│ D\u001b[3;1H\u001b[KE\u001b[3;20H│ f');
  });

  it('is all of it again once the screen was used by somebody else, or has other rows', () => {
    const { writer, written } = recorder();
    writer.show([row('a', '│ b')]);
    writer.forget();
    writer.show([row('a', '│ b')]);
    writer.show([row('a', '│ b'), row('c', '│ d')]);
    expect(written).toHaveLength(3);
    for (const each of written) expect(inside(each)).toMatch(/^\u001b\[2J/);
  });

  it('never has more rows than the terminal', () => {
    const { writer, written } = recorder(2);
    writer.show(Array.from({ length: 9 }, () => row('a', '│ b')));
    expect(written[0]!.match(/;1H/g)).toHaveLength(2);
  });

  it('steps over long blanks', () => {
    const { writer, written } = recorder();
    writer.show([[{ column: 1, text: `a${' '.repeat(12)}b  c` }]]);
    expect(inside(written[0]!)).toBe('\u001b[2J\u001b[1;1H\u001b[Ka\u001b[12Cb  c');
  });
});

it('a painted row has its columns where the bands have them', () => {
  const lines = (text: string) => [[span(text)]];
  const bands = [
    { height: 1, columns: [{ width: 40, lines: lines('head') }] },
    {
      height: 1,
      columns: [
        { width: 18, lines: lines('left') },
        { width: 19, lines: lines('right') },
      ],
    },
  ];
  expect(paintFrame(bands, monochrome)).toEqual([
    [{ column: 1, text: 'head' }],
    [
      { column: 1, text: 'left' },
      { column: 19, text: '\u001b[2m │ \u001b[22mright' },
    ],
  ]);
});
