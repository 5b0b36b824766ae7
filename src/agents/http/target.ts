import { type Diagnostic, diagnostic, type Fact } from '../../kernel/diagnostic.ts';
import { UsageError } from '../../kernel/errors.ts';
import { printableShort } from '../../kernel/printable.ts';

/** Where observations are posted to. */
export interface HttpTarget {
  /** As it is shown: `http://localhost:8080/decide`. */
  readonly url: string;
  /** `http://localhost:8080`; its host is what the Host header says. */
  readonly origin: string;
  /** Addresses to try, in this order. */
  readonly hosts: readonly string[];
  readonly port: number;
  readonly path: string;
  readonly notices: readonly Diagnostic[];
}

const DECIDE = '/decide';

/**
 * Reads `--http`: `HOST:PORT` or the same after `http://`, with or without `/decide`. The
 * reference posts to /decide in plain HTTP on loopback (page 6.1); a UsageError says
 * which of these a text is not.
 */
export function httpTarget(text: string): HttpTarget {
  const given = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http') throw refused(text, 'scheme', { scheme });
  const url = parsed(scheme === undefined ? `http://${given}` : given);
  if (url === null) throw refused(text, 'form');
  if (url.username !== '' || url.password !== '') throw refused('', 'credentials');
  if (url.search !== '' || url.hash !== '') throw refused(text, 'query');
  const path = url.pathname.replace(/\/+$/, '');
  if (path !== '' && path !== DECIDE) throw refused(text, 'path', { path: printableShort(path, 72) });
  const port = url.port === '' ? 80 : Number(url.port);
  if (port === 0) throw refused(text, 'port');
  const { hosts, host, notices } = loopback(url.hostname, text);
  const origin = `http://${host}:${port}`;
  return { url: `${origin}${DECIDE}`, origin, hosts, port, path: DECIDE, notices };
}

function parsed(text: string): URL | null {
  // The parser would take any number of slashes, and white space within, for something else.
  if (!/^http:\/\/[^\s/\\]/i.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function loopback(hostname: string, text: string): Pick<HttpTarget, 'hosts' | 'notices'> & { host: string } {
  if (hostname === 'localhost') return { host: hostname, hosts: ['127.0.0.1', '::1'], notices: [] };
  if (hostname === '0.0.0.0' || hostname === '[::]') {
    const notice = diagnostic('http-any-address', 'notice', {}, { found: hostname });
    return { host: 'localhost', hosts: ['127.0.0.1', '::1'], notices: [notice] };
  }
  if (hostname === '[::1]') return { host: hostname, hosts: ['::1'], notices: [] };
  if (/^127\.\d+\.\d+\.\d+$/.test(hostname)) return { host: hostname, hosts: [hostname], notices: [] };
  throw refused(text, 'host', { host: printableShort(hostname, 72) });
}

type Problem = 'scheme' | 'form' | 'credentials' | 'query' | 'path' | 'port' | 'host';

function refused(text: string, problem: Problem, facts: Readonly<Record<string, Fact>> = {}): UsageError {
  return new UsageError(
    diagnostic(
      'http-url',
      'error',
      {},
      {
        // A password is not shown again.
        found: problem === 'credentials' ? null : printableShort(text, 120),
        accepted: ['127.0.0.1:PORT', 'localhost:PORT', '[::1]:PORT', 'http://localhost:PORT/decide'],
        facts: { problem, ...facts },
      },
    ),
  );
}
