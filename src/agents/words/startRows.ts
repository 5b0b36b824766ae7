import type { CodeEntry } from '../../kernel/diagnostic.ts';
import { flag, list, text } from './say.ts';

const NO_SHELL =
  'No shell runs the command: its text is split on white space, and quotes, operators and variables reach the agent as they stand. For a path with spaces give the command as an array, one element an argument, in sharpebench.json.';

/** Why an agent could not be started, and what is worth saying when it was. */
export const startRows: readonly CodeEntry[] = [
  {
    code: 'command-empty',
    severity: 'error',
    title: 'There is no command',
    about: 'The command that starts the agent holds no word.',
    bad: 'sbdev simulate --cmd " "',
    good: 'sbdev simulate --cmd "python3 agent.py"',
    words: () => ({
      message: 'The command of the agent is empty.',
      cause: null,
      fix: 'Name the program that runs the agent, for example: --cmd "python3 agent.py".',
    }),
  },
  {
    code: 'shell-syntax',
    severity: 'notice',
    title: 'Shell syntax in a command that no shell reads',
    about: NO_SHELL,
    bad: 'sbdev simulate --cmd "cd bots && python3 agent.py"',
    good: 'sbdev simulate --cmd "python3 bots/agent.py"',
    words: (found) => ({
      message: `The command contains ${found.found ?? 'shell syntax'}, which is passed on as it stands: ${list(found, 'argv').join(' | ')}.`,
      cause: 'There is no shell between the kit and the agent, as there is none on the day.',
      fix: NO_SHELL,
    }),
  },
  {
    code: 'cwd-missing',
    severity: 'error',
    title: 'The working directory is not there',
    about: 'The directory in which the agent is to run does not exist or is not a directory.',
    bad: 'cwd: /nope',
    good: 'cwd: ./bots',
    words: (found) => ({
      message: flag(found, 'exists')
        ? `The working directory ${found.found ?? ''} is not a directory.`
        : `The working directory ${found.found ?? ''} does not exist.`,
      cause: null,
      fix: 'Create it, or name the directory in which the agent is to run.',
    }),
  },
  {
    code: 'command-not-found',
    severity: 'error',
    title: 'The program was not found',
    about: `A name without a slash is searched along the PATH that the agent gets; one with a slash is a path from the working directory. ${NO_SHELL}`,
    bad: 'sbdev simulate --cmd "python agent.py"   (where only python3 exists)',
    good: 'sbdev simulate --cmd "python3 agent.py"',
    words: (found) => ({
      message: `The program ${found.found ?? ''} was not found.`,
      cause: notFoundCause(found),
      fix: notFoundFix(found),
    }),
  },
  {
    code: 'command-is-directory',
    severity: 'error',
    title: 'The program is a directory',
    about: 'The first word of the command names a directory, which cannot be run.',
    bad: 'sbdev simulate --cmd ./my-agent',
    good: 'sbdev simulate --cmd "python3 my-agent/agent.py"',
    words: (found) => ({
      message: `${found.found ?? 'The program'} is a directory, not a program.`,
      cause: null,
      fix: 'Name the program file in it, with its interpreter if it is a script.',
    }),
  },
  {
    code: 'command-not-executable',
    severity: 'error',
    title: 'The program is not executable',
    about: 'The file exists, but nobody may execute it: it lacks the x permission.',
    bad: 'sbdev simulate --cmd ./agent.py   (mode 644)',
    good: 'chmod +x agent.py, or --cmd "python3 agent.py"',
    words: (found) => ({
      message: `${text(found, 'path') || (found.found ?? 'The program')} exists but is not executable.`,
      cause: 'The file lacks the x permission.',
      fix: `Run chmod +x ${text(found, 'path') || 'on it'}${orRunWith(text(found, 'run_with'))}.`,
    }),
  },
  {
    code: 'shebang-crlf',
    severity: 'error',
    title: 'The #! line ends in a carriage return',
    about:
      'A script saved with CRLF line ends asks the system for an interpreter whose name ends in CR. The system then says that the (existing) file was not found.',
    bad: '#!/usr/bin/env python3\\r\\n',
    good: '#!/usr/bin/env python3\\n',
    words: (found) => ({
      message: `The first line of ${text(found, 'path')}, ${found.found ?? '#!'}, ends in a carriage return (CR).`,
      cause:
        'The file was saved with Windows line ends; the interpreter is searched under a name ending in CR.',
      fix: `Save it with LF line ends${orRunWith(text(found, 'run_with'))}.`,
    }),
  },
  {
    code: 'interpreter-missing',
    severity: 'error',
    title: 'The interpreter of the script was not found',
    about:
      'The #! line of the script names a program that is not there, or not on the PATH that the agent gets.',
    bad: '#!/usr/bin/python',
    good: '#!/usr/bin/env python3',
    words: (found) => ({
      message: `${text(found, 'path')} is to be run by ${text(found, 'interpreter')} (${found.found ?? ''}), which was not found.`,
      cause: null,
      fix: `Correct the #! line${text(found, 'did_you_mean') === '' ? '' : ` (did you mean ${text(found, 'did_you_mean')}?)`}${orRunWith(text(found, 'run_with'))}.`,
    }),
  },
  {
    code: 'shebang-missing',
    severity: 'notice',
    title: 'A script without a #! line',
    about: 'Text without a #! line is run by /bin/sh, whatever language it is written in.',
    bad: 'import json',
    good: '#!/usr/bin/env python3\\nimport json',
    words: (found) => ({
      message: `${text(found, 'path')} has no #! line, so /bin/sh runs it.`,
      cause: null,
      fix: `Unless it is a shell script, begin it with #! and its interpreter${orRunWith(text(found, 'run_with'))}.`,
    }),
  },
  {
    code: 'spawn-failed',
    severity: 'error',
    title: 'The system refused to start the process',
    about:
      'The program is there, but the system did not start it: too many processes or open files (EAGAIN, EMFILE), arguments too long (E2BIG), not enough memory, or, on Windows, a .cmd or .bat file, which only a shell can run.',
    bad: '--cmd "npx.cmd tsx agent.ts" on Windows',
    good: '--cmd "node --import tsx agent.ts"',
    words: (found) => ({
      message: `The system did not start ${found.found ?? 'the agent'}: ${text(found, 'message')}.`,
      cause: SPAWN_CAUSES[text(found, 'errno')] ?? null,
      fix: 'Remove the cause and run again; nothing was counted against the agent.',
    }),
  },
  {
    code: 'inherited-unbuffered',
    severity: 'notice',
    title: 'PYTHONUNBUFFERED is withheld',
    about:
      'With PYTHONUNBUFFERED set, Python writes every print at once, and an agent that forgets to flush seems to work. The official harness does not set it, so the kit never passes it on, whether it is named or not.',
    bad: 'PYTHONUNBUFFERED=1 with print(json.dumps(decision))',
    good: 'print(json.dumps(decision), flush=True)',
    words: (found) => ({
      message: `PYTHONUNBUFFERED is set here and is withheld from the agent${flag(found, 'named') ? ', though it is named' : ''}.`,
      cause: 'The official harness does not set it; with it, a missing flush would only show on the day.',
      fix: 'Flush every answer in the agent itself.',
    }),
  },
  {
    code: 'env-name-unset',
    severity: 'notice',
    title: 'A named variable is not set',
    about: 'A name in env of sharpebench.json, or in SHARPEBENCH_AGENT_ENV, is not set where the kit runs.',
    bad: '"env": ["API_KEY"] without API_KEY being set',
    good: 'API_KEY=... sbdev simulate ...',
    words: (found) => ({
      message: `${found.found ?? 'A variable'} is to be passed to the agent but is not set here.`,
      cause: null,
      fix: 'Set it, or take it off the list.',
    }),
  },
];

const SPAWN_CAUSES: Readonly<Record<string, string>> = {
  EAGAIN: 'The limit on processes is reached (ulimit -u).',
  EMFILE: 'The limit on open files is reached (ulimit -n).',
  ENFILE: 'The system has no open files left.',
  ENOMEM: 'There is not enough memory.',
  E2BIG: 'Arguments and environment together are too long.',
  ENOEXEC: 'The file is not a program for this system.',
  EINVAL: 'On Windows: a .cmd or .bat file needs a shell; name the program behind it.',
};

function orRunWith(command: string): string {
  return command === '' ? '' : `, or run it as ${command}`;
}

function notFoundCause(found: Parameters<CodeEntry['words']>[0]): string | null {
  if (text(found, 'shell_syntax') !== '')
    return `The command contains ${text(found, 'shell_syntax')}, but there is no shell.`;
  if (flag(found, 'shell_builtin'))
    return `${found.found ?? 'It'} is built into shells, but there is no shell.`;
  if (flag(found, 'exists_here'))
    return 'A file of that name is in the working directory, which is not searched.';
  const searched = list(found, 'searched');
  return searched.length === 0 ? null : `Searched in ${searched.join(', ')}.`;
}

function notFoundFix(found: Parameters<CodeEntry['words']>[0]): string {
  if (text(found, 'shell_syntax') !== '' || flag(found, 'shell_builtin')) return NO_SHELL;
  if (text(found, 'did_you_mean') !== '') return `Did you mean ${text(found, 'did_you_mean')}?`;
  if (flag(found, 'exists_here')) return `Write ./${found.found ?? ''}${orRunWith(text(found, 'run_with'))}.`;
  return 'Correct the name, install the program, or give its path.';
}
