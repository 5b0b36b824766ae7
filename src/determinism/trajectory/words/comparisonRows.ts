import type { CodeEntry } from '../../../kernel/diagnostic.ts';
import { placeText, row } from './row.ts';

/** Codes of what is found between a trajectory and a fresh agent, or another trajectory. */
export const comparisonRows: readonly CodeEntry[] = [
  row('trajectory-diverges', {
    title: 'a fresh agent decided otherwise than was recorded',
    about:
      'Every run is executed again on the same data, window and seed. What bears the score has to repeat: orders by position, their confidences, and the cost report. Reasoning and rationales are free.',
    bad: 'weight = random.random()',
    good: 'weight = random.Random(observation["date"]).random()',
    message: (d) =>
      `${d.facts.run} step ${d.place.step} (${d.facts.observation_id}): recorded ${d.accepted.join('')}, now ${d.found} at ${d.place.pointer}`,
    cause:
      'the agent depends on something other than the observations of its run: time, unseeded randomness, hash order, files, the network',
    fix: 'sbdev simulate runs the agent twice and looks for the cause',
  }),
  row('reexecution-failed', {
    title: 'a run could not be executed again, so there is no verdict on it',
    about: 'A transport failure or a refused answer is no divergence: the agent did not decide at all.',
    bad: 'an agent that crashes during verification',
    good: 'an agent that answers every step',
    message: (d) => `${d.found}: no verdict on whether its decisions repeat`,
    fix: (d) => `run it by itself: ${d.facts.command}`,
  }),
  row('trajectories-differ', {
    title: 'the trajectories were not captured on the same ground',
    about: 'Decisions are compared only where both agents were shown the same: equal data, costs and engine.',
    bad: 'sbdev diff calm.json volatile.json',
    good: 'sbdev diff before.json after.json',
    message: (d) =>
      `${placeText(d)}: not what ${d.facts.first} has; expected ${d.accepted.join('')}, found ${d.found}`,
    fix: 'capture both with the same --data and --costs',
  }),
  row('trajectories-share-no-run', {
    title: 'the trajectories have no run in common',
    about: 'A run is one window under one seed; runs are compared with their like.',
    bad: 'seeds 0..3 against seeds 4..7',
    good: 'seeds 0..7 against seeds 0..7',
    message: (d) =>
      `${d.place.file} has none of the runs of ${d.facts.first}: ${d.accepted.join(', ')} and so on`,
    fix: 'capture both with the same --windows and --seeds',
  }),
  row('trajectory-copied', {
    title: 'two runs are the same bytes',
    about:
      'A copy of a file agrees with itself and says nothing about the agent. Two executions of an agent whose text does not vary give equal bytes as well: only who ran them can say which it is.',
    bad: 'sbdev stability trajectory.json trajectory.json',
    good: 'sbdev stability monday.json tuesday.json --separate-executions',
    message: (d) => `${placeText(d)}: ${d.found} is byte for byte the run of ${d.facts.first}`,
    fix: 'give --separate-executions if these are captures of separate executions',
  }),
  row('trajectory-other-agent', {
    severity: 'warning',
    title: 'the trajectories name different agents',
    about: 'Stability is a property of one agent; between two it says how often they agree.',
    bad: 'sbdev stability momentum.json hold.json',
    good: 'sbdev stability monday.json tuesday.json',
    message: (d) => `${d.place.file} is of ${d.found}, ${d.facts.first} of ${d.accepted.join('')}`,
    fix: 'compare captures of one agent; sbdev diff compares two',
  }),
  row('stability-nothing-compared', {
    severity: 'warning',
    title: 'no step of one trajectory has its like in another',
    about: 'The rate is then unavailable, which is not the same as zero.',
    bad: 'seeds 0..3 and seeds 4..7',
    good: 'the same windows and seeds in both',
    message: () => 'no two replicates of a window and seed: there is no rate',
    fix: 'capture with the same --windows and --seeds',
  }),
];
