import type { DeclaredMandate } from '../../determinism/trajectory.ts';
import type { LineBuilder } from '../record/shownLines.ts';

/**
 * A known-bad agent that an instrument must catch: the positive control that shows that
 * it is live. Programs are `examples/controls/<name>.mjs`, for Node alone, so that they
 * run wherever the kit does.
 */
export interface ControlAgent {
  readonly name: string;
  /** What it does, in a few words. */
  readonly catches: string;
  /** Cells of its roster; one unless it takes more to show. */
  readonly cells?: number;
  /** It is met by the fault plan of the controls. */
  readonly plans?: boolean;
  readonly mandate?: DeclaredMandate;
  readonly decideTimeoutMs?: number;
  /** Instead of the instrument's own. */
  readonly bounds?: Readonly<Record<string, number>>;
  /** What the system has to offer for it; without it, neither control nor instrument says anything. */
  readonly needs?: 'proc';
  /** A builder that is bad instead of an agent. */
  readonly builder?: LineBuilder;
}
