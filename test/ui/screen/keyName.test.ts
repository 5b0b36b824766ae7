import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { keyNames } from '../../../src/ui/screen/keyName.ts';

const none = {} as Key;

describe('the name of a key', () => {
  it.each([
    [{ upArrow: true }, 'up'],
    [{ downArrow: true }, 'down'],
    [{ leftArrow: true }, 'left'],
    [{ rightArrow: true }, 'right'],
    [{ pageUp: true }, 'pageup'],
    [{ pageDown: true }, 'pagedown'],
    [{ home: true }, 'home'],
    [{ end: true }, 'end'],
    [{ return: true }, 'return'],
    [{ escape: true }, 'escape'],
    [{ backspace: true }, 'backspace'],
    [{ delete: true }, 'backspace'],
    [{ tab: true }, 'tab'],
    [{ tab: true, shift: true }, 'backtab'],
  ])('%o is %s', (key, name) => {
    expect(keyNames('', key as Key)).toEqual([name]);
  });

  it('is the character, however many were typed at once', () => {
    expect(keyNames('q', none)).toEqual(['q']);
    expect(keyNames('jj k', none)).toEqual(['j', 'j', 'space', 'k']);
    expect(keyNames('台é', none)).toEqual(['台', 'é']);
    expect(keyNames('a\r\t\u007f\u0003', none)).toEqual(['a', 'return', 'tab', 'backspace', 'ctrl+c']);
    expect(keyNames('c', { ctrl: true } as Key)).toEqual(['ctrl+c']);
  });

  it('is none for what is no key', () => {
    expect(keyNames('\u0001\u0000', none)).toEqual([]);
    expect(keyNames('', none)).toEqual([]);
  });
});
