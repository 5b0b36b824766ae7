import { Client, type Dispatcher } from 'undici';
import { limits } from '../../kernel/limits.ts';
import { DialError, type Dialer } from './dialer.ts';
import type { Exchange, Headers, Phase } from './exchange.ts';
import { CutShort, failureOf } from './failure.ts';
import type { HttpTarget } from './target.ts';
import { Wire } from './wire.ts';

/** Why an exchange is ended from this side. */
export type AbortReason = 'deadline' | 'closed';

/**
 * One exchange at a time, each on a connection of its own (page 6.1). It has no clock:
 * the one who asks calls `abort` when the budget is spent. Redirects are not followed,
 * bodies not decoded, and proxy variables not read.
 */
export class HttpClient {
  readonly #target: HttpTarget;
  readonly #dialer: Dialer;
  /** The one to use next, and the one whose last connection may still be closing. */
  #clients: [Client | null, Client | null] = [null, null];
  #pending: PendingExchange | null = null;
  #cancelDial: () => void = () => {};
  #sent: () => void = () => {};

  constructor(target: HttpTarget, dialer: Dialer) {
    this.#target = target;
    this.#dialer = dialer;
  }

  /** `sent` is called when the request is on its way. */
  async post(body: Uint8Array | string, sent: () => void = () => {}): Promise<Exchange> {
    this.#sent = sent;
    const [next, last] = this.#clients;
    const client = next ?? this.#open();
    this.#clients = [last, client];
    const pending = new PendingExchange();
    this.#pending = pending;
    client.dispatch(
      { method: 'POST', path: this.#target.path, headers: HEADERS, body: body as string },
      pending,
    );
    const exchange = await pending.settled;
    this.#pending = null;
    if (exchange.kind !== 'response') this.#discard();
    return exchange;
  }

  /** Makes the pending exchange settle at once. */
  abort(reason: AbortReason): void {
    this.#pending?.abort(reason);
  }

  /** Drops the connection, if there is one. */
  close(): void {
    this.abort('closed');
    this.#discard();
  }

  #open(): Client {
    return new Client(this.#target.origin, {
      // No connection is used twice: every request says `Connection: close`.
      pipelining: 0,
      // The budget of the decision is the only deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: limits.httpHeaderBytes,
      connect: (_options, done) => {
        this.#cancelDial = this.#dialer.dial((error, socket) => {
          if (socket === null) {
            done(error ?? new DialError('UNKNOWN', []), null);
            return;
          }
          this.#pending?.connected(new Wire(socket));
          // It takes the request that waits for the connection, and writes it.
          done(null, socket);
          this.#sent();
        });
      },
    });
  }

  /** After anything but a whole answer, nothing of the connection is worth keeping. */
  #discard(): void {
    this.#cancelDial();
    for (const client of this.#clients) void client?.destroy();
    this.#clients = [null, null];
  }
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/**
 * As soon as an answer is whole, undici closes the connection by means of an Error that
 * nobody sees. Its stack, through the parser's WebAssembly, costs a fifth of an exchange,
 * so that none is taken until this call stack is done.
 */
function endWithoutStack(): void {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  queueMicrotask(() => {
    Error.stackTraceLimit = before;
  });
}

/** One exchange as undici tells it; the first end counts. */
class PendingExchange implements Dispatcher.DispatchHandler {
  readonly settled: Promise<Exchange>;
  readonly #chunks: Buffer[] = [];
  #settle!: (exchange: Exchange) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #wire: Wire | null = null;
  #phase: Phase = 'connect';
  #status: number | null = null;
  #headers: Headers = {};
  #bodyBytes = 0;

  constructor() {
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  connected(wire: Wire): void {
    this.#wire = wire;
    this.#phase = 'headers';
  }

  abort(reason: AbortReason): void {
    if (reason === 'closed') this.#settle({ kind: 'abandoned' });
    else this.#fail(new CutShort());
    this.#controller?.abort(new CutShort());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // Interim answers (1xx) announce the one that counts.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#phase = 'body';
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes <= limits.answerLineBytes) return;
    this.#settle({ kind: 'too-large', status: this.#status ?? 0, head: this.#head() });
    controller.abort(new CutShort());
  }

  onResponseEnd(): void {
    // Without a length a body ends where the connection does; a reset is no such end.
    if (this.#wire?.wasReset === true && !this.#hasLength()) {
      this.#fail(new Error('reset'));
      return;
    }
    const [only] = this.#chunks;
    const body = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
    this.#settle({ kind: 'response', status: this.#status ?? 0, headers: this.#headers, body });
    endWithoutStack();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    this.#settle(
      failureOf(error, {
        phase: this.#phase,
        status: this.#status,
        wasReset: this.#wire?.wasReset === true,
        receivedBytes: this.#wire?.receivedBytes ?? 0,
        head: this.#status === null ? (this.#wire?.head ?? new Uint8Array()) : this.#head(),
      }),
    );
  }

  #hasLength(): boolean {
    return this.#headers['content-length'] !== undefined || this.#headers['transfer-encoding'] !== undefined;
  }

  #head(): Uint8Array {
    const head = Buffer.concat(this.#chunks.slice(0, 1 + limits.recordedLineBytes / 1024));
    return head.subarray(0, limits.recordedLineBytes);
  }
}
