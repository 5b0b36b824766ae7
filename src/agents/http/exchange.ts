/** How far an exchange had come: the connection, the status and headers, or the body was awaited. */
export type Phase = 'connect' | 'headers' | 'body';

export const failureCodes = [
  'http-refused',
  'http-connect-failed',
  'http-reset',
  'http-closed-early',
  'http-malformed',
  'http-headers-too-large',
  'http-timeout',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** A whole answer. */
export interface Response {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The body passed its bound; the connection was cut there. */
export interface Oversize {
  readonly kind: 'too-large';
  readonly status: number;
  readonly head: Uint8Array;
}

/** No whole answer came. */
export interface Failure {
  readonly kind: 'failure';
  readonly code: FailureCode;
  readonly phase: Phase;
  /** What the system or the parser said; `` where the code says all. */
  readonly reason: string;
  /** Null unless the headers came. */
  readonly status: number | null;
  /** Of the answer, headers included. */
  readonly receivedBytes: number;
  /** The start of the body, or of what came instead of headers. */
  readonly head: Uint8Array;
  readonly addresses: readonly string[];
}

/** The exchange was ended from this side, on request. */
export interface Abandoned {
  readonly kind: 'abandoned';
}

/** What one attempt came to. */
export type Exchange = Response | Oversize | Failure | Abandoned;

/** By lower-case name; a header that came twice is a list. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The text of a header, its repetitions joined; null if it did not come. */
export function headerText(headers: Headers, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === 'string' ? value : value.join(', ');
}
