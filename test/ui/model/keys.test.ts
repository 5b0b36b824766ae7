import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Effect, type KeyFacts, keyRows, press } from '../../../src/ui/model/keys.ts';
import { initialUi, paces, paneIds, type UiState } from '../../../src/ui/model/uiState.ts';

const facts: KeyFacts = { turns: 40, isOver: false, findings: 3, page: 10, scrollMost: 30 };
const pressed = (keys: readonly string[], from: UiState = initialUi, given = facts): UiState =>
  keys.reduce((state, key) => press(state, key, given).state, from);
const effectOf = (key: string, given = facts): Effect | null => press(initialUi, key, given).effect;

const allKeys = keyRows.flatMap(({ keys }) => keys);

describe('the table of keys', () => {
  it('has the keys of page 8.3, each once', () => {
    expect(new Set(allKeys).size).toBe(allKeys.length);
    expect(allKeys).toEqual(
      expect.arrayContaining([
        ...['space', 'n', '+', '-', 'r', '[', ']', '{', '}', 'f', 'd', 'up', 'down', 'left', 'right'],
        ...['j', 'k', 'return', '/', 'tab', '1', '2', '3', '4', '5', '6', 'e', '?', 'q', 'escape'],
      ]),
    );
  });

  it('says in a label and a sentence what each does', () => {
    for (const { keys, label, help } of keyRows) {
      expect(label, keys[0]).not.toBe('');
      expect(help.length, keys[0]).toBeGreaterThan(5);
    }
  });

  it.each([
    ['space', { kind: 'toggle-pause' }],
    ['n', { kind: 'step' }],
    ['r', { kind: 'restart' }],
    ['[', { kind: 'seed', delta: -1 }],
    [']', { kind: 'seed', delta: 1 }],
    ['{', { kind: 'window', delta: -1 }],
    ['}', { kind: 'window', delta: 1 }],
    ['f', { kind: 'plan' }],
    ['d', { kind: 'double-run' }],
    ['e', { kind: 'export' }],
    ['q', { kind: 'quit' }],
    ['ctrl+c', { kind: 'interrupt' }],
    ['ctrl+z', { kind: 'suspend' }],
  ])('%s asks the session for %o', (key, effect) => {
    expect(effectOf(key)).toEqual(effect);
  });

  it('never asks for anything by a key that it does not have, and changes nothing', () => {
    const unknown = fc.string({ minLength: 1, maxLength: 12 }).filter((key) => !allKeys.includes(key));
    fc.assert(
      fc.property(unknown, fc.constantFrom('panes', 'inspect', 'help'), (key, view) => {
        const state: UiState = { ...initialUi, view, message: 'kept' };
        expect(press(state, key, facts)).toEqual({ state, effect: null });
      }),
    );
  });

  it('asks for one thing at most, whatever is pressed in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...allKeys, 'x', 'é', 'backspace')), fc.nat(60), (keys, turns) => {
        const state = pressed(keys, initialUi, { ...facts, turns });
        expect(state.look === null || (state.look >= 1 && state.look <= turns)).toBe(true);
        expect(paneIds).toContain(state.pane);
        expect(paces[state.pace]).toBeDefined();
        expect(state.scroll).toBeGreaterThanOrEqual(0);
        expect(state.scroll).toBeLessThanOrEqual(facts.scrollMost);
        expect(state.finding).toBeGreaterThanOrEqual(0);
        expect(state.finding).toBeLessThan(Math.max(1, facts.findings));
      }),
    );
  });
});

describe('choosing a step', () => {
  it('goes back from the newest, and follows it again once it is reached', () => {
    expect(pressed(['j']).look).toBe(39);
    expect(pressed(['j', 'j', 'down', 'left']).look).toBe(36);
    expect(pressed(['j', 'k']).look).toBeNull();
    expect(pressed(['pagedown']).look).toBe(30);
    expect(pressed(['home']).look).toBe(1);
    expect(pressed(['home', 'k', 'right']).look).toBe(3);
    expect(pressed(['home', 'end']).look).toBeNull();
    expect(pressed(['home', 'j', 'j']).look).toBe(1);
  });

  it('finds no step where there is none', () => {
    for (const key of ['j', 'k', 'home', 'left', 'pagedown'])
      expect(pressed([key], initialUi, { ...facts, turns: 0 }).look).toBeNull();
  });

  it('chooses a finding in Contract, and lines in Log', () => {
    const contract = pressed(['2', 'j', 'j', 'j', 'j']);
    expect(contract).toMatchObject({ pane: 'contract', finding: 2, look: null });
    expect(pressed(['k'], contract).finding).toBe(1);
    expect(pressed(['5', 'k', 'k', 'j'])).toMatchObject({ pane: 'log', scroll: 1, look: null });
  });

  it('goes from what is seen where less has come to be shown: fewer steps, findings or lines', () => {
    const far: UiState = { ...initialUi, look: 60, finding: 9, scroll: 90 };
    expect(press(far, 'j', facts).state.look).toBe(39);
    expect(press({ ...far, view: 'inspect' }, 'left', facts).state.look).toBe(39);
    expect(press({ ...far, pane: 'contract' }, 'k', facts).state.finding).toBe(1);
    expect(press({ ...far, pane: 'log' }, 'j', facts).state.scroll).toBe(29);
    for (const view of ['inspect', 'help'] as const)
      expect(press({ ...far, view }, 'k', facts).state.scroll).toBe(29);
  });

  it('scrolls no further than what is shown goes, so that every key moves at once', () => {
    const down = Array.from({ length: 50 }, () => 'j');
    for (const open of ['return', '?'])
      expect(pressed([open, ...down, 'k']), open).toMatchObject({ scroll: 29 });
    expect(pressed(['5', ...down.map(() => 'pageup'), 'j'])).toMatchObject({ scroll: 29 });
    expect(pressed(['5', 'k', 'k', 'j'], initialUi, { ...facts, scrollMost: 0 }).scroll).toBe(0);
  });

  it('keeps left and right for steps, wherever they are pressed', () => {
    expect(pressed(['2', 'left']).look).toBe(39);
    expect(pressed(['return', 'left', 'left'])).toMatchObject({ view: 'inspect', look: 38 });
    expect(pressed(['return', 'right'])).toMatchObject({ view: 'inspect', look: 40 });
  });
});

describe('panes and views', () => {
  it('come in the order of their numbers, forwards and backwards', () => {
    const all = paneIds.map((_, index) => pressed(Array.from({ length: index }, () => 'tab')).pane);
    expect(all).toEqual(paneIds);
    expect(pressed(['backtab']).pane).toBe(paneIds.at(-1));
    expect(paneIds.map((_, index) => pressed([String(index + 1)]).pane)).toEqual(paneIds);
  });

  it('are left by esc, one at a time', () => {
    const deep = pressed(['j', 'z', 'return']);
    expect(deep).toMatchObject({ view: 'inspect', isZoomed: true, look: 39 });
    expect(pressed(['escape'], deep)).toMatchObject({ view: 'panes', isZoomed: true, look: 39 });
    expect(pressed(['escape', 'escape'], deep)).toMatchObject({ isZoomed: false, look: 39 });
    expect(pressed(['escape', 'escape', 'escape'], deep)).toMatchObject({ look: null, filter: '' });
  });

  it('keep their keys to themselves while the help is open, but for those that leave', () => {
    for (const key of allKeys) {
      const { state, effect } = press({ ...initialUi, view: 'help' }, key, facts);
      if (['q', 'ctrl+c', 'ctrl+z'].includes(key)) expect(effect, key).not.toBeNull();
      else expect(effect, key).toBeNull();
      if (key === 'r' || key === 'space') expect(state.view, key).toBe('panes');
    }
  });
});

describe('another pane or view', () => {
  it.each([
    ['the help that r closes', ['?', 'j', 'j', 'r']],
    ['the inspected step that z leaves', ['return', 'j', 'j', 'z']],
    ['the help that is left by its own key', ['?', 'j', '?']],
  ])('is not scrolled by what was scrolled in %s', (_, keys) => {
    expect(pressed(['5', 'k', ...keys])).toMatchObject({ pane: 'log', view: 'panes', scroll: 0 });
  });
});

describe('the filter', () => {
  it('takes every character while it is typed, and asks for nothing', () => {
    const typed = pressed(['/', 'q', 'space', 'r', '?', 'X', 'backspace']);
    expect(typed).toMatchObject({ typing: 'q r?', filter: '', view: 'panes' });
    expect(pressed(['return'], typed)).toMatchObject({ typing: null, filter: 'q r?' });
    expect(pressed(['escape'], typed)).toMatchObject({ typing: null, filter: '' });
    expect(press(typed, 'q', facts).effect).toBeNull();
  });

  it('can be left by Ctrl-C', () => {
    expect(press(pressed(['/']), 'ctrl+c', facts).effect).toEqual({ kind: 'interrupt' });
  });

  it('is bounded', () => {
    const typed = pressed(['/', ...Array.from({ length: 500 }, () => '台')]);
    expect(typed.typing!.length).toBeLessThanOrEqual(60);
  });
});

describe('the pace', () => {
  it('goes from full speed to a turn a second, and no further', () => {
    const slower = Array.from({ length: 20 }, () => '-');
    expect(pressed(slower).pace).toBe(paces.length - 1);
    expect(press(pressed(slower), '-', facts).effect).toEqual({ kind: 'pace', ms: paces.at(-1)!.ms });
    expect(pressed([...slower, ...slower.map(() => '+')]).pace).toBe(0);
    expect(pressed(['-']).message).toBe(`speed: ${paces[1]!.label}`);
  });
});

describe('a run that is over', () => {
  it.each(['space', 'n'])('cannot be paused or stepped: %s says what can be done', (key) => {
    const { state, effect } = press(initialUi, key, { ...facts, isOver: true });
    expect(effect).toBeNull();
    expect(state.message).toContain('r runs it again');
  });
});
