import type { CodeEntry, Diagnostic } from '../kernel/diagnostic.ts';

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
  {
    code: 'reexecution-differs',
    severity: 'error',
    title: 'a fresh agent decides otherwise than was recorded',
    about:
      'Every run has to repeat when it is executed again with a fresh agent on the same data, window and seed. A verifier does exactly this; a run that does not repeat supports nothing.',
    bad: 'weight = random.random()',
    good: 'weight = score(observation)',
    words: (d) => ({
      message: `executed again, the run differs first at step ${d.place.step}, ${d.place.pointer || 'the answer'}\nrecorded  ${d.facts.a}\nagain     ${d.facts.b}`,
      cause: 'something other than the observations takes part in the decision',
      fix: 'sbdev simulate runs two agents side by side and looks for the cause',
    }),
  },
  {
    code: 'case-unreadable',
    severity: 'error',
    title: 'the case cannot be read',
    about: 'A case contract is a JSON file; sbdev check --print-case prints one to start from.',
    bad: 'sbdev check --case missing.json',
    good: 'sbdev check --case case.json',
    words: (d) => ({
      message: `${d.place.file} cannot be read (${d.found})`,
      cause: null,
      fix: 'name a file that sbdev check --print-case wrote, or one like it',
    }),
  },
  {
    code: 'case-not-json',
    severity: 'error',
    title: 'the case is not JSON',
    about: 'A case contract is one JSON object (schema/case.schema.json).',
    bad: '{ "name": "mine", }',
    good: '{ "name": "mine" }',
    words: (d) => ({
      message: `${d.place.file} is not JSON: ${d.found}`,
      cause: null,
      fix: 'start from sbdev check --print-case',
    }),
  },
  {
    code: 'unknown-case-key',
    severity: 'error',
    title: 'a case has a key that there is not',
    about:
      'Every object of a case is closed: a misspelt key that was passed over would check something else than its author meant.',
    bad: '"roster": { "seed": [0, 1] }',
    good: '"roster": { "seeds": [0, 1] }',
    words: (d) => ({
      message: `${d.place.file} ${d.place.pointer}: there is no key ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: nearestOr(d, 'take it out, or use one of those'),
    }),
  },
  {
    code: 'unknown-instrument',
    severity: 'error',
    title: 'a case asks an instrument that there is not',
    about: 'The instruments of this kit are listed in docs/check.md.',
    bad: '{ "id": "doublerun", "required": true, "binding": true }',
    good: '{ "id": "double-run-equal", "required": true, "binding": true }',
    words: (d) => ({
      message: `${d.place.file} ${d.place.pointer}: there is no instrument ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: nearestOr(d, 'use one of those'),
    }),
  },
  {
    code: 'bad-case-value',
    severity: 'error',
    title: 'a value of a case is of the wrong kind',
    about: 'schema/case.schema.json says what each key takes; sbdev schema case prints it.',
    bad: '"required": "yes"',
    good: '"required": true',
    words: (d) => ({
      message: `${d.place.file} ${d.place.pointer}: found ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'correct it there; sbdev schema case prints the whole shape',
    }),
  },
  {
    code: 'check-not-found',
    severity: 'error',
    title: 'there is no check to resume',
    about: 'A check is kept under .sbdev/runs of the working directory. --resume alone takes the newest.',
    bad: 'sbdev check --resume no-such-check',
    good: 'sbdev check --resume',
    words: (d) => ({
      message: d.found === null ? `no check in ${d.place.file}` : `no check ${d.found} in ${d.place.file}`,
      cause: null,
      fix: 'run it in the folder where the check was started; sbdev check without --resume starts a new one',
    }),
  },
  {
    code: 'check-running',
    severity: 'error',
    title: 'the check is still running',
    about:
      'The process that started, or resumed, the check is alive. Two would ask the same instruments twice.',
    bad: 'sbdev check --resume beside the check itself',
    good: 'sbdev check --resume once it has ended',
    words: (d) => ({
      message: `check ${d.found} is still running in another process`,
      cause: null,
      fix: 'wait for it, or end it with Ctrl-C first',
    }),
  },
  {
    code: 'check-unreadable',
    severity: 'error',
    title: 'the record of a check cannot be read',
    about: 'check.json of the session says what was asked for; this kit cannot read this one.',
    bad: 'a record of another version of the kit',
    good: 'a record of this kit',
    words: (d) => ({
      message: `${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'check the agent anew, without --resume',
    }),
  },
  {
    code: 'check-differs',
    severity: 'error',
    title: 'what would be checked now is not what was interrupted',
    about:
      'Instruments of one grade read one candidate. The agent’s snapshot covers its files: an agent that was edited, or that writes into its own folder, is another agent.',
    bad: 'an edit, then sbdev check --resume',
    good: 'sbdev check',
    words: (d) => ({
      message: `check ${d.facts.id} has another ${d.facts.name}: it was ${d.accepted.join(', ')}, now it is ${d.found}`,
      cause: null,
      fix: 'restore it, or start a new check without --resume',
    }),
  },
  {
    code: 'check-not-recorded',
    severity: 'error',
    title: 'a check cannot be kept',
    about: 'A grade without a record of what it rests on is none, so a check needs a folder to write to.',
    bad: 'sbdev check in a read-only folder',
    good: 'sbdev check in the agent’s own folder',
    words: (d) => ({
      message: `no record can be written below ${d.place.file} (${d.found})`,
      cause: null,
      fix: 'run it in a folder that you may write to',
    }),
  },
  {
    code: 'compare-unreadable',
    severity: 'error',
    title: 'there is nothing to compare there',
    about:
      'sbdev compare takes records of checks, sweeps and sessions, reports that sweep --out or check wrote, and ID@N for generation N of a session.',
    bad: 'sbdev compare latest@9 latest',
    good: 'sbdev compare latest@1 latest@2',
    words: (d) => ({
      message: `${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'name a record as sbdev runs list shows it, or the file of a report',
    }),
  },
  {
    code: 'compare-mixed',
    severity: 'error',
    title: 'two records are not of one market',
    about:
      'Differences are paired cell by cell, so both have to be run on the same data, costs and engine; else a difference would be that of the markets.',
    bad: 'one sweep with --costs typical, the other with --costs stressed',
    good: 'both with the same data and costs',
    words: (d) => ({
      message: `${d.facts.b} has other ${d.facts.name} than ${d.facts.a}: ${d.found}, not ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'run both on the same data and costs',
    }),
  },
  {
    code: 'seal-broken',
    severity: 'error',
    title: 'the sealed runs of a check have changed',
    about:
      'Once the roster is recorded its files are sealed by digest. A record that was changed afterwards supports no grade, whatever it says.',
    bad: 'a journal below cells/ that was edited',
    good: 'a record as the kit wrote it',
    words: (d) => ({
      message: `the recorded runs of ${d.place.file} are not those that were sealed: digest ${d.found}, sealed ${d.accepted.join(', ')}`,
      cause: 'a file below cells/ was changed',
      fix: 'check the agent anew, without --resume',
    }),
  },
];

function nearestOr({ facts }: Diagnostic, otherwise: string): string {
  return typeof facts.nearest === 'string' ? `did you mean ${facts.nearest}?` : otherwise;
}
