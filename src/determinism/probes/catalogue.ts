import type { CodeEntry, Diagnostic } from '../../kernel/diagnostic.ts';

/** Codes of the probes. */
export const probeCatalogue: readonly CodeEntry[] = [
  {
    code: 'repeated-request',
    severity: 'error',
    title: 'the same observation twice in a row changes what an agent decides',
    about:
      'A request may be repeated: a connection breaks after the question was read, a retry follows. The same observation asked again has to get the same score-bearing answer, and the run has to go on as if it had been asked once. An agent that counts its requests, or appends every observation to a history, does neither.',
    bad: 'history.append(observation) for every line that is read',
    good: 'history[observation["date"]] = observation',
    words: (found) => ({
      message: `${isAgain(found) ? 'asked the same observation twice in a row, the agent answers differently' : 'after observations that were asked twice, the agent answers differently from one that was asked once'}: step ${found.place.step}, ${placeOf(found)}\n${isAgain(found) ? 'first   ' : 'once    '}${found.facts.a}\n${isAgain(found) ? 'again   ' : 'twice   '}${found.facts.b}`,
      cause: 'requests are counted, or every line that is read is taken for a new day',
      fix: 'key what is remembered by the date of the observation, or decide from the observation alone',
    }),
  },
  {
    code: 'carried-state',
    severity: 'error',
    title: 'a server decides differently after it has served another run',
    about:
      'An endpoint is not started again between runs. Run 1, another run, and run 1 again: the answers of the last have to be those of the first. A server that keeps a history, a counter or a position of its own from one run to the next decides differently.',
    bad: 'a global list that every request is appended to',
    good: 'a decision made of the observation alone, or a history that begins anew where the dates do',
    words: (found) => ({
      message: `after another run on the same server, run 1 differs: step ${found.place.step}, ${placeOf(found)}\nfirst   ${found.facts.a}\nagain   ${found.facts.b}`,
      cause: 'state is carried from one run to the next, or the answers vary by themselves',
      fix: 'derive every decision from its observation, which holds all that a run has come to',
    }),
  },
];

function isAgain({ facts }: Diagnostic): boolean {
  return facts.kind === 'again';
}

function placeOf({ place }: Diagnostic): string {
  return place.pointer === undefined || place.pointer === '' ? 'the answer' : place.pointer;
}
