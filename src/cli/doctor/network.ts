import { connect, createServer } from 'node:net';
import { diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { type DoctorCheck, fine, unwell } from './check.ts';

/** A port can be opened and reached on this machine alone: what agents over HTTP need. */
export function loopback(host: '127.0.0.1' | '::1'): DoctorCheck {
  const isNeeded = host === '127.0.0.1';
  return {
    id: isNeeded ? 'loopback' : 'loopback-v6',
    title: `ports of ${host} can be opened and reached`,
    look: async () => {
      const failure = await openAndReach(host);
      if (failure === null) return fine('works');
      const rest = { found: failure, facts: { host } };
      return unwell(failure, diagnostic('doctor-loopback', isNeeded ? 'error' : 'notice', {}, rest));
    },
  };
}

/** Code of what failed; null if nothing did. */
function openAndReach(host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.on('error', () => {}).destroy());
    const settle = (failure: string | null): void => {
      clearTimeout(patience);
      server.close();
      resolve(failure);
    };
    const patience = setTimeout(() => settle('ETIMEDOUT'), limits.httpDialMs);
    server.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    server.listen(0, host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const socket = connect(port, host, () => {
        socket.destroy();
        settle(null);
      });
      socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    });
  });
}
