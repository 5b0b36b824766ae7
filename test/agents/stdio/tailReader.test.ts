import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteTail } from '../../../src/agents/stdio/byteTail.ts';
import { TailReader } from '../../../src/agents/stdio/tailReader.ts';
import { limits } from '../../../src/kernel/limits.ts';

function reading(capacity: number = limits.stderrTailBytes) {
  const tail = new ByteTail(capacity);
  return { tail, reader: new TailReader(tail) };
}

test('what is read piece by piece is all that came, and no character is cut in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.array(fc.nat(7)), (written, cuts) => {
      const { tail, reader } = reading();
      const bytes = Buffer.from(written);
      const pieces: string[] = [];
      let at = 0;
      for (const cut of cuts) {
        tail.push(bytes.subarray(at, at + cut));
        at = Math.min(bytes.length, at + cut);
        pieces.push(...reader.take(false).map(({ text }) => text));
      }
      tail.push(bytes.subarray(at));
      pieces.push(...reader.take(true).map(({ text }) => text));
      expect(pieces.join('')).toBe(bytes.toString('utf8'));
      for (const piece of pieces) expect(piece).not.toBe('');
    }),
  );
});

test('of more than one piece holds, the end is told, and every byte before it counted', () => {
  const { tail, reader } = reading();
  tail.push(Buffer.from('seen\n'));
  expect(reader.take(false)).toStrictEqual([{ run: 'A', text: 'seen\n', droppedBytes: 0 }]);
  expect(reader.take(false)).toStrictEqual([]);
  const flood = `${'→'.repeat(50_000)}\nend\n`;
  tail.push(Buffer.from(flood));
  const [piece] = reader.take(false);
  expect(flood.endsWith(piece!.text)).toBe(true);
  expect(Buffer.byteLength(piece!.text)).toBeLessThanOrEqual(limits.stderrTextBytes);
  expect(Buffer.byteLength(piece!.text) + piece!.droppedBytes).toBe(Buffer.byteLength(flood));
});

test('a character that never becomes whole is told at the end', () => {
  const { tail, reader } = reading();
  tail.push(Buffer.from([0x61, 0xe2, 0x86]));
  expect(reader.take(false)).toMatchObject([{ text: 'a' }]);
  expect(reader.take(false)).toStrictEqual([]);
  expect(reader.take(true)).toStrictEqual([{ run: 'A', text: '\ufffd', droppedBytes: 0 }]);
});
