import { type PaneId, paces, paneIds, type UiState } from './uiState.ts';

/** What a key asks of the session; the screen itself changes nothing of a run. */
export type Effect =
  | { readonly kind: 'toggle-pause' }
  | { readonly kind: 'step' }
  | { readonly kind: 'pace'; readonly ms: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'seed'; readonly delta: 1 | -1 }
  | { readonly kind: 'window'; readonly delta: 1 | -1 }
  | { readonly kind: 'plan' }
  | { readonly kind: 'double-run' }
  | { readonly kind: 'export' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'quit' };

/** What a key needs to know of what is on the screen. */
export interface KeyFacts {
  /** Completed steps of the run that is shown. */
  readonly turns: number;
  /** Nothing runs that could be paused. */
  readonly isOver: boolean;
  /** Groups of findings that are listed. */
  readonly findings: number;
  /** Rows of a page of the list. */
  readonly page: number;
  /** Lines that what is shown can be scrolled by; 0 if all of it is seen. */
  readonly scrollMost: number;
}

export interface Pressed {
  readonly state: UiState;
  readonly effect: Effect | null;
}

interface KeyRow {
  /** Names of keys, as `keyName` gives them. */
  readonly keys: readonly string[];
  /** How the help writes them. */
  readonly label: string;
  readonly help: string;
  /** In the line of hints, if there is room; short. */
  readonly hint?: string;
  readonly press: (state: UiState, facts: KeyFacts, key: string) => Pressed;
}

const only = (state: UiState): Pressed => ({ state, effect: null });
const asks =
  (effect: Effect) =>
  (state: UiState): Pressed => ({ state, effect });

const underWay =
  (effect: Effect) =>
  (state: UiState, { isOver }: KeyFacts): Pressed =>
    isOver
      ? only({ ...state, message: 'the run is over: r runs it again, ] with another seed' })
      : { state, effect };

/** Every key, in the order of the help; the line of hints is made of the same rows. */
export const keyRows: readonly KeyRow[] = [
  {
    keys: ['space'],
    label: 'space',
    help: 'pause, and go on',
    hint: 'pause',
    press: underWay({ kind: 'toggle-pause' }),
  },
  { keys: ['n'], label: 'n', help: 'one step, then pause', hint: 'step', press: underWay({ kind: 'step' }) },
  { keys: ['+', '='], label: '+', help: 'faster', press: (state) => paced(state, -1) },
  { keys: ['-', '_'], label: '-', help: 'slower', hint: 'speed', press: (state) => paced(state, 1) },
  {
    keys: ['down', 'j'],
    label: 'j down',
    help: 'an earlier step (in Contract the next finding, in Log and Inspect down)',
    hint: 'choose',
    press: (state, facts) => moved(state, facts, -1),
  },
  {
    keys: ['up', 'k'],
    label: 'k up',
    help: 'a later step (in Contract the finding before, in Log and Inspect up)',
    press: (state, facts) => moved(state, facts, 1),
  },
  {
    keys: ['left', 'right'],
    label: 'left right',
    help: 'one step back, one step on, wherever you are',
    press: (state, facts, key) => only(looked(state, facts, key === 'left' ? -1 : 1)),
  },
  {
    keys: ['pagedown', 'pageup'],
    label: 'pgdn pgup',
    help: 'a page of that',
    press: (state, facts, key) => moved(state, facts, key === 'pagedown' ? -facts.page : facts.page),
  },
  {
    keys: ['home', 'g'],
    label: 'home g',
    help: 'the first step',
    press: (state, facts) => only({ ...state, look: facts.turns === 0 ? null : 1, scroll: 0 }),
  },
  {
    keys: ['end', 'G'],
    label: 'end G',
    help: 'the newest step, and follow it',
    press: (state) => only({ ...state, look: null, scroll: 0 }),
  },
  {
    keys: ['return'],
    label: 'enter',
    help: 'inspect the step: observation, what changed in it, answer, fills, findings',
    hint: 'inspect',
    press: (state, facts) =>
      only({
        ...state,
        view: 'inspect',
        scroll: 0,
        look: state.look ?? (facts.turns === 0 ? null : facts.turns),
      }),
  },
  {
    keys: ['escape'],
    label: 'esc',
    help: 'back; twice: follow the newest step, no filter',
    press: (state) => only(back(state)),
  },
  {
    keys: ['r'],
    label: 'r',
    help: 'restart with a fresh agent',
    hint: 'restart',
    press: asks({ kind: 'restart' }),
  },
  { keys: ['['], label: '[', help: 'the seed before', press: asks({ kind: 'seed', delta: -1 }) },
  { keys: [']'], label: ']', help: 'the next seed', hint: 'seed', press: asks({ kind: 'seed', delta: 1 }) },
  { keys: ['{'], label: '{', help: 'the window before', press: asks({ kind: 'window', delta: -1 }) },
  {
    keys: ['}'],
    label: '}',
    help: 'the next window',
    hint: 'window',
    press: asks({ kind: 'window', delta: 1 }),
  },
  {
    keys: ['f'],
    label: 'f',
    help: 'the next fault plan, or none',
    hint: 'plan',
    press: asks({ kind: 'plan' }),
  },
  { keys: ['d'], label: 'd', help: 'double run on or off', press: asks({ kind: 'double-run' }) },
  {
    keys: ['/'],
    label: '/',
    help: 'show only decisions that contain a text: a symbol, a code, a verdict, a date',
    hint: 'filter',
    press: (state) => only({ ...state, typing: state.filter, pane: 'decisions', view: 'panes' }),
  },
  {
    keys: ['tab'],
    label: 'tab',
    help: 'the next pane',
    hint: 'pane',
    press: (state) => only(nextPane(state, 1)),
  },
  {
    keys: ['backtab'],
    label: 'shift+tab',
    help: 'the pane before',
    press: (state) => only(nextPane(state, -1)),
  },
  {
    keys: paneIds.map((_, index) => String(index + 1)),
    label: `1-${paneIds.length}`,
    help: `pane: ${paneIds.join(', ')}`,
    press: (state, _, key) =>
      only({ ...state, pane: paneIds[Number(key) - 1] ?? state.pane, view: 'panes', scroll: 0 }),
  },
  {
    keys: ['z'],
    label: 'z',
    help: 'the chosen pane alone, and back',
    hint: 'zoom',
    press: (state) => only({ ...state, isZoomed: !state.isZoomed, view: 'panes' }),
  },
  {
    keys: ['e'],
    label: 'e',
    help: 'export the record and the command that runs it again',
    press: asks({ kind: 'export' }),
  },
  {
    keys: ['?', 'h'],
    label: '?',
    help: 'this help',
    hint: 'help',
    press: (state) => only({ ...state, view: state.view === 'help' ? 'panes' : 'help' }),
  },
  {
    keys: ['ctrl+z'],
    label: 'ctrl+z',
    help: 'back to the shell for a while; fg returns',
    press: asks({ kind: 'suspend' }),
  },
  {
    keys: ['ctrl+c'],
    label: 'ctrl+c',
    help: 'interrupt: leave with exit code 130',
    press: asks({ kind: 'interrupt' }),
  },
  {
    keys: ['q'],
    label: 'q',
    help: 'leave with the exit code of the last completed run',
    hint: 'quit',
    press: asks({ kind: 'quit' }),
  },
];

const byKey = new Map(keyRows.flatMap((row) => row.keys.map((key) => [key, row] as const)));

/** What a key does. A key that means nothing here changes nothing. */
export function press(state: UiState, key: string, facts: KeyFacts): Pressed {
  const { state: next, effect } = answer(state, key, facts);
  const isSame = next.view === state.view && next.pane === state.pane;
  // How far one region was scrolled says nothing of another.
  return { state: isSame ? next : { ...next, scroll: 0 }, effect };
}

function answer(state: UiState, key: string, facts: KeyFacts): Pressed {
  if (state.typing !== null && key !== 'ctrl+c' && key !== 'ctrl+z')
    return only(typed(state, state.typing, key));
  const row = byKey.get(key);
  if (row === undefined) return only(state);
  const isHelp = state.view === 'help';
  // While the help is open its keys are shown, not carried out, but for those that leave.
  if (isHelp && !HELP_KEYS.has(key)) return only({ ...state, view: 'panes' });
  return row.press({ ...state, message: null }, facts, key);
}

const HELP_KEYS = new Set([
  '?',
  'h',
  'q',
  'ctrl+c',
  'ctrl+z',
  'escape',
  'down',
  'up',
  'j',
  'k',
  'pagedown',
  'pageup',
]);
const FILTER_CHARS = 60;

function typed(state: UiState, text: string, key: string): UiState {
  if (key === 'return') return { ...state, typing: null, filter: text, look: null };
  if (key === 'escape') return { ...state, typing: null };
  if (key === 'backspace') return { ...state, typing: [...text].slice(0, -1).join('') };
  const character = key === 'space' ? ' ' : key;
  return [...character].length === 1 && text.length < FILTER_CHARS
    ? { ...state, typing: text + character }
    : state;
}

function paced(state: UiState, by: number): Pressed {
  const pace = Math.min(paces.length - 1, Math.max(0, state.pace + by));
  const chosen = paces[pace]!;
  return {
    state: { ...state, pace, message: `speed: ${chosen.label}` },
    effect: { kind: 'pace', ms: chosen.ms },
  };
}

/** Down and up: what they choose depends on the pane. */
function moved(state: UiState, facts: KeyFacts, by: number): Pressed {
  const { scrollMost, findings } = facts;
  if (state.view !== 'panes') return only({ ...state, scroll: shifted(state.scroll, -by, scrollMost) });
  if (state.pane === 'contract')
    return only({ ...state, finding: shifted(state.finding, -by, Math.max(0, findings - 1)) });
  if (state.pane === 'log') return only({ ...state, scroll: shifted(state.scroll, by, scrollMost) });
  return only(looked(state, facts, by));
}

/**
 * From where it is seen to be: what is shown may have become shorter since the last key,
 * with another size of the terminal, another step or another run.
 */
function shifted(from: number, by: number, most: number): number {
  return Math.min(most, Math.max(0, Math.min(from, most) + by));
}

function looked(state: UiState, { turns }: KeyFacts, by: number): UiState {
  if (turns === 0) return state;
  const to = Math.max(1, Math.min(state.look ?? turns, turns) + by);
  return { ...state, look: to >= turns && by > 0 && state.view === 'panes' ? null : Math.min(turns, to) };
}

function back(state: UiState): UiState {
  if (state.view !== 'panes') return { ...state, view: 'panes' };
  if (state.isZoomed) return { ...state, isZoomed: false, scroll: 0 };
  return { ...state, look: null, filter: '', scroll: 0 };
}

function nextPane(state: UiState, by: number): UiState {
  const at = paneIds.indexOf(state.pane);
  const pane: PaneId = paneIds[(at + by + paneIds.length) % paneIds.length]!;
  return { ...state, pane, view: 'panes' };
}
