import type { CodeEntry, Diagnostic } from '../kernel/diagnostic.ts';
import { printableShort } from '../kernel/printable.ts';

const shown = (text: string | null): string => printableShort(text ?? '', 80);

const listed = (diagnostic: Diagnostic, fact: string): readonly string[] => {
  const value = diagnostic.facts[fact];
  return Array.isArray(value) ? value.map((each: string) => shown(each)) : [];
};

const globProblems: Readonly<Record<string, string>> = {
  empty: 'is empty',
  too_long: 'is too long',
  too_many: 'globs are too many',
  negated: 'begins with "!"',
  outside: 'leads out of the folder of the agent',
};

const pollingReasons: Readonly<Record<string, (found: string) => string>> = {
  asked: () => 'polling was asked for',
  variable: (found) => `${found} is set`,
  'file-system': (found) => `the files lie on ${found}, which does not tell of every change`,
  'no-events': () => 'two changes were found that the system had not told of',
  failed: (found) => `the system refuses to watch (${found})`,
};

/** Codes of watching an agent's files, and of building it. */
export const reloadCatalogue: readonly CodeEntry[] = [
  {
    code: 'watch-matches-nothing',
    severity: 'error',
    title: 'no file is watched',
    about:
      'Watching no file means that no save would ever be noticed. Globs are matched on paths from the folder of the agent: * and ? inside a name, ** across folders, {a,b} and [a-z]; what lies in ignored folders (dependencies, virtual environments, builds, caches, records) is left out unless a glob begins in one.',
    bad: '{"watch": ["sources/**/*.py"]}   (where the folder is called src)',
    good: '{"watch": ["src/**/*.py", "model.json"]}',
    words: (d) => {
      const globs = listed(d, 'globs');
      return {
        message:
          globs.length === 0
            ? `there is no file to watch in ${shown(d.place.file ?? 'the folder of the agent')}`
            : `no file matches ${globs.join(', ')} in ${shown(d.place.file ?? 'the folder of the agent')}`,
        cause:
          globs.length > 0 && d.facts.has_files === false ? 'the folder holds no file that counts' : null,
        fix:
          globs.length === 0
            ? 'name the folder that holds the agent, or what is to be watched with --watch GLOB'
            : 'globs are matched from that folder: correct them, or leave them out to watch all of it',
      };
    },
  },
  {
    code: 'watch-glob',
    severity: 'error',
    title: 'a glob of watch or ignore cannot be used',
    about:
      'A glob is a path from the folder of the agent with *, **, ?, [a-z] or {a,b} in it. It cannot lead out of that folder, and what is to be left out is listed under "ignore" and not with "!".',
    bad: '{"watch": ["../shared/**", "!notes.md"]}',
    good: '{"watch": ["**"], "ignore": ["notes.md"]}',
    words: (d) => ({
      message: `the glob ${shown(d.found)} of ${shown(String(d.facts.key ?? 'watch'))} ${globProblems[String(d.facts.problem)] ?? 'cannot be used'}`,
      cause: null,
      fix:
        d.facts.problem === 'negated'
          ? 'list what is to be left out under "ignore"'
          : 'write it from the folder of the agent, such as src/**/*.py',
    }),
  },
  {
    code: 'watch-glob-unmatched',
    severity: 'warning',
    title: 'a glob of watch matches no file',
    about: 'Other globs do match, so the watch goes on. Files that appear later and match will count.',
    bad: '{"watch": ["agent.py", "modle.json"]}',
    good: '{"watch": ["agent.py", "model.json"]}',
    words: (d) => ({
      message: `no file matches ${shown(d.found)}`,
      cause: null,
      fix: 'check its spelling; it is matched on paths from the folder of the agent',
    }),
  },
  {
    code: 'watch-too-large',
    severity: 'error',
    title: 'the folder is too large to be watched',
    about:
      'More than 1,000 folders, 50,000 entries or 5,000 files that count would have to be looked through, and the command names no file to keep to. Often it is a home folder that was meant to be a project.',
    bad: 'sbdev watch --cmd bot   (in a home folder)',
    good: 'cd bots/first && sbdev watch',
    words: (d) => ({
      message: `the folder ${shown(d.place.file ?? 'of the agent')} holds too much to be watched`,
      cause: null,
      fix: 'start in the folder of the agent, list what matters under "watch", or what does not under "ignore"',
    }),
  },
  {
    code: 'watch-folder',
    severity: 'error',
    title: 'the folder to watch is not there',
    about: 'The folder of the agent is where its sharpebench.json lies, or else where it is started.',
    bad: 'sbdev watch --config gone/sharpebench.json',
    good: 'sbdev watch --config bots/sharpebench.json',
    words: (d) => ({
      message: `${shown(d.found)} is not a folder`,
      cause: null,
      fix: 'name the folder that holds the agent',
    }),
  },
  {
    code: 'watch-limit',
    severity: 'warning',
    title: 'the system watches no further file',
    about:
      'Linux gives each user a number of inotify watches and instances, which editors and other tools use up. The error is called ENOSPC and has nothing to do with room on a disk. The kit watches the files of the agent alone; where even that is refused it looks at them twice a second instead.',
    bad: 'fs.inotify.max_user_watches = 8192, with an editor that watches a home folder',
    good: 'sudo sysctl fs.inotify.max_user_watches=524288',
    words: (d) => ({
      message: `${pollingReason(d)}, so files are looked at twice a second instead`,
      cause: 'other programs of this user, such as editors, watch many files',
      fix: 'raise it: sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512',
    }),
  },
  {
    code: 'watch-polling',
    severity: 'notice',
    title: 'files are looked at instead of watched',
    about:
      'Shared folders (a Windows drive under WSL, a bind mount of Docker Desktop, a network share) do not tell of every change. There the kit looks at the files of the agent twice a second. CHOKIDAR_USEPOLLING=1 asks for it anywhere, CHOKIDAR_USEPOLLING=0 rules it out.',
    bad: 'an agent on /mnt/c',
    good: 'an agent in the home folder of the Linux that runs it',
    words: (d) => ({
      message: `files are looked at twice a second: ${pollingReason(d)}`,
      cause: null,
      fix: 'nothing needs to be done; a save is seen within a second',
    }),
  },
  {
    code: 'watch-narrowed',
    severity: 'warning',
    title: 'the folder holds too many files to watch them all',
    about:
      'Beyond 5,000 files only source files are watched, and beyond 1,000 folders or 50,000 entries only the files that the command names.',
    bad: 'an agent in a home folder',
    good: 'an agent in a folder of its own; {"ignore": ["data/**"]}',
    words: (d) => ({
      message: `the folder of the agent holds too many files: ${d.facts.breadth === 'named' ? 'only those that its command names are watched' : 'only source files are watched'}`,
      cause: null,
      fix: 'list what matters under "watch", or what does not under "ignore", in sharpebench.json',
    }),
  },
  {
    code: 'watch-output',
    severity: 'notice',
    title: 'a data file changed while the agent or its build was at work',
    about:
      'A run that writes into its own folder must not start itself again. So a file that is no source counts as output if it changes while an agent or a build is alive, and as an edit otherwise. What "watch" names counts at any time.',
    bad: 'a model.json that is edited while the run goes on',
    good: '{"watch": ["*.py", "model.json"]}',
    words: (d) => ({
      message: `${shown(d.place.file ?? 'a data file')} changed during the run, which may have written it: not taken for an edit`,
      cause: null,
      fix: 'if it was you, restart the run; to have it always count, name it under "watch" in sharpebench.json',
    }),
  },
  {
    code: 'build-failed',
    severity: 'error',
    title: 'the build of the agent failed',
    about:
      'The command under "build" in sharpebench.json ended with another exit code than 0, or could not be started. The agent of before is not replaced; the next save builds again.',
    bad: '{"build": ["cargo", "biuld"]}',
    good: '{"build": ["cargo", "build", "--release"]}',
    words: (d) => ({
      message: `the build ${buildEnd(d)}`,
      cause: null,
      fix: 'mend what it says and save: the next build starts by itself',
    }),
  },
];

function buildEnd({ facts, found }: Diagnostic): string {
  if (typeof facts.signal === 'string') return `was ended by ${shown(facts.signal)}`;
  if (typeof facts.exit_code === 'number') return `ended with exit code ${facts.exit_code}`;
  return `could not be started${found === null ? '' : ` (${shown(found)})`}`;
}

/** Why files are looked at instead of watched, as a clause. */
export function pollingReason({ code, found, facts }: Diagnostic): string {
  if (code === 'watch-limit') {
    return found === 'ENOSPC'
      ? 'the limit fs.inotify.max_user_watches is reached'
      : `too many files or inotify instances are open (${shown(found)}; fs.inotify.max_user_instances, fs.inotify.max_user_watches, ulimit -n)`;
  }
  return (pollingReasons[String(facts.why)] ?? ((text: string) => text))(shown(found));
}
