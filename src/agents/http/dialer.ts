import { connect, type Socket } from 'node:net';

/** Nobody took the connection: which addresses were tried, and what the last one said. */
export class DialError extends Error {
  override readonly name = 'DialError';
  constructor(
    readonly errno: string,
    readonly addresses: readonly string[],
  ) {
    super(`${errno} ${addresses.join(', ')}`);
  }
}

/**
 * Opens connections to one port of this machine. Of several addresses the one that
 * worked last is tried first; the next one is tried only when a connection is refused,
 * so that a server sees one connection for one dial.
 */
export class Dialer {
  readonly port: number;
  #hosts: readonly string[];
  #settled: string | null = null;

  constructor(hosts: readonly string[], port: number) {
    this.#hosts = hosts;
    this.port = port;
  }

  /** The address that took the last connection, as `HOST:PORT`; null before the first. */
  get address(): string | null {
    return this.#settled === null ? null : this.#named(this.#settled);
  }

  get addresses(): readonly string[] {
    return this.#hosts.map((host) => this.#named(host));
  }

  /** Calls back once, unless the returned function ends the dial before. */
  dial(done: (error: DialError | null, socket: Socket | null) => void): () => void {
    let current: Socket | null = null;
    const from = (index: number, errno: string): void => {
      const host = this.#hosts[index];
      if (host === undefined) {
        done(new DialError(errno, this.addresses), null);
        return;
      }
      const socket = connect({ host, port: this.port, noDelay: true });
      current = socket;
      const onError = ({ code = 'UNKNOWN' }: NodeJS.ErrnoException): void => {
        // A connection that was reset had been taken: this is the server.
        if (code === 'ECONNRESET') done(new DialError(code, [this.#named(host)]), null);
        else from(index + 1, code);
      };
      socket.once('error', onError);
      socket.once('connect', () => {
        socket.off('error', onError);
        this.#settle(host);
        done(null, socket);
      });
    };
    from(0, 'UNKNOWN');
    return () => {
      current?.on('error', () => {});
      current?.destroy();
    };
  }

  #settle(host: string): void {
    if (this.#settled === host) return;
    this.#settled = host;
    this.#hosts = [host, ...this.#hosts.filter((each) => each !== host)];
  }

  #named(host: string): string {
    return host.includes(':') ? `[${host}]:${this.port}` : `${host}:${this.port}`;
  }
}
