import type { CodeEntry, Diagnostic } from '../../kernel/diagnostic.ts';
import { atStep, count, duration, flag, list, stderrEnd, text } from './say.ts';

const BESIDE =
  'The reference harness parses the body whatever the status and the headers say, so this does not change the verdict; it usually tells why the body is not a decision.';

/** Which endpoint may be named, why it could not be used, and what stands beside its answers. */
export const httpRows: readonly CodeEntry[] = [
  {
    code: 'http-url',
    severity: 'error',
    title: 'The endpoint cannot be used',
    about:
      'The kit posts to /decide of a server on this machine, in plain HTTP, as the reference harness does. HOST:PORT is enough; http:// before it and /decide behind it are accepted and change nothing.',
    bad: 'sbdev simulate --http https://agent.example.com',
    good: 'sbdev simulate --http 127.0.0.1:8080',
    words: (found) => ({
      message: `${found.found === null ? 'The endpoint' : `The endpoint ${found.found}`} cannot be used: ${URL_PROBLEMS[text(found, 'problem')] ?? 'it is no address'}.`,
      cause: null,
      fix: urlFix(found),
    }),
  },
  {
    code: 'http-any-address',
    severity: 'notice',
    title: 'An address to listen on, not to connect to',
    about:
      '0.0.0.0 and [::] mean every address of the machine to a server. A client cannot connect to them everywhere, so the kit uses localhost.',
    bad: 'sbdev simulate --http http://0.0.0.0:8080',
    good: 'sbdev simulate --http 127.0.0.1:8080',
    words: (found) => ({
      message: `${found.found ?? 'The address'} is where a server listens; localhost is used to connect.`,
      cause: null,
      fix: 'Write 127.0.0.1 or localhost.',
    }),
  },
  {
    code: 'http-address',
    severity: 'notice',
    title: 'Which address of localhost answers',
    about:
      'localhost may be 127.0.0.1 or ::1, and a server may listen on only one of them. The kit tries both and says which one took the connection.',
    bad: 'a server on ::1, and a client that tries 127.0.0.1 alone',
    good: 'name the address: --http 127.0.0.1:8080',
    words: (found) => ({
      message: `The endpoint ${text(found, 'url')} answers at ${found.found ?? 'an address of this machine'}.`,
      cause: null,
      fix: 'Name that address to try no other.',
    }),
  },
  {
    code: 'port-taken',
    severity: 'error',
    title: 'The port is taken',
    about:
      'Before the kit starts the command of an endpoint, nobody may listen on its port: otherwise the run would be with whatever is there, a server of an earlier run perhaps.',
    bad: 'a server left running in another terminal',
    good: 'end it first, or leave the command out to use it',
    words: (found) => ({
      message: `Port ${found.found ?? ''} is taken: something already answers at ${text(found, 'url') || 'the endpoint'}, and the command was not started.`,
      cause: 'Usually a server of an earlier run, or one in another terminal.',
      fix: `End what listens there (lsof -i :${found.found ?? 'PORT'} names it), choose another port, or use --http alone to talk to it.`,
    }),
  },
  {
    code: 'http-unreachable',
    severity: 'error',
    title: 'Nobody listens at the endpoint',
    about:
      'No address of the endpoint took a connection within the time to get ready. It is tried by TCP alone: the server owes no answer to anything but POST /decide.',
    bad: 'sbdev simulate --http 127.0.0.1:8080   (and no server on that port)',
    good: 'start the server first, or give its command in sharpebench.json',
    words: (found) => ({
      message: `Nobody took a connection at ${list(found, 'addresses').join(' or ') || 'the endpoint'} within ${duration(count(found, 'waited_ms'))}.${list(found, 'stderr_tail').length === 0 ? '' : stderrEnd(found)}`,
      cause: flag(found, 'started')
        ? 'The command runs, but listens on another port or address, or is still starting.'
        : 'The server is not running, or listens on another port.',
      fix: flag(found, 'started')
        ? 'Make it listen on the port of the URL, on 127.0.0.1.'
        : 'Start the server first; or give "command" beside "url" in sharpebench.json, and the kit starts it.',
    }),
  },
  {
    code: 'http-port-still-open',
    severity: 'error',
    title: 'The port is still open after the end',
    about:
      'All processes of the agent that the kit can find are gone, and still something listens on the port: a daemon that left no trace, or a container.',
    bad: 'docker run -d -p 8080:8080 agent   as the command',
    good: 'docker run --rm -p 8080:8080 agent',
    words: (found) => ({
      message: `Port ${found.found ?? ''} is still open though everything that was started is gone.`,
      cause: 'The server runs in a container, or as a daemon that detached itself.',
      fix: 'Run the server in the foreground, so that it ends with its command.',
    }),
  },
  {
    code: 'http-status',
    severity: 'warning',
    title: 'A status other than 200',
    about: BESIDE,
    bad: 'HTTP/1.1 500 Internal Server Error',
    good: 'HTTP/1.1 200 OK',
    words: (found) => ({
      message: `The endpoint answered with status ${found.found ?? 'other than 200'}${atStep(found)}${text(found, 'body') === '' ? '' : `: ${text(found, 'body')}`}`,
      cause: statusCause(count(found, 'status')),
      fix: 'Answer POST /decide with 200 and a decision; an empty list of orders is a hold.',
    }),
  },
  {
    code: 'http-redirect',
    severity: 'warning',
    title: 'A redirect, which is not followed',
    about: `Redirects are never followed: most clients would turn the POST into a GET without its body. ${BESIDE}`,
    bad: 'POST /decide -> 307 Location: /decide/',
    good: 'POST /decide -> 200',
    words: (found) => ({
      message: `The endpoint answered with ${count(found, 'status') || 'a redirect'}${found.found === null ? ' and no Location' : ` and Location: ${found.found}`}${atStep(found)}; it is not followed.`,
      cause: 'Often a framework that adds a slash to the path, or sends plain HTTP to https.',
      fix: 'Serve /decide itself, without a slash at its end (redirect_slashes=False in FastAPI, strict_slashes=False in Flask).',
    }),
  },
  {
    code: 'http-content-type',
    severity: 'warning',
    title: 'The content type is not JSON',
    about: BESIDE,
    bad: 'Content-Type: text/html   (Flask, for a str)',
    good: 'Content-Type: application/json',
    words: (found) => ({
      message: `The answer${atStep(found)} has ${found.found === null ? 'no content type' : `content type ${found.found}`}, not application/json.`,
      cause: flag(found, 'html')
        ? 'The body is HTML: an error page of the framework, or another server on this port.'
        : 'The handler returns text instead of a JSON answer.',
      fix: 'Return JSON by the means of the framework (jsonify, JSONResponse, response.json).',
    }),
  },
  {
    code: 'http-content-encoding',
    severity: 'warning',
    title: 'The body is encoded',
    about: 'The kit asks for no encoding and decodes none: the bytes of the body are judged as they are.',
    bad: 'Content-Encoding: gzip',
    good: 'a plain body',
    words: (found) => ({
      message: `The answer${atStep(found)} has content encoding ${found.found ?? ''}, which nobody asked for and nobody decodes.`,
      cause: 'A middleware that compresses whatever the request accepts.',
      fix: 'Turn compression off for /decide.',
    }),
  },
  {
    code: 'http-no-body',
    severity: 'warning',
    title: 'An answer without a body',
    about: 'An empty body is no hold: it is refused. A hold is {"orders":[]}.',
    bad: 'HTTP/1.1 204 No Content',
    good: '{"orders":[]}',
    words: (found) => ({
      message: `The answer${atStep(found)} has no body (status ${count(found, 'status') || 'unknown'}).`,
      cause: 'The handler returned nothing.',
      fix: 'To hold, answer {"orders":[]}.',
    }),
  },
  {
    code: 'http-retried',
    severity: 'warning',
    title: 'A decision took more than one attempt',
    about:
      'An attempt failed and a later one, within the same budget, brought the answer. The decision counts as any other; the failures show a server that drops requests.',
    bad: 'a worker that is recycled while it still has requests',
    good: 'one answer for every request',
    words: (found) => ({
      message: `The decision${atStep(found)} took ${count(found, 'attempts') || 'several'} attempts; before: ${list(found, 'causes').join(', ') || 'a failure'}.`,
      cause: null,
      fix: `Look up the cause: sbdev explain ${found.found ?? 'http-reset'}. On the day there are two retries, too, and no more.`,
    }),
  },
];

const URL_PROBLEMS: Readonly<Record<string, string>> = {
  scheme: 'it is not plain HTTP',
  form: 'it is not HOST:PORT',
  credentials: 'it holds a user name or password',
  query: 'it holds a query or a fragment',
  path: 'its path is not /decide',
  port: 'port 0 is no port',
  host: 'its host is not this machine',
};

function urlFix(found: Diagnostic): string {
  switch (text(found, 'problem')) {
    case 'scheme':
      return 'Plain HTTP on loopback is what the reference harness speaks: write http://127.0.0.1:PORT.';
    case 'path':
      return `The reference harness posts to /decide and nothing else: serve the agent there, not at ${text(found, 'path')}.`;
    case 'host':
      return 'The server runs on this machine: name it as 127.0.0.1:PORT or localhost:PORT.';
    default:
      return `Write one of ${found.accepted.join(', ') || '127.0.0.1:PORT'}.`;
  }
}

function statusCause(status: number): string | null {
  if (status === 404) return 'The server has nothing at /decide.';
  if (status === 405) return 'The server has /decide, but not for POST.';
  if (status === 415 || status === 422 || status === 400)
    return 'The server refused the observation: its own check of the body is too strict.';
  if (status >= 500) return 'The handler failed; the log of the server tells where.';
  return null;
}
