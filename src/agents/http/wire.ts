import type { Socket } from 'node:net';
import { limits } from '../../kernel/limits.ts';

/**
 * What one connection has shown: its first bytes, and whether the other side reset it.
 * The HTTP parser tells neither, since it takes a reset after `Connection: close` for
 * an orderly end.
 */
export class Wire {
  readonly #socket: Socket;
  readonly #read: Socket['read'];
  #head: Buffer = NOTHING;
  #errno: string | null = null;
  /** Bytes that may yet turn out to be `100 Continue`; null once the answer itself has begun. */
  #waiting: Buffer | null = NOTHING;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#read = socket.read;
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#errno ??= error.code ?? null;
    });
    socket.read = () => this.#next();
  }

  /** The start of what came, bounded. */
  get head(): Uint8Array {
    return this.#head;
  }

  get receivedBytes(): number {
    return this.#socket.bytesRead;
  }

  get wasReset(): boolean {
    return this.#errno === 'ECONNRESET' || this.#errno === 'EPIPE';
  }

  /**
   * Takes `100 Continue` out of the stream. A client has to put up with one that it did
   * not ask for (RFC 9110, 15.2), and the parser behind this takes it for a broken answer.
   */
  #next(): Buffer | null {
    for (;;) {
      const chunk: Buffer | null = this.#read.call(this.#socket);
      if (chunk === null) return null;
      this.#keepHead(chunk);
      if (this.#waiting === null) return chunk;
      const bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
      const rest = withoutContinue(bytes);
      // Held back only while it can still be one, and never more than headers may take.
      const isUndecided = mayBeContinue(rest) && rest.length <= limits.httpHeaderBytes;
      this.#waiting = isUndecided ? rest : null;
      if (!isUndecided) return rest;
    }
  }

  #keepHead(chunk: Buffer): void {
    const room = limits.httpHeadBytes - this.#head.length;
    if (room <= 0) return;
    const more = chunk.subarray(0, room);
    this.#head = this.#head.length === 0 ? more : Buffer.concat([this.#head, more]);
  }
}

const NOTHING = Buffer.alloc(0);
const CONTINUE = Buffer.from('HTTP/1.1 100');
const STATUS_AT = 9;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** The bytes after every whole `100` head at their start. */
function withoutContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.length >= CONTINUE.length && mayBeContinue(rest)) {
    const end = rest.indexOf(END_OF_HEAD);
    if (end === -1) return rest;
    rest = rest.subarray(end + END_OF_HEAD.length);
  }
  return rest;
}

/** Whether the bytes begin as a `100` head does, or are too few to tell. */
function mayBeContinue(bytes: Buffer): boolean {
  // The first digit of the status tells the usual answer apart.
  if (bytes.length > STATUS_AT && bytes[STATUS_AT] !== CONTINUE[STATUS_AT]) return false;
  const length = Math.min(bytes.length, CONTINUE.length);
  return bytes.compare(CONTINUE, 0, length, 0, length) === 0;
}
