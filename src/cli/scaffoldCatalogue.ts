import type { CodeEntry, Diagnostic } from '../kernel/diagnostic.ts';

/** So many names are listed; a folder may hold a million. */
const LISTED = 12;

/** Codes of `create-sharpebench-agent`; here, since `sbdev explain` knows every code. */
export const scaffoldCatalogue: readonly CodeEntry[] = [
  {
    code: 'unanswered',
    severity: 'error',
    title: 'something has to be chosen, and nobody can be asked',
    about:
      'create-sharpebench-agent asks for what is missing on a terminal. Without one, in CI and with --json it asks nothing: flags have to say it, or --yes takes the defaults.',
    bad: 'create-sharpebench-agent </dev/null',
    good: 'create-sharpebench-agent my-agent --template python',
    words: (d) => ({
      message: `not given: ${d.accepted.join(', ')}; there is no terminal to ask on`,
      cause: null,
      fix: 'give it, or --yes for the defaults (my-agent, --template python)',
    }),
  },
  {
    code: 'bad-agent-name',
    severity: 'error',
    title: 'a text that cannot be the name of an agent',
    about:
      'The name goes into sharpebench.json and into the manifest of the language, so npm and cargo have to accept it: kebab-case, from a letter on, at most 64 characters, not reserved.',
    bad: 'create-sharpebench-agent bots/one --name ../one',
    good: 'create-sharpebench-agent bots/one --name bot-one',
    words: (d) => ({
      message: `--name ${d.found}: ${d.facts.reason}`,
      cause: null,
      fix: `give a name in kebab-case such as ${d.facts.nearest}; without --name the folder names the agent`,
    }),
  },
  {
    code: 'bad-target',
    severity: 'error',
    title: 'a folder that cannot be meant',
    about:
      'A project goes to a new or an empty folder in the working directory, or to an absolute path. Files, links that lead elsewhere, hidden folders and relative paths that climb out are refused before anything is written.',
    bad: 'create-sharpebench-agent ../elsewhere',
    good: 'create-sharpebench-agent my-agent',
    words: (d) => ({
      message: `cannot create a project in ${d.found}: ${d.facts.reason}`,
      cause: null,
      fix: 'name another folder; nothing was written',
    }),
  },
  {
    code: 'target-not-empty',
    severity: 'error',
    title: 'the folder holds files already',
    about:
      'A folder may hold .git, .gitignore, README* and LICENSE*, which stay as they are. With anything else it may be a project of somebody: --force-merge adds the files that do not exist, and even then nothing is overwritten or deleted.',
    bad: 'create-sharpebench-agent . (in a folder with src/)',
    good: 'create-sharpebench-agent my-agent',
    words: (d) => ({
      message: `${d.place.file} is not empty:\n${listed(d)}`,
      cause: null,
      fix: 'name a new folder, or give --force-merge to add only files that do not exist; nothing was written',
    }),
  },
  {
    code: 'target-blocked',
    severity: 'error',
    title: 'something else stands where a file or folder has to be',
    about:
      'With --force-merge, a file or a symbolic link that has the name of a folder of the template, or a folder with the name of a file, cannot be kept and completed at once.',
    bad: 'a file named faults in the target',
    good: 'rename it, or name a new folder',
    words: (d) => ({
      message: `${d.place.file} cannot be completed; these are of another kind than the template needs:\n${listed(d)}`,
      cause: null,
      fix: 'move them away, or name a new folder; nothing was written',
    }),
  },
  {
    code: 'target-unwritable',
    severity: 'error',
    title: 'the project cannot be written',
    about:
      'No permission, a full disk, a path that is too long. What had been written of the project was taken back; what was there before is untouched.',
    bad: 'create-sharpebench-agent in a read-only folder',
    good: 'create-sharpebench-agent in a folder of your own',
    words: (d) => ({
      message: `cannot write ${d.place.file} (${d.found})`,
      cause: null,
      fix: 'mend that, or name a folder that can be written; nothing is left of the attempt',
    }),
  },
  {
    code: 'install-failed',
    severity: 'error',
    title: 'the packages of the project could not be installed',
    about:
      'The project itself is complete: files come before any installation. Most often there is no network, or a registry that does not answer.',
    bad: 'create-sharpebench-agent bot --template typescript --install (offline)',
    good: 'npm install, once there is a network',
    words: (d) => ({
      message: `${d.facts.command} failed (${d.found}); the project is complete without it`,
      cause: null,
      fix: `later, in ${d.place.file}: ${d.facts.command}`,
    }),
  },
];

function listed({ facts }: Diagnostic): string {
  const names = Array.isArray(facts.conflicts) ? (facts.conflicts as readonly string[]) : [];
  const further = names.length - LISTED;
  return [...names.slice(0, LISTED), ...(further > 0 ? [`and ${further} more`] : [])].join('\n');
}
