import type { CodeEntry } from '../../kernel/diagnostic.ts';

/** Codes of `sbdev report`. */
export const reportCatalogue: readonly CodeEntry[] = [
  {
    code: 'report-form',
    severity: 'error',
    title: 'no form of report was asked for',
    about: 'A report is written in the forms that are named; there is none by default.',
    bad: 'sbdev report latest',
    good: 'sbdev report latest --html report.html',
    words: () => ({
      message: 'report needs a form: --html FILE, --junit FILE, --markdown FILE or --github',
      cause: null,
      fix: 'sbdev runs show prints a record on the terminal',
    }),
  },
  {
    code: 'report-unreadable',
    severity: 'error',
    title: 'there is nothing there that a report can be made of',
    about:
      'A report is made of a record under .sbdev/runs, or of a file that sweep or merge wrote with --out.',
    bad: 'sbdev report ./prices.csv --html report.html',
    good: 'sbdev report latest --html report.html',
    words: (d) => ({
      message: `cannot make a report of ${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'name a run of sbdev runs list, the folder of a record, or the --out file of a sweep',
    }),
  },
  {
    code: 'report-unwritable',
    severity: 'error',
    title: 'a report cannot be written',
    about: 'The folder of the file has to be there, and to be one that you may write.',
    bad: 'sbdev report latest --html missing/report.html',
    good: 'sbdev report latest --html report.html',
    words: (d) => ({
      message: `cannot write ${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'make the folder first, or name another file',
    }),
  },
  {
    code: 'github-summary-unwritable',
    severity: 'warning',
    title: 'the summary of a step of GitHub Actions cannot be written',
    about:
      'GITHUB_STEP_SUMMARY names the file that GitHub shows below a step; it is set in GitHub Actions alone.',
    bad: 'GITHUB_STEP_SUMMARY=/missing/file sbdev report latest --github',
    good: 'sbdev report latest --github, in a step of a workflow',
    words: (d) => ({
      message: `no summary is written: ${d.found}`,
      cause: null,
      fix: 'sbdev report RUN --markdown - prints the same text',
    }),
  },
];
