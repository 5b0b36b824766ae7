import type { CodeEntry, Diagnostic } from '../../kernel/diagnostic.ts';
import { languageById } from '../language.ts';
import { atStep, count, duration, flag, indented, list, plural, stderrEnd, text } from './say.ts';

const ONE_LINE =
  'Answer every observation with exactly one line on stdout, and write everything else to stderr.';

/** Why no usable answer came. */
export const faultRows: readonly CodeEntry[] = [
  {
    code: 'timeout',
    severity: 'error',
    title: 'No answer within the budget',
    about:
      'No complete answer line came within the wall-clock budget of the decision, the write of the observation included. The agent is stopped and every later decision of the run times out at once. The commonest cause is an answer that stays in a buffer: over a pipe, most languages do not write a line before it is flushed. The kit then ends stdin and listens for a moment; what comes only then was held back.',
    bad: 'print(json.dumps(decision))',
    good: 'print(json.dumps(decision), flush=True)',
    words: timeoutWords,
  },
  {
    code: 'line-too-long',
    severity: 'error',
    title: 'An answer line is too long',
    about:
      'One answer line may take 8 MiB, its terminator included. The agent is stopped where the bound is passed.',
    bad: 'a line of 8 MiB and one byte',
    good: '{"orders":[],"reasoning":"a few sentences"}',
    words: (found) => ({
      message: `The answer${atStep(found)} is longer than ${count(found, 'limit_bytes')} bytes without an end of line.`,
      cause: 'Usually a reasoning text that grows with every step, or output that never ends its line.',
      fix: 'Shorten the answer, and end it with a line feed.',
    }),
  },
  {
    code: 'too-much-output',
    severity: 'error',
    title: 'Too much output in one run',
    about: 'All of stdout in one run may take 64 MiB. The agent is stopped where the bound is passed.',
    bad: 'while True: print(json.dumps(decision), flush=True)',
    good: 'for line in sys.stdin: print(json.dumps(decide(json.loads(line))), flush=True)',
    words: (found) => ({
      message: `The agent wrote more than ${count(found, 'limit_bytes')} bytes to stdout in one run${atStep(found)}.`,
      cause: 'Usually logging to stdout, or a loop that prints without waiting for an observation.',
      fix: ONE_LINE,
    }),
  },
  {
    code: 'agent-exited',
    severity: 'error',
    title: 'The agent ended',
    about:
      'The process ended while an answer was awaited. That is neither a timeout nor bad JSON: its exit code or signal and the end of its stderr tell why. An agent stays until its stdin ends.',
    bad: 'answer = decide(json.loads(sys.stdin.readline()))   (and then the end of the program)',
    good: 'for line in sys.stdin: answer(json.loads(line))',
    words: exitWords,
  },
  {
    code: 'agent-stopped-reading',
    severity: 'error',
    title: 'The agent closed its stdin',
    about: 'The process lives, but the observation could not be written: the agent has closed its stdin.',
    bad: 'sys.stdin.close() after the first line',
    good: 'for line in sys.stdin: ...',
    words: (found) => ({
      message: `The agent closed its stdin, though it is still running; the observation${atStep(found)} could not be delivered.${stderrEnd(found)}`,
      cause: 'Usually stdin is closed or replaced after the first observation.',
      fix: 'Read stdin to its end, one line for every decision.',
    }),
  },
  {
    code: 'agent-closed-stdout',
    severity: 'error',
    title: 'The agent closed its stdout',
    about: 'The process lives, but its stdout has ended, so no answer can come any more.',
    bad: 'sys.stdout.close() after the first answer',
    good: 'keep stdout open and flush it after every answer',
    words: (found) => ({
      message: `The agent closed its stdout, though it is still running; no answer can come${atStep(found)}.${stderrEnd(found)}`,
      cause: 'Usually stdout is closed or redirected, or a wrapper exited and left a process behind.',
      fix: 'Keep stdout open until stdin ends.',
    }),
  },
  {
    code: 'unsolicited-output',
    severity: 'error',
    title: 'Output that nobody asked for',
    about:
      'A line came before an observation asked for it, or two came for the first one: a name, a banner, an init line, or an answer sent twice. A harness that goes line by line would take it for an answer and read every later one a step late. The run is desynchronised from that step on and the agent is stopped.',
    bad: 'print(json.dumps({"orders": []})) before the read loop',
    good: 'for line in sys.stdin: print(json.dumps(decide(json.loads(line))), flush=True)',
    words: (found) =>
      surplusWords(found, 'was printed before it was asked for, or two lines answered one observation'),
  },
  {
    code: 'extra-output',
    severity: 'error',
    title: 'More lines than observations',
    about:
      'An observation was answered with more than one line. A harness that goes line by line would pair the surplus with the next observation and every later answer would be a step late. The kit never uses such a line; it stops the agent, since its later answers cannot be paired.',
    bad: 'print(json.dumps(draft)); print(json.dumps(decision), flush=True)',
    good: 'print(json.dumps(decision), flush=True)',
    words: (found) =>
      flag(found, 'at_end')
        ? {
            message: `${plural(count(found, 'lines'), 'line')} of output ${count(found, 'lines') === 1 ? 'was' : 'were'} left when every observation had been answered: ${list(found, 'text').join(' ⏎ ')}`,
            cause:
              'Somewhere one observation got two lines; every answer since then may have been read one step late.',
            fix: ONE_LINE,
          }
        : surplusWords(found, 'came in surplus of one line per observation'),
  },
  {
    code: 'stdout-noise',
    severity: 'error',
    title: 'Something prints to stdout',
    about:
      'stdout carries decisions only. A line that is none, with a decision right behind it, is log text: a banner, a warning, a print for debugging. The reference harness reads that line as the answer.',
    bad: 'print("loading model"); print(json.dumps(decision), flush=True)',
    good: 'print("loading model", file=sys.stderr); print(json.dumps(decision), flush=True)',
    words: (found) => ({
      message: `Something prints to stdout${atStep(found)}: the answer line was refused and a decision followed it. Printed:\n${indented(list(found, 'text'))}`,
      cause: `Likely: ${text(found, 'culprit') || languageById(text(found, 'language')).noise}.`,
      fix: `stdout carries decisions only; log to stderr: ${languageById(text(found, 'language')).log}.`,
    }),
  },
  {
    code: 'agent-threw',
    severity: 'error',
    title: 'The agent function threw',
    about: 'An agent that is a function of the observation threw an error instead of returning a decision.',
    bad: 'throw new Error("no data")',
    good: 'return { orders: [], reasoning: "no data" }',
    words: (found) => ({
      message: `The agent function threw${atStep(found)}: ${found.found ?? 'an error'}.`,
      cause: null,
      fix: 'Return a decision for every observation; an empty list of orders is a hold.',
    }),
  },
  {
    code: 'agent-closed',
    severity: 'notice',
    title: 'The run was stopped',
    about:
      'The kit closed the agent, on request, while or before it was asked. This is no fault of the agent.',
    bad: 'Ctrl-C in the middle of a run',
    good: 'a run to its end',
    words: (found) => ({
      message: `The run was stopped${atStep(found)}; the agent is not to blame.`,
      cause: null,
      fix: 'Run again to get a whole run.',
    }),
  },
];

function timeoutWords(found: Diagnostic): ReturnType<CodeEntry['words']> {
  const language = languageById(text(found, 'language'));
  const when = flag(found, 'before_first_answer') ? ', before the first answer' : '';
  const message = `No answer${atStep(found)} within ${duration(count(found, 'budget_ms'))}${when}.`;
  const flush = `Flush every answer. In ${language.name}: ${language.flush}.`;
  if (flag(found, 'flushed_at_eof')) {
    return {
      message: `${message} A whole line came ${duration(count(found, 'flushed_after_ms'))} after the kit closed stdin: ${found.found ?? ''}`,
      cause: 'The answer was ready and sat in a buffer: it was not flushed.',
      fix: flush,
    };
  }
  if (count(found, 'received_bytes') > 0) {
    return {
      message: `${message} ${plural(count(found, 'received_bytes'), 'byte')} came without an end of line: ${found.found ?? ''}`,
      cause: 'An answer ends with a line feed; this one was not ended, or only partly written.',
      fix: `End the answer with \\n and flush it. In ${language.name}: ${language.flush}.`,
    };
  }
  if (count(found, 'unread_input_bytes') > 0) {
    return {
      message: `${message} The agent has not even read the observation.`,
      cause: 'It is busy, or waits for something else than its stdin.',
      fix: 'Read one line from stdin for every decision.',
    };
  }
  return {
    message: `${message} Not one byte came.${stderrEnd(found)}`,
    cause:
      'Probably the answer was not flushed; or the agent is still computing, or waits for input that does not come.',
    fix: `${flush} An agent that is merely slow needs a larger --decide-timeout here and more speed on the day.`,
  };
}

function exitWords(found: Diagnostic): ReturnType<CodeEntry['words']> {
  const how =
    text(found, 'signal') === ''
      ? `with code ${text(found, 'exit_code') || '?'}`
      : `by ${text(found, 'signal')}`;
  const when = flag(found, 'before_first_answer') ? ', before its first answer' : '';
  const message = `The agent ended ${how}${atStep(found)}${when}.${stderrEnd(found)}`;
  const variable = text(found, 'withheld_variable');
  if (variable !== '') {
    return {
      message,
      cause: `${variable} is set here, but the agent does not get it: like the official harness, the kit clears the environment.`,
      fix: `Add "${variable}" to env in sharpebench.json, or to SHARPEBENCH_AGENT_ENV.`,
    };
  }
  return { message, cause: exitCause(found), fix: exitFix(found) };
}

function exitCause(found: Diagnostic): string | null {
  if (list(found, 'stderr_tail').some((line) => line.includes('\\r'))) {
    return 'A name that ends in a carriage return: a script saved with CRLF line ends.';
  }
  const code = text(found, 'exit_code');
  if (code === '127') return 'Code 127: a program that the command starts was not found.';
  if (code === '126') return 'Code 126: a program that the command starts could not be executed.';
  if (code === '0') return 'It ended by itself: the program does not loop until its stdin ends.';
  if (text(found, 'signal') === 'SIGKILL') return 'SIGKILL comes from outside, often because memory ran out.';
  return null;
}

function exitFix(found: Diagnostic): string {
  return text(found, 'exit_code') === '0'
    ? 'Read observations in a loop until stdin ends.'
    : 'Mend the error that its stderr shows; the observation that was being answered is in the record.';
}

function surplusWords(found: Diagnostic, what: string): ReturnType<CodeEntry['words']> {
  const lines = count(found, 'lines');
  return {
    message: `${plural(lines, 'line')} ${what}; found before the observation of step ${found.place.step ?? '?'}, whose answer would be read a step late: ${list(found, 'text').join(' ⏎ ')}`,
    cause: 'An init line, log text, or an answer sent twice.',
    fix: ONE_LINE,
  };
}
