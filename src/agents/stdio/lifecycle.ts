import { InvariantError } from '../../kernel/invariant.ts';

/**
 * The life of an agent's process, from the first observation to its end.
 * - `ready`: it runs and nothing is asked;
 * - `asked`: an observation is out and its answer is not in;
 * - `settling`: nothing is asked; lines that belong to the last answer are awaited;
 * - `flushing`: the budget is spent; stdin is ended and held-back output may still come;
 * - `parting`: a pipe broke or the process ended while asked; the reason is awaited;
 * - `failed`: a fault is the answer to everything from now on; teardown runs;
 * - `ending`: it was closed without a fault; teardown runs;
 * - `gone`: nothing of it is left.
 */
export const states = [
  'ready',
  'asked',
  'settling',
  'flushing',
  'parting',
  'failed',
  'ending',
  'gone',
] as const;
export type State = (typeof states)[number];

export const events = [
  'ask',
  'line',
  'settle',
  'settled',
  'deadline',
  'listened',
  'break',
  'reason',
  'overrun',
  'surplus',
  'close',
  'gone',
] as const;
export type Event = (typeof events)[number];

const table: Readonly<Record<State, Readonly<Partial<Record<Event, State>>>>> = {
  ready: { ask: 'asked', settle: 'settling', overrun: 'failed', surplus: 'failed', close: 'ending' },
  asked: { line: 'ready', deadline: 'flushing', break: 'parting', overrun: 'failed', close: 'ending' },
  settling: { settled: 'ready', overrun: 'failed', close: 'ending' },
  flushing: { listened: 'failed', overrun: 'flushing', close: 'ending' },
  parting: { line: 'ready', reason: 'failed', overrun: 'failed', close: 'ending' },
  failed: { overrun: 'failed', close: 'failed', gone: 'gone' },
  ending: { overrun: 'ending', close: 'ending', gone: 'gone' },
  gone: { close: 'gone' },
};

/** The state after `event`. Throws InvariantError for a pair that cannot be. */
export function nextState(state: State, event: Event): State {
  const next = table[state][event];
  if (next === undefined) throw new InvariantError(`an agent that is ${state} cannot take "${event}"`);
  return next;
}
