import type { CodeEntry } from '../../kernel/diagnostic.ts';

/** Codes of what `lint`, `explain` and `schema` were asked for and cannot do. */
export const lintCatalogue: readonly CodeEntry[] = [
  {
    code: 'input-unreadable',
    severity: 'error',
    title: 'an input file cannot be read',
    about: 'Every file is looked at before the first is checked, so that nothing is half done.',
    bad: 'sbdev lint missing.jsonl',
    good: 'sbdev lint answers.jsonl',
    words: (d) => ({
      message: `cannot read ${d.place.file}: ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'check the path; without a file, or with -, standard input is read',
    }),
  },
  {
    code: 'input-empty',
    severity: 'error',
    title: 'there was nothing to check',
    about: 'Not one line came. Nothing checked is not the same as nothing wrong, so the exit code is 2.',
    bad: 'sbdev lint empty.jsonl',
    good: 'python3 agent.py < observations.jsonl | sbdev lint',
    words: () => ({
      message: 'nothing to check: the input has no line',
      cause: 'an empty file, or a command before the pipe that printed nothing',
      fix: 'give a file with one answer a line',
    }),
  },
  {
    code: 'output-failed',
    severity: 'error',
    title: 'the verdicts could not be written',
    about: 'Standard output failed for another reason than a reader that left (a full disk, for example).',
    bad: 'sbdev lint answers.jsonl > /dev/full',
    good: 'sbdev lint answers.jsonl > verdicts.txt',
    words: (d) => ({
      message: `the verdicts could not be written: ${d.found}`,
      cause: 'the disk is full, or the device refuses',
      fix: 'write them elsewhere',
    }),
  },
  {
    code: 'observation-refused',
    severity: 'error',
    title: 'the file of --observation is no observation',
    about: 'The file holds one observation as the harness sends it (page 1.1), compact or indented.',
    bad: '{"date":"2026-05-05"}',
    good: '{"date":"2026-05-05","cash":1.0,"symbols":[{"symbol":"AAPL","close_history":[10.0]}],"portfolio":[]}',
    words: (d) => ({
      message: `${d.place.file} is no observation: ${d.found}`,
      cause: null,
      fix: 'give one observation, for example a line that the agent was sent',
    }),
  },
  {
    code: 'unknown-code',
    severity: 'error',
    title: 'there is no such diagnostic code',
    about: 'sbdev explain without an argument lists every code.',
    bad: 'sbdev explain unknown-feild',
    good: 'sbdev explain unknown-field',
    words: (d) => ({
      message: `there is no code ${d.found}`,
      cause: null,
      fix:
        d.accepted.length > 0 ? `did you mean ${d.accepted.join(' or ')}?` : 'sbdev explain lists every code',
    }),
  },
  {
    code: 'unknown-schema',
    severity: 'error',
    title: 'there is no such schema',
    about: 'sbdev schema without an argument lists the published schemas.',
    bad: 'sbdev schema decisions',
    good: 'sbdev schema decision',
    words: (d) => ({
      message: `there is no schema ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: `write one of ${d.accepted.join(', ')}`,
    }),
  },
  {
    code: 'schema-unwritable',
    severity: 'error',
    title: 'the schemas cannot be written there',
    about: 'The folder given by --out cannot be made, or a file in it cannot be written.',
    bad: 'sbdev schema --out /proc',
    good: 'sbdev schema --out schema',
    words: (d) => ({
      message: `cannot write ${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'give a folder that you may write to',
    }),
  },
];
