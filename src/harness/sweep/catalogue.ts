import type { CodeEntry, Diagnostic } from '../../kernel/diagnostic.ts';

const text = (value: Diagnostic['facts'][string] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

/** Codes of sweeps, of their shards and of what was interrupted. */
export const sweepCatalogue: readonly CodeEntry[] = [
  {
    code: 'sweep-size',
    severity: 'error',
    title: 'a sweep has no cells, or too many',
    about: 'A sweep runs every window under every seed. Nothing to run is never a success.',
    bad: 'sbdev sweep --agent hold --seeds 0..99999999',
    good: 'sbdev sweep --agent hold --seeds 0..7',
    words: (d) => ({
      message: `${d.found} cells; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: text(d.facts.fix),
    }),
  },
  {
    code: 'one-endpoint',
    severity: 'notice',
    title: 'the cells of an endpoint run one after the other',
    about:
      'The reference harness uses one endpoint for every run and does not start it again in between, so a sweep over HTTP runs one cell at a time.',
    bad: 'sbdev sweep --http 127.0.0.1:8080 --jobs 4',
    good: 'sbdev sweep --http 127.0.0.1:8080',
    words: (d) => ({
      message: `one endpoint serves every run in turn: --jobs ${d.found} is taken as 1`,
      cause: null,
      fix: 'leave --jobs out',
    }),
  },
  {
    code: 'out-unwritable',
    severity: 'error',
    title: 'the file of --out cannot be written',
    about: 'It is tried before anything is started: the report is written there at the end.',
    bad: 'sbdev sweep --agent hold --out /proc/report.json',
    good: 'sbdev sweep --agent hold --out report.json',
    words: (d) => ({
      message: `cannot write ${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'name a file in a folder that exists and that you may write to',
    }),
  },
  {
    code: 'resume-not-found',
    severity: 'error',
    title: 'there is no sweep to resume',
    about:
      'A sweep is kept under .sbdev/runs of the working directory, unless --no-record was given. --resume alone takes the newest.',
    bad: 'sbdev sweep --resume no-such-sweep',
    good: 'sbdev sweep --resume 20240131-235959-1a2b3c',
    words: (d) => ({
      message: d.found === null ? `no sweep in ${d.place.file}` : `no sweep ${d.found} in ${d.place.file}`,
      cause: null,
      fix: 'run it in the folder where the sweep was started; sbdev sweep without --resume starts a new one',
    }),
  },
  {
    code: 'resume-running',
    severity: 'error',
    title: 'the sweep is still running',
    about: 'The process that started, or resumed, the sweep is alive. Two would run the same cells twice.',
    bad: 'sbdev sweep --resume beside the sweep itself',
    good: 'sbdev sweep --resume once it has ended',
    words: (d) => ({
      message: `sweep ${d.found} is still running in another process`,
      cause: null,
      fix: 'wait for it, or end it with Ctrl-C first; name another sweep with --resume ID',
    }),
  },
  {
    code: 'resume-unreadable',
    severity: 'error',
    title: 'the record of a sweep cannot be read',
    about: 'sweep.json of the session says what was asked for; this kit cannot read this one.',
    bad: 'a record of another version of the kit',
    good: 'a record of this kit',
    words: (d) => ({
      message: `${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'start the sweep anew, without --resume',
    }),
  },
  {
    code: 'resume-differs',
    severity: 'error',
    title: 'what is asked for is not the sweep that was interrupted',
    about:
      'Results of different agents, data, costs, windows, seeds or engines never stand in one report. The agent’s snapshot covers its files: an agent that was edited is another agent.',
    bad: 'sbdev sweep --resume --seeds 0..3',
    good: 'sbdev sweep --resume',
    words: (d) => ({
      message: `sweep ${d.facts.id} has another ${d.facts.name}: it was ${d.accepted.join(', ')}, now it is ${d.found}`,
      cause: null,
      fix: 'restore it, or start a new sweep without --resume',
    }),
  },
  {
    code: 'merge-unreadable',
    severity: 'error',
    title: 'a file to be merged is no report of a sweep',
    about: 'sbdev merge takes the files that sbdev sweep wrote with --out.',
    bad: 'sbdev merge sharpebench.json',
    good: 'sbdev merge shard-1.json shard-2.json',
    words: (d) => ({
      message: `${d.place.file}: ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'name files that sbdev sweep --shard I/N --out FILE wrote',
    }),
  },
  {
    code: 'merge-version',
    severity: 'error',
    title: 'a report is of another version',
    about: 'Reports of different versions are not mixed; a reader refuses what it does not know.',
    bad: 'a shard that was run with another release of the kit',
    good: 'all shards run with the same release',
    words: (d) => ({
      message: `${d.place.file} is of ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'run every shard, and the merge, with the same release',
    }),
  },
  {
    code: 'merge-mixed',
    severity: 'error',
    title: 'the files are not of one sweep',
    about:
      'All shards have to agree on agent, snapshot, data, costs, fault plan, engine, kit, windows, seeds, decide timeout and retries.',
    bad: 'shards of two agents',
    good: 'shards 1/2 and 2/2 of one command',
    words: (d) => ({
      message: `${d.place.file} has another ${d.facts.name} than ${d.facts.first}: expected ${d.accepted.join(', ')}, found ${d.found}`,
      cause: null,
      fix: 'run every shard with the same agent and the same options, then merge',
    }),
  },
  {
    code: 'merge-overlap',
    severity: 'error',
    title: 'a cell is in two files',
    about: 'Each cell counts once. Two results of one cell are not weighed against each other.',
    bad: 'sbdev merge shard-1.json shard-1.json',
    good: 'sbdev merge shard-1.json shard-2.json',
    words: (d) => ({
      message: `cell ${d.facts.index}, ${d.found}, is in ${d.facts.first} and in ${d.place.file}`,
      cause: null,
      fix: 'give each shard once, all of the same --shard I/N split',
    }),
  },
  {
    code: 'merge-gap',
    severity: 'error',
    title: 'cells are missing',
    about:
      'A merged report stands for the whole sweep, so every cell has to be there, whatever became of it.',
    bad: 'sbdev merge shard-1.json',
    good: 'sbdev merge shard-1.json shard-2.json',
    words: (d) => ({
      message: `${d.facts.missing} of ${d.facts.cells} cells are in no file: ${d.found}${Number(d.facts.missing) > 8 ? ', ...' : ''}`,
      cause: text(d.facts.shards) === '' ? null : `the files given are of the shards ${text(d.facts.shards)}`,
      fix: 'give the files of all shards; finish an interrupted one with sbdev sweep --resume',
    }),
  },
];
