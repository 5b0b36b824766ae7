import type { CodeEntry, Diagnostic } from '../kernel/diagnostic.ts';

const place = (diagnostic: Diagnostic): string =>
  [diagnostic.place.file, diagnostic.place.pointer]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');

const nearestOr = (diagnostic: Diagnostic, otherwise: string): string =>
  typeof diagnostic.facts.nearest === 'string' ? `did you mean ${diagnostic.facts.nearest}?` : otherwise;

/** Codes of a wrong command line or configuration. */
export const cliCatalogue: readonly CodeEntry[] = [
  {
    code: 'config-unreadable',
    severity: 'error',
    title: 'the configuration file cannot be read',
    about: 'The file given by --config does not exist, is no file, or may not be read.',
    bad: 'sbdev simulate --config missing.json',
    good: 'sbdev simulate --config agents/momentum/sharpebench.json',
    words: (d) => ({
      message: `cannot read ${d.place.file}: ${d.found}`,
      cause: null,
      fix: 'check the path; without --config the kit reads sharpebench.json in the working directory, if there is one',
    }),
  },
  {
    code: 'config-not-json',
    severity: 'error',
    title: 'the configuration is not JSON',
    about: 'sharpebench.json is plain JSON: no comments, no trailing commas.',
    bad: '{"name": "mine",}',
    good: '{"name": "mine"}',
    words: (d) => ({
      message: `${d.place.file} is not JSON: ${d.found}`,
      cause: null,
      fix: 'mend the syntax at that place',
    }),
  },
  {
    code: 'unknown-config-key',
    severity: 'error',
    title: 'the configuration has a key that nothing reads',
    about: 'sharpebench.json is closed, so that a misspelt key is found at once.',
    bad: '{"decideTimeout": 1000}',
    good: '{"decideTimeoutMs": 1000}',
    words: (d) => ({
      message: `${place(d)}: unknown key; accepted here: ${d.accepted.join(', ')}`,
      cause: null,
      fix: nearestOr(d, 'remove the key'),
    }),
  },
  {
    code: 'bad-config-value',
    severity: 'error',
    title: 'a value in the configuration is not accepted',
    about: 'Every key of sharpebench.json has one type; schema/sharpebench.schema.json lists them.',
    bad: '{"transport": {"kind": "stdio", "command": "python3 agent.py"}}',
    good: '{"transport": {"kind": "stdio", "command": ["python3", "agent.py"]}}',
    words: (d) => ({
      message: `${place(d)}: found ${d.found}; ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'correct the value',
    }),
  },
  {
    code: 'bad-option',
    severity: 'error',
    title: 'an option has a value that it cannot take',
    about: 'The message says what the option takes.',
    bad: 'sbdev simulate --seed -1',
    good: 'sbdev simulate --seed 3',
    words: (d) => ({
      message: `${d.facts.option}: found ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: nearestOr(d, 'correct the option'),
    }),
  },
  {
    code: 'no-agent',
    severity: 'error',
    title: 'no agent was named',
    about: 'simulate needs exactly one agent: a command, a built-in reference agent, or a sharpebench.json.',
    bad: 'sbdev simulate',
    good: 'sbdev simulate --cmd "python3 agent.py"',
    words: (d) => ({
      message:
        d.found === null
          ? 'no agent given and no sharpebench.json here'
          : `more than one agent given: ${d.found}`,
      cause: null,
      fix: `give one of ${d.accepted.join(', ')}`,
    }),
  },
  {
    code: 'script-unreadable',
    severity: 'error',
    title: 'a decision script cannot be used',
    about:
      'script:FILE.json is a JSON array of decisions, each under the wire contract; the agent plays them back, then holds.',
    bad: '{"orders": []}',
    good: '[{"orders": []}, {"orders": []}]',
    words: (d) => ({
      message: `${place(d)}: ${d.found}; expected ${d.accepted.join(', ')}`,
      cause: null,
      fix: 'mend the script; `sbdev lint` checks single decisions',
    }),
  },
  {
    code: 'record-not-kept',
    severity: 'notice',
    title: 'no record of this run is kept',
    about:
      'A run is recorded under .sbdev/runs in the working directory. Where that folder cannot be written the run goes on and nothing is kept.',
    bad: 'a read-only working directory',
    good: 'run in a folder that you may write',
    words: (d) => ({
      message: `no record is kept: ${d.place.file} cannot be written (${d.found})`,
      cause: null,
      fix: 'run in a folder that you may write to keep records',
    }),
  },
  {
    code: 'costs-unreadable',
    severity: 'error',
    title: 'a cost model cannot be read',
    about: '--costs takes a profile (frictionless, typical, stressed, realistic) or a JSON file.',
    bad: '--costs typcial',
    good: '--costs typical',
    words: (d) => ({
      message: `--costs ${d.place.file}: ${d.found}; accepted: ${d.accepted.join(', ')}`,
      cause: null,
      fix: nearestOr(d, 'name a profile or a readable JSON file'),
    }),
  },
];
