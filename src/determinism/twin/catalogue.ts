import type { CodeEntry, Fact } from '../../kernel/diagnostic.ts';
import { type FactorId, factorLabels } from './factors.ts';

/** Codes of a double run. */
export const twinCatalogue: readonly CodeEntry[] = [
  {
    code: 'non-deterministic',
    severity: 'error',
    title: 'a decision differs between two runs on the same observations',
    about:
      'Decisions must repeat under re-execution: a run may be retried, resumed, or checked by a verifier. Score-bearing are every order’s symbol, action, target_weight and confidence, by position, and the cost report; reasoning and rationales are free. simulate runs two fresh agents in lock-step and varies what the contract says must not matter: hash seed, time zone, locale, pacing, working folder; a third one is asked again later, with no other beside it, and a server a second time. It names the first step that differs and then looks for the one factor that does it.',
    bad: 'for symbol in set(symbols): orders.append(...)',
    good: 'for symbol in sorted(set(symbols)): orders.append(...)',
    words: ({ place, facts }) => ({
      message: `${facts.double_run === undefined ? '' : `double run ${facts.double_run}: `}two runs on the same observations differ first at step ${place.step}, ${place.pointer === '' || place.pointer === undefined ? 'in the answer' : place.pointer}\nA  ${facts.a}\nB  ${facts.b}${facts.remark === undefined ? '' : `\n(${facts.remark})`}`,
      cause: null,
      fix: 'a decision is a function of the observations alone; the end of this run names the cause where one factor shows it',
    }),
  },
  {
    code: 'twin-lost',
    severity: 'warning',
    title: 'the second run of a double run ended early',
    about:
      'Run B failed while run A went on, so the two could not be compared to the end. When it was tried again nothing that was varied made the agent fail by itself, so the failure may be chance: a limit, a service, a race.',
    bad: 'an agent that asks a service which is not always there',
    good: 'an agent that answers in every run',
    words: ({ found, facts }) => ({
      message: `run B ended early (${found}) after ${facts.steps_compared} equal steps; nothing is known beyond them`,
      cause: 'the agent fails now and then',
      fix: 'run it again; if B fails again, sbdev explain twin-failed',
    }),
  },
  {
    code: 'twin-failed',
    severity: 'error',
    title: 'an agent fails when its surroundings differ',
    about:
      'Run B failed while run A went on, and a fresh agent fails again when one thing alone differs: hash seed, time zone, locale, pace, the copy of its folder, or another agent of the same snapshot beside it. The contract says that none of them matters.',
    bad: 'open("/opt/agent/weights.json"), or a locale that has to be there',
    good: 'open(Path(__file__).parent / "weights.json"), and no locale at all',
    words: ({ found, place, facts }) => ({
      message: `run B fails at step ${place.step} (${found}), and so does every run in which only this differs from run A: ${list(facts.factors)}`,
      cause: 'the agent needs its surroundings to be as they are on this machine',
      fix: 'find out why it fails there (its stderr says so when run with that setting), and do without it',
    }),
  },
  {
    code: 'repetition-failed',
    severity: 'error',
    title: 'an agent fails in one of several runs of the same cell',
    about:
      'With --repeat the same cell is run again and again by fresh agents. One of them broke the contract, crashed or did not answer in time, though the first run was clean: what happens in one of so many runs here happens on the day.',
    bad: 'an agent that crashes in one run of twenty, or asks a service that is not always there',
    good: 'an agent that answers in every run',
    words: ({ found, place, facts }) => ({
      message: `double run ${facts.double_run} of ${facts.asked} fails${place.step === undefined ? '' : ` at step ${place.step}`} (${found}), and the first did not`,
      cause: 'the agent fails now and then: a race, a limit, a service, memory',
      fix: `sbdev explain ${found}; look for what can differ between two runs of one program`,
    }),
  },
];

function list(factors: Fact | undefined): string {
  return Array.isArray(factors) ? factors.map((id) => factorLabels[id as FactorId]).join(', ') : '';
}
