import fc from 'fast-check';
import { expect, it } from 'vitest';
import { screenText } from '../../../src/ui/text/screenText.ts';

it.each([
  ['\u001b[2J\u001b]0;pwn\u0007', '\\x1b[2J\\x1b]0;pwn\\x07'],
  ['\u009b31m', '\\x9b31m'],
  ['a\rb\nc\td', 'a\\rb\\nc\\td'],
  ['\u202eright to left', '\\u202eright to left'],
  ['\u{1f1fa}\u{1f1f8}', 'US'],
  ['⚠️', '⚠'],
  ['👍🏽', '👍'],
  ['1\ufe0f\u20e3', '1'],
  ['e\u0301', 'e\u0301'],
  ['\ud800', '\\ud800'],
])('%j is shown as %s', (text, shown) => {
  expect(screenText(text)).toBe(shown);
});

it('nothing that a terminal would act on is left of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(screenText(text)).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069]|\p{Variation_Selector}|[\u{1f1e6}-\u{1f1ff}]/u,
      );
    }),
  );
});
