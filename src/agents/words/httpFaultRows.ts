import type { CodeEntry, Diagnostic } from '../../kernel/diagnostic.ts';
import { atStep, count, duration, flag, list, plural, stderrEnd, text } from './say.ts';

const RETRIED =
  'Like the reference harness, the kit tries up to two more times within the budget of the decision.';

/** Why an endpoint gave no usable answer to one decision. */
export const httpFaultRows: readonly CodeEntry[] = [
  {
    code: 'http-refused',
    severity: 'error',
    title: 'Nobody listens on the port',
    about: `The connection was refused: the server is not running any more, or never was on this port. ${RETRIED}`,
    bad: 'a server that ends, or restarts on every change of a file, while the run goes on',
    good: 'a server that stays up through the whole run',
    words: (found) => ({
      message: `No connection${atStep(found)}: ${list(found, 'addresses').join(' and ') || 'the address'} refused it${afterAttempts(found)}.`,
      cause: 'The server has ended, or listens on another port.',
      fix: 'Keep the server running through the run; look at its own log for why it stopped.',
    }),
  },
  {
    code: 'http-connect-failed',
    severity: 'error',
    title: 'No connection to the endpoint',
    about: `The system made no connection: out of ports or open files, or no such address on this machine. ${RETRIED}`,
    bad: '--http [::1]:8080 on a machine without IPv6',
    good: '--http 127.0.0.1:8080',
    words: (found) => ({
      message: `No connection to ${list(found, 'addresses').join(' or ') || 'the endpoint'}${atStep(found)}: ${text(found, 'reason') || 'the system refused'}${afterAttempts(found)}.`,
      cause: CONNECT_CAUSES[text(found, 'reason')] ?? null,
      fix: 'Use an address that this machine has (127.0.0.1), and try again.',
    }),
  },
  {
    code: 'http-reset',
    severity: 'error',
    title: 'The server reset the connection',
    about: `The server dropped the connection before its answer was whole: a crash in the handler, a worker that was killed, or a socket closed with unread data. ${RETRIED}`,
    bad: 'os._exit(1) in the handler',
    good: 'answer every POST, errors included, and then close',
    words: (found) => ({
      message: `The server reset the connection${atStep(found)} while ${awaited(found)}${afterAttempts(found)}.${serverEnd(found)}`,
      cause:
        'Usually the handler or its worker process died, or the server closed without reading the request.',
      fix: 'Look at the log of the server for this moment; catch errors in the handler and answer all the same.',
    }),
  },
  {
    code: 'http-closed-early',
    severity: 'error',
    title: 'The answer ended too soon',
    about: `The server closed the connection before its answer was whole: nothing came, fewer bytes than Content-Length says, or a chunked body without its last chunk. ${RETRIED}`,
    bad: 'Content-Length: 300, and 120 bytes of body',
    good: 'let the framework set Content-Length from the bytes of the body',
    words: (found) => ({
      message: `The server closed the connection${atStep(found)} while ${awaited(found)}: ${plural(count(found, 'received_bytes'), 'byte')} came in all${afterAttempts(found)}.${serverEnd(found)}`,
      cause:
        text(found, 'phase') === 'body'
          ? 'Content-Length counts bytes, not characters; or the handler failed in the middle of its answer.'
          : 'The handler ended without an answer.',
      fix: 'Let the framework compute the length, and answer every POST /decide in full.',
    }),
  },
  {
    code: 'http-malformed',
    severity: 'error',
    title: 'The answer is not HTTP',
    about: `What came back cannot be read as an HTTP/1 answer: another protocol on that port (TLS, HTTP/2, a database), or headers written by hand. ${RETRIED}`,
    bad: '{"orders":[]}   (without a status line)',
    good: 'HTTP/1.1 200 OK, headers, an empty line, and the body',
    words: (found) => ({
      message: `What came back${atStep(found)} is not an HTTP answer${found.found === null ? '' : `: ${found.found}`} (${text(found, 'reason') || 'unreadable'})${afterAttempts(found)}.`,
      cause:
        'Another protocol on this port (https, HTTP/2, a raw socket), or an answer that is written by hand.',
      fix: 'Serve plain HTTP/1.1, best with a framework.',
    }),
  },
  {
    code: 'http-headers-too-large',
    severity: 'error',
    title: 'The headers of the answer are too large',
    about: `The headers of one answer may take 16 KiB together. ${RETRIED}`,
    bad: 'Set-Cookie with the whole state of the agent',
    good: 'Content-Type and Content-Length',
    words: (found) => ({
      message: `The headers of the answer${atStep(found)} take more than 16 KiB${afterAttempts(found)}.`,
      cause: 'Usually cookies, or debug information in headers.',
      fix: 'Send no more than Content-Type and Content-Length.',
    }),
  },
  {
    code: 'http-timeout',
    severity: 'error',
    title: 'No whole answer within the budget',
    about:
      'The budget covers the whole exchange: the connection, the request, the headers and the body, repeated attempts included. It is the only deadline; what came until then is not used.',
    bad: 'requests.post(llm_url, ...) without a timeout of its own, in the handler',
    good: 'give calls within the handler a timeout that leaves room, and answer a hold when it passes',
    words: (found) => ({
      message: `No whole answer${atStep(found)} within ${duration(count(found, 'budget_ms'))}: the time ran out while ${awaited(found)}${afterAttempts(found)}.${serverEnd(found)}`,
      cause: TIMEOUT_CAUSES[text(found, 'phase')] ?? null,
      fix: 'Answer within the budget. An agent that is merely slow needs a larger --decide-timeout here and more speed on the day.',
    }),
  },
  {
    code: 'body-too-large',
    severity: 'error',
    title: 'The body of the answer is too large',
    about:
      'The body of one answer may take 8 MiB, as an answer line may. The connection is cut where the bound is passed, and nothing is tried again.',
    bad: 'a stream of events without end',
    good: '{"orders":[],"reasoning":"a few sentences"}',
    words: (found) => ({
      message: `The body of the answer${atStep(found)} is larger than ${count(found, 'limit_bytes')} bytes.`,
      cause: 'Usually a stream that does not end, or a reasoning text that grows with every step.',
      fix: 'Answer with one JSON object, and end it.',
    }),
  },
  {
    code: 'http-server-exited',
    severity: 'error',
    title: 'The server ended',
    about:
      'The process that the kit started to serve the endpoint has ended: before its port was open, or during the run. Its exit code or signal and its last lines tell why. It is not started again: the endpoint serves a whole run.',
    bad: 'a command that starts the server in the background and returns',
    good: 'a command that runs the server in the foreground',
    words: serverExitWords,
  },
];

const CONNECT_CAUSES: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'This machine does not have the address, or has no free port left.',
  EMFILE: 'The limit on open files is reached (ulimit -n).',
  ENFILE: 'The system has no open files left.',
};

const TIMEOUT_CAUSES: Readonly<Record<string, string>> = {
  connect: 'The server does not accept connections: its queue is full, or it hangs.',
  headers: 'The handler is still computing, waits for something else, or never answers.',
  body: 'The answer was begun and not ended: a body shorter than its Content-Length, or a stream that stays open.',
};

function awaited(found: Diagnostic): string {
  const awaiting: Readonly<Record<string, string>> = {
    connect: 'connecting',
    headers: 'the headers of the answer were awaited',
    body: 'its body was awaited',
  };
  return awaiting[text(found, 'phase')] ?? 'the answer was awaited';
}

function afterAttempts(found: Diagnostic): string {
  const attempts = count(found, 'attempts');
  if (attempts <= 1) return '';
  const causes = [...new Set(list(found, 'causes'))];
  const mixed = causes.length > 1 ? ` (${causes.join(', ')})` : '';
  return `, in ${attempts} attempts${mixed}`;
}

/** The end of stderr, of a server that the kit started. */
function serverEnd(found: Diagnostic): string {
  return list(found, 'stderr_tail').length === 0 ? '' : stderrEnd(found);
}

function serverExitWords(found: Diagnostic): ReturnType<CodeEntry['words']> {
  const signal = text(found, 'signal');
  const how = signal === '' ? `with code ${text(found, 'exit_code') || '?'}` : `by ${signal}`;
  const when = flag(found, 'at_start') ? ' before its port was open' : atStep(found);
  const said =
    list(found, 'stderr_tail').length === 0 && list(found, 'stdout_tail').length > 0
      ? ` The last of its stdout:\n${list(found, 'stdout_tail')
          .map((line) => `  ${line}`)
          .join('\n')}`
      : stderrEnd(found);
  const message = `The server ended ${how}${when}.${said}`;
  const variable = text(found, 'withheld_variable');
  if (variable !== '') {
    return {
      message,
      cause: `${variable} is set here, but the server does not get it: like the official harness, the kit clears the environment.`,
      fix: `Add "${variable}" to env in sharpebench.json, or to SHARPEBENCH_AGENT_ENV.`,
    };
  }
  return {
    message,
    cause:
      text(found, 'exit_code') === '0'
        ? 'It ended by itself: the command must stay in the foreground.'
        : null,
    fix: 'Mend the error that its output shows; the command has to run until the kit ends it.',
  };
}
