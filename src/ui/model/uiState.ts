import { limits } from '../../kernel/limits.ts';

/** The regions that a key can act on, in the order of their number keys. */
export const paneIds = ['decisions', 'contract', 'determinism', 'faults', 'log', 'book'] as const;
export type PaneId = (typeof paneIds)[number];

/** What the person has chosen to see; nothing of it changes the run. */
export interface UiState {
  /** Completed steps being looked at, from 1; null follows the newest. */
  readonly look: number | null;
  readonly pane: PaneId;
  readonly view: 'panes' | 'inspect' | 'help';
  /** The chosen pane has the whole room. */
  readonly isZoomed: boolean;
  /** What the decisions shown must contain; empty shows all. */
  readonly filter: string;
  /** A filter that is being typed; null while none is. */
  readonly typing: string | null;
  /** Which group of findings is open. */
  readonly finding: number;
  /**
   * Lines scrolled: in the log from its end, elsewhere from the start. More than can be
   * scrolled is as much as can be: what is shown may become shorter, and longer again.
   */
  readonly scroll: number;
  /** A line for the person, until the next key. */
  readonly message: string | null;
  /** Turns a second, as an index of `paces`. */
  readonly pace: number;
}

export const initialUi: UiState = {
  look: null,
  pane: 'decisions',
  view: 'panes',
  isZoomed: false,
  filter: '',
  typing: null,
  finding: 0,
  scroll: 0,
  message: null,
  pace: 0,
};

/** Milliseconds between turns, from full speed down. */
export const paces: readonly { readonly label: string; readonly ms: number }[] = [
  { label: 'full speed', ms: 0 },
  { label: '50 a second', ms: 20 },
  { label: '20 a second', ms: 50 },
  { label: '10 a second', ms: 100 },
  { label: '5 a second', ms: 200 },
  { label: '2 a second', ms: 500 },
  { label: '1 a second', ms: limits.paceMsMax },
];
