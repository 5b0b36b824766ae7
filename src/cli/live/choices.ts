import type { FaultPlan } from '../../faults/plan.ts';
import type { Window } from '../../market/dataset.ts';

/** What can be chosen in a live session, and what is. */
export interface LiveChoices {
  readonly windows: readonly Window[];
  readonly window: Window;
  readonly seeds: readonly bigint[];
  readonly seed: bigint;
  /** Fault plans by file name; no plan is always a choice. */
  readonly plans: readonly string[];
  /** Null runs without faults. */
  readonly plan: string | null;
  readonly doubleRun: boolean;
}

/** A fault plan and the file that it came from, from the agent's folder. */
export interface NamedPlan {
  readonly name: string;
  readonly plan: FaultPlan;
}

/** What a person may change about a session. */
export type LiveChange =
  /** The same again, with everything read anew. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'seed'; readonly delta: 1 | -1 }
  | { readonly kind: 'window'; readonly delta: 1 | -1 }
  /** No plan stands before the first. */
  | { readonly kind: 'plan'; readonly delta: 1 | -1 }
  | { readonly kind: 'double-run' };

/** The choices after a change; past the last comes the first. */
export function changed(choices: LiveChoices, change: LiveChange): LiveChoices {
  switch (change.kind) {
    case 'restart':
      return choices;
    case 'seed':
      return { ...choices, seed: neighbour(choices.seeds, choices.seed, change.delta) };
    case 'window':
      return { ...choices, window: neighbour(choices.windows, choices.window, change.delta) };
    case 'plan':
      return { ...choices, plan: neighbour([null, ...choices.plans], choices.plan, change.delta) };
    case 'double-run':
      return { ...choices, doubleRun: !choices.doubleRun };
  }
}

/** A change in words, for the record and the screen. */
export function changeText(change: LiveChange, { window, seed, plan, doubleRun }: LiveChoices): string {
  switch (change.kind) {
    case 'restart':
      return 'restart';
    case 'seed':
      return `seed ${seed}`;
    case 'window':
      return `window ${window.start}:${window.end}`;
    case 'plan':
      return plan === null ? 'no fault plan' : `fault plan ${plan}`;
    case 'double-run':
      return doubleRun ? 'double run on' : 'double run off';
  }
}

/**
 * The choices once the configuration was read again: what was chosen stays chosen where
 * it still can be.
 */
export function kept(before: LiveChoices, now: LiveChoices): LiveChoices {
  const { window, seed, plan } = before;
  return {
    ...now,
    window: now.windows.find((each) => each.start === window.start && each.end === window.end) ?? now.window,
    seed: now.seeds.includes(seed) ? seed : now.seed,
    plan: plan === null || now.plans.includes(plan) ? plan : now.plan,
    doubleRun: before.doubleRun,
  };
}

function neighbour<Choice>(all: readonly Choice[], current: Choice, delta: 1 | -1): Choice {
  const at = Math.max(0, all.indexOf(current));
  return all[(at + delta + all.length) % all.length]!;
}
