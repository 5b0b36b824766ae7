import type { CodeEntry } from '../../kernel/diagnostic.ts';

/** Codes of `sbdev runs`. */
export const runsCatalogue: readonly CodeEntry[] = [
  {
    code: 'unknown-run',
    severity: 'error',
    title: 'there is no record of that name here',
    about: 'Records lie under .sbdev/runs of the working directory.',
    bad: 'sbdev runs show 1999',
    good: 'sbdev runs show latest',
    words: (d) => ({
      message:
        d.accepted.length === 0
          ? 'no runs are recorded here, under .sbdev/runs'
          : `no recorded run is called ${d.found}; there are ${d.accepted.join(', ')}${Number(d.facts.count) > d.accepted.length ? ', ...' : ''}`,
      cause: null,
      fix:
        typeof d.facts.nearest === 'string'
          ? `did you mean ${d.facts.nearest}?`
          : 'run in the folder where the run was started; sbdev runs list shows what is there',
    }),
  },
  {
    code: 'run-not-unique',
    severity: 'error',
    title: 'an abbreviated id stands for more than one record',
    about: 'An id may be cut short as long as only one record begins, or ends, that way.',
    bad: 'sbdev runs show 2024',
    good: 'sbdev runs show 20240131-235959-1a2b3c',
    words: (d) => ({
      message: `${d.found} stands for ${d.facts.count} recorded runs: ${d.accepted.join(', ')}${Number(d.facts.count) > d.accepted.length ? ', ...' : ''}`,
      cause: null,
      fix: 'give more of the id',
    }),
  },
  {
    code: 'prune-rule',
    severity: 'error',
    title: 'prune was not told what may go',
    about: 'Nothing is deleted by default: name how many stay, or how old a record must be.',
    bad: 'sbdev runs prune',
    good: 'sbdev runs prune --keep 20',
    words: () => ({
      message: 'prune needs a rule: --keep N, --older-than DAYS, or both',
      cause: null,
      fix: 'try it with --dry-run first',
    }),
  },
  {
    code: 'prune-link',
    severity: 'error',
    title: 'the folder of the records is a link',
    about: 'Prune deletes below .sbdev/runs and nowhere else, so it follows no links.',
    bad: 'ln -s /elsewhere .sbdev',
    good: 'mkdir .sbdev',
    words: (d) => ({
      message: `${d.place.file} is a link; nothing was deleted`,
      cause: null,
      fix: 'run prune in the folder that it leads to',
    }),
  },
  {
    code: 'prune-failed',
    severity: 'error',
    title: 'a record could not be deleted',
    about: 'The system refused; records before it in the list are gone, those after it are untouched.',
    bad: 'a record of another user',
    good: 'sbdev runs prune --keep 20 --dry-run',
    words: (d) => ({
      message: `cannot delete ${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'see that you may write there, then run prune again',
    }),
  },
  {
    code: 'run-being-written',
    severity: 'error',
    title: 'a living process writes this record',
    about: 'A journal is repaired only when nobody appends to it.',
    bad: 'sbdev runs repair latest, while the run is under way',
    good: 'sbdev runs show latest',
    words: (d) => ({
      message: `${d.place.file} is being written by process ${d.found}`,
      cause: null,
      fix: 'wait until it has ended',
    }),
  },
];
