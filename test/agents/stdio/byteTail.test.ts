import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteTail } from '../../../src/agents/stdio/byteTail.ts';

test('the tail is the end of all that came, however it was cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 12, unit: 'grapheme-ascii' }), { maxLength: 20 }),
      (chunks) => {
        const tail = new ByteTail(10);
        for (const chunk of chunks) tail.push(Buffer.from(chunk));
        const whole = chunks.join('');
        expect(tail.text()).toBe(whole.slice(-10));
        expect(tail.totalBytes).toBe(whole.length);
      },
    ),
  );
});

test('a character cut by the bound is left out', () => {
  const tail = new ByteTail(4);
  tail.push(Buffer.from('é→ab'));
  expect(tail.text()).toBe('ab');
});
