import type { CodeEntry } from '../../kernel/diagnostic.ts';

/** Codes of a double run. */
export const twinCatalogue: readonly CodeEntry[] = [
  {
    code: 'non-deterministic',
    severity: 'error',
    title: 'a decision differs between two runs on the same observations',
    about:
      'Decisions must repeat under re-execution: a run may be retried, resumed, or checked by a verifier. Score-bearing are every order’s symbol, action, target_weight and confidence, by position, and the cost report; reasoning and rationales are free. simulate runs two fresh agents in lock-step and varies what the contract says must not matter: hash seed, time zone, locale, pacing, working folder. It names the first step that differs and then looks for the one factor that does it.',
    bad: 'for symbol in set(symbols): orders.append(...)',
    good: 'for symbol in sorted(set(symbols)): orders.append(...)',
    words: ({ place, facts }) => ({
      message: `two runs on the same observations differ first at step ${place.step}, ${place.pointer === '' || place.pointer === undefined ? 'in the answer' : place.pointer}\nA  ${facts.a}\nB  ${facts.b}`,
      cause: null,
      fix: 'a decision is a function of the observations alone; the end of this run names the cause where one factor shows it',
    }),
  },
  {
    code: 'twin-lost',
    severity: 'warning',
    title: 'the second run of a double run ended early',
    about:
      'Run B failed while run A went on, so the two could not be compared to the end. B runs under another hash seed, time zone, locale and pace, and in a copy of the agent’s folder where that is small: an agent that needs one of them as it was fails there.',
    bad: 'an agent that reads a file by its absolute path in the folder of run A',
    good: 'an agent that finds its files relative to its own source',
    words: ({ found, facts }) => ({
      message: `run B ended early (${found}) after ${facts.steps_compared} equal steps; nothing is known beyond them`,
      cause: 'the agent depends on its surroundings, or fails now and then',
      fix: 'run it again; if B fails again, look at what differs: hash seed, time zone, locale, pace, folder',
    }),
  },
];
