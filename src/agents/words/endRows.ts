import type { CodeEntry } from '../../kernel/diagnostic.ts';
import { count, duration, list, plural } from './say.ts';

/** What only the end of an agent shows. */
export const endRows: readonly CodeEntry[] = [
  {
    code: 'ignored-eof',
    severity: 'notice',
    title: 'The agent did not leave when its stdin ended',
    about:
      'After the last decision the kit ends stdin. An agent that stays is terminated, which is not held against it.',
    bad: 'a thread or timer that keeps the process alive',
    good: 'for line in sys.stdin: ...   (and the program ends after it)',
    words: (found) => ({
      message: `The agent was still running ${duration(count(found, 'waited_ms'))} after its stdin ended, and was terminated.`,
      cause: 'Usually a thread, a timer or an open connection keeps it alive.',
      fix: 'End the program when stdin ends; this costs nothing but time.',
    }),
  },
  {
    code: 'ignored-term',
    severity: 'notice',
    title: 'The agent did not leave on SIGTERM',
    about: 'An agent that stays after SIGTERM is killed when the grace is over.',
    bad: 'signal.signal(signal.SIGTERM, signal.SIG_IGN)',
    good: 'leave on SIGTERM, or do not handle it',
    words: (found) => ({
      message: `The agent did not leave within ${duration(count(found, 'waited_ms'))} of SIGTERM, and was killed.`,
      cause: 'It handles or ignores SIGTERM.',
      fix: 'Leave on SIGTERM; what must be saved should be saved when stdin ends.',
    }),
  },
  {
    code: 'output-after-end',
    severity: 'notice',
    title: 'Text on stdout after the last answer',
    about: 'After stdin had ended, the agent wrote text to stdout that is no decision. Nobody reads it.',
    bad: 'print("bye")',
    good: 'print("bye", file=sys.stderr)',
    words: (found) => ({
      message: `${plural(count(found, 'lines'), 'line')} on stdout after the end of stdin: ${list(found, 'text').join(' ⏎ ')}`,
      cause: 'A farewell or a summary printed to stdout.',
      fix: 'Write it to stderr: the same print earlier would be taken for an answer.',
    }),
  },
  {
    code: 'descendants-killed',
    severity: 'notice',
    title: 'The agent left processes behind',
    about:
      'Processes that the agent started in a session of their own were still running after it had gone. The kit kills them, so that nothing of one run reaches into the next.',
    bad: 'subprocess.Popen(["server"], start_new_session=True)',
    good: 'end what was started when stdin ends',
    words: (found) => ({
      message: `${plural(list(found, 'pids').length, 'process', 'processes')} that the agent had started outside its group ${list(found, 'pids').length === 1 ? 'was' : 'were'} killed (pid ${list(found, 'pids').join(', ')}).`,
      cause: 'It was started in a session of its own (setsid, start_new_session, a daemon).',
      fix: 'End what the agent starts when its stdin ends.',
    }),
  },
  {
    code: 'teardown-incomplete',
    severity: 'error',
    title: 'A process could not be ended',
    about:
      'After SIGKILL, a process of the agent is still there: it belongs to another user, or the kernel holds it.',
    bad: 'an agent that starts a program by sudo',
    good: 'an agent whose processes are all its own',
    words: (found) => ({
      message: `Not all of the agent could be ended${list(found, 'pids').length === 0 ? '' : ` (pid ${list(found, 'pids').join(', ')})`}.`,
      cause: 'It runs as another user, or hangs in the kernel.',
      fix: 'End it by hand before the next run.',
    }),
  },
];
