import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineFramer, type Overrun } from '../../../src/agents/stdio/lineFramer.ts';

/** Frames `chunks` with small bounds. */
function frame(chunks: readonly Buffer[], bounds = { lineBytes: 64, totalBytes: 4096 }) {
  const lines: string[] = [];
  const framer = new LineFramer((line) => lines.push(line.toString('latin1')), bounds);
  let overrun: Overrun | null = null;
  for (const chunk of chunks) overrun = framer.push(chunk);
  return { lines, overrun, framer };
}

test('the cut of the chunks never shows in the lines', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', 'é', '\r', '{') }), {
        maxLength: 8,
      }),
      fc.array(fc.nat(6), { minLength: 1, maxLength: 40 }),
      (texts, sizes) => {
        const stream = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const size = 1 + (sizes[turn % sizes.length] ?? 0);
          chunks.push(stream.subarray(at, at + size));
          at += size;
        }
        expect(frame(chunks).lines).toEqual(texts.map((text) => Buffer.from(text).toString('latin1')));
      },
    ),
  );
});

test('lines keep their bytes when the framer goes on', () => {
  const kept: Buffer[] = [];
  const framer = new LineFramer((line) => kept.push(line));
  for (const text of ['ab', 'c\nde', 'f\n', 'xyz\n']) framer.push(Buffer.from(text));
  expect(kept.map(String)).toEqual(['abc', 'def', 'xyz']);
});

test('a line may fill the bound with its terminator, and not without it', () => {
  const bounds = { lineBytes: 4, totalBytes: 100 };
  expect(frame([Buffer.from('abc\n')], bounds)).toMatchObject({ lines: ['abc'], overrun: null });
  expect(frame([Buffer.from('abcd\n')], bounds)).toMatchObject({ lines: [], overrun: 'line-too-long' });
  expect(frame([Buffer.from('ab'), Buffer.from('cd')], bounds).overrun).toBe('line-too-long');
  expect(frame([Buffer.from('x\nabcde')], bounds)).toMatchObject({ lines: ['x'], overrun: 'line-too-long' });
});

test('all output is bounded; lines within the bound are delivered', () => {
  const bounds = { lineBytes: 64, totalBytes: 6 };
  expect(frame([Buffer.from('ab\ncd\n')], bounds)).toMatchObject({ lines: ['ab', 'cd'], overrun: null });
  const over = frame([Buffer.from('ab\ncd\nef\n'), Buffer.from('gh\n')], bounds);
  expect(over).toMatchObject({ lines: ['ab', 'cd'], overrun: 'too-much-output' });
});

test('the end of the stream ends the last line; nothing makes no line', () => {
  const { lines, framer } = frame([Buffer.from('ab\ncd')]);
  framer.finish();
  framer.finish();
  expect(lines).toEqual(['ab', 'cd']);
});

test('many small pieces take linear time', () => {
  const framer = new LineFramer(() => {});
  const piece = Buffer.alloc(16, 0x61);
  const startedAt = performance.now();
  for (let count = 0; count < 500_000; count += 1) framer.push(piece);
  expect(framer.partial.length).toBe(8_000_000);
  // Quadratic copying would move two terabytes.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('a NUL at the start of a line is dropped after UTF-16 alone', () => {
  const utf16 = Buffer.from('{}\n[]\n', 'utf16le');
  expect(frame([utf16]).lines).toEqual(['{\0}\0', '[\0]\0']);
  expect(frame([Buffer.from('{}\n\0{}\n')]).lines).toEqual(['{}', '\0{}']);
  expect(frame([utf16]).framer.partial.length).toBe(0);
});
