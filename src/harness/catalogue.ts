import type { CodeEntry, Diagnostic } from '../kernel/diagnostic.ts';

const place = ({ place: { file, line, pointer } }: Diagnostic): string =>
  [file, line === undefined ? undefined : `line ${line}`, pointer === '' ? undefined : pointer]
    .filter((part) => part !== undefined)
    .join(', ');

/** Codes of records: writing them, and reading them back. */
export const recordCatalogue: readonly CodeEntry[] = [
  {
    code: 'record-incomplete',
    severity: 'notice',
    title: 'the record of this run is not whole',
    about:
      'A write to the record failed while the run was under way: the disk is full, or broken. The run goes on and its verdict stands; events after that moment are not kept. If only the disk could not confirm what was written, the record is kept and may be lost with the power.',
    bad: 'a disk without room',
    good: 'sbdev runs prune --keep 20',
    words: (d) => ({
      message:
        d.facts.operation === 'sync'
          ? `the disk does not confirm the record ${d.place.file} (${d.found})`
          : `the record is not whole: ${d.place.file} cannot be written (${d.found})`,
      cause: null,
      fix: 'make room on that disk (sbdev runs prune) and run again if you need the record',
    }),
  },
  {
    code: 'record-version',
    severity: 'error',
    title: 'a record is of a version that this kit does not know',
    about:
      'meta.json and the first event of a run carry the version of their form. A record of another version is refused, never guessed at.',
    bad: '{"version": 9, "id": "20240131-235959-1a2b3c"}',
    good: '{"version": 1, "id": "20240131-235959-1a2b3c"}',
    words: (d) => ({
      message: `${place(d)}: version ${d.found}; this kit reads version ${d.accepted.join(', ')}`,
      cause: 'another version of the kit wrote it',
      fix: 'read it with that version (meta.json names it under "kit")',
    }),
  },
  {
    code: 'record-unreadable',
    severity: 'error',
    title: 'a record cannot be read',
    about: 'Its meta.json or journal.jsonl is missing, may not be read, or is not what the kit writes.',
    bad: 'an empty meta.json',
    good: 'sbdev runs list',
    words: (d) => ({
      message: `cannot read ${place(d)}: found ${d.found}; expected ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'look at the file; sbdev runs list shows the records that can be read',
    }),
  },
  {
    code: 'record-corrupt',
    severity: 'warning',
    title: 'a line of a record is not what the kit writes',
    about:
      'A line in the middle of a journal is no event, or an event has not its form. It is left out and everything else is read. A torn last line is no fault of this kind: that is how a killed process leaves its record.',
    bad: 'a journal that was edited, or that two processes wrote to',
    good: 'sbdev runs show latest --verify',
    words: (d) => ({
      message: `${place(d)}: found ${d.found}; expected ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'do not rely on this record; run the command of its meta.json again',
    }),
  },
  {
    code: 'record-contradiction',
    severity: 'warning',
    title: 'two events of a record cannot both be true',
    about:
      'Steps follow one another, every completed turn has exactly one stop decision, evidence is numbered without gaps, and a report counts what was recorded. A record that breaks this supports no claim of completeness.',
    bad: 'turns 0, 1, 3',
    good: 'turns 0, 1, 2',
    words: (d) => ({
      message: `${place(d)}: found ${d.found}; expected ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'do not rely on this record; run the command of its meta.json again',
    }),
  },
];
