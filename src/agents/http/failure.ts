import { printableShort } from '../../kernel/printable.ts';
import { DialError } from './dialer.ts';
import type { Failure, FailureCode } from './exchange.ts';

/** The budget was spent, or a bound passed: the connection was cut from this side. */
export class CutShort extends Error {
  override readonly name = 'CutShort';
}

/** What was known when an exchange failed. */
export type FailureScene = Pick<Failure, 'phase' | 'status' | 'receivedBytes' | 'head'> & {
  readonly wasReset: boolean;
};

/** Names the failure behind an error of the socket or of the HTTP parser. */
export function failureOf(error: Error, scene: FailureScene): Failure {
  const { wasReset, ...facts } = scene;
  return {
    kind: 'failure',
    code: codeOf(error, wasReset),
    reason: reasonOf(error),
    addresses: error instanceof DialError ? error.addresses : [],
    ...facts,
  };
}

function codeOf(error: Error, wasReset: boolean): FailureCode {
  if (error instanceof CutShort) return 'http-timeout';
  if (error instanceof DialError) return DIAL_CODES[error.errno] ?? 'http-connect-failed';
  if (wasReset) return 'http-reset';
  const { code = '' } = error as { code?: string };
  return (
    CODES[code] ??
    (BROKEN_ANSWERS.has(error.message) ? 'http-malformed' : (NAMES[error.name] ?? 'http-malformed'))
  );
}

const DIAL_CODES: Readonly<Record<string, FailureCode>> = {
  ECONNREFUSED: 'http-refused',
  // Taken and dropped before anything could be said on it.
  ECONNRESET: 'http-reset',
};

/** By the `code` of the parser or of the system. */
const CODES: Readonly<Record<string, FailureCode>> = {
  HPE_INVALID_EOF_STATE: 'http-closed-early',
  UND_ERR_HEADERS_OVERFLOW: 'http-headers-too-large',
  HPE_HEADER_OVERFLOW: 'http-headers-too-large',
  ECONNRESET: 'http-reset',
  EPIPE: 'http-reset',
};

/** By the name of the error, where its code says too little. */
const NAMES: Readonly<Record<string, FailureCode>> = { SocketError: 'http-closed-early' };

/** What undici says of an answer that it cannot place, as a SocketError. */
const BROKEN_ANSWERS = new Set(['bad response', 'bad upgrade']);

function reasonOf(error: Error): string {
  if (error instanceof DialError) return error.errno;
  if (error instanceof CutShort) return '';
  return printableShort(error.message, 120);
}
