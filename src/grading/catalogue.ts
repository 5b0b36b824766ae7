import type { CodeEntry } from '../kernel/diagnostic.ts';

/** Codes of checks and of what they leave behind. */
export const gradingCatalogue: readonly CodeEntry[] = [
  {
    code: 'check-report-unreadable',
    severity: 'error',
    title: 'a file is no report of a check',
    about:
      'sbdev check writes check-report.json into its record, and prints the same document with --format json. schema/check-report.schema.json has its shape.',
    bad: 'a report that was edited by hand',
    good: '.sbdev/runs/20240131-235959-1a2b3c/check-report.json',
    words: (d) => ({
      message: `${d.place.file}: ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'name a check-report.json that sbdev check wrote, or check the agent again',
    }),
  },
  {
    code: 'check-report-version',
    severity: 'error',
    title: 'a report of a check is of another version',
    about: 'A reader refuses what it does not know; reports of different versions are not mixed.',
    bad: 'a report of another release of the kit',
    good: 'a report of this release',
    words: (d) => ({
      message: `${d.place.file} is of ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'check the agent again with this release',
    }),
  },
];
