import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rows } from '../fixtures/http/misconduct.ts';
import { freePort, type Misconduct, type RawServer, startRawServer } from '../fixtures/http/rawServer.ts';
import {
  type CliOptions,
  type CliResult,
  eventsOf,
  plainEnv,
  processesWith,
  projectRoot,
  type Report,
  reportOf,
  sbdev,
  startSbdev,
  temporaryFolder,
} from '../support/cli.ts';
import { writePrices } from '../support/prices.ts';

const STEPS = 5;
const fixtures = join(projectRoot, 'test/fixtures/http');
const folder = temporaryFolder();
const prices = writePrices(folder);

type Simulated = CliResult & { readonly report: Report };

async function reported(args: readonly string[], options: CliOptions): Promise<Simulated> {
  const result = await sbdev(args, options);
  expect(result.stderr).toBe('');
  return { ...result, report: reportOf(result.stdout) };
}

const common = [
  ...['--data', prices, '--window', `20:${20 + STEPS}`],
  ...['--format', 'json', '--no-double-run', '--no-record'],
];

function simulate(url: string, budgetMs: number, env: Record<string, string> = {}): Promise<Simulated> {
  const args = ['simulate', '--http', url, '--decide-timeout', String(budgetMs), ...common];
  return reported(args, { cwd: folder, env: plainEnv(env) });
}

/** A folder with a `sharpebench.json` whose server the kit starts. */
function configured(port: number, script: string, ...args: readonly (string | number)[]): string {
  const home = temporaryFolder();
  const command = [process.execPath, join(fixtures, script), ...args.map(String)];
  const transport = { kind: 'http', url: `http://127.0.0.1:${port}`, command };
  writeFileSync(join(home, 'sharpebench.json'), JSON.stringify({ name: 'served', transport }));
  return home;
}

function codesOf(report: Report, severity: string): string[] {
  return [...new Set(report.findings.filter((each) => each.severity === severity).map((each) => each.code))];
}

describe('however a server misbehaves, the run ends in its finding and exit code, and in time', () => {
  for (const row of rows) {
    test(`a server that ${row.name}`, async () => {
      const server = await startRawServer(row.conduct);
      try {
        const budgetMs = row.budgetMs ?? 5_000;
        const { report, code, stdout } = await simulate(`127.0.0.1:${server.port}`, budgetMs);
        expect({
          errors: codesOf(report, 'error'),
          warnings: codesOf(report, 'warning'),
          failure: report.health.failure,
        }).toStrictEqual({ errors: row.errors, warnings: row.warnings ?? [], failure: row.failure });
        expect(code).toBe(row.failure === null ? 0 : 1);
        expect(report.book).toHaveLength(STEPS);
        if (row.requests !== undefined) expect(server.requests).toHaveLength(row.requests);
        expect(new Set(server.requests.map((each) => each.line))).toStrictEqual(
          new Set(server.requests.length > 0 ? ['POST /decide HTTP/1.1'] : []),
        );
        // Nothing of the server's reaches the output raw, and nothing of ours is a stack trace.
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|\bat .*\.js:\d/);
        // Three decisions, each within its budget; how long a program takes to start says nothing.
        expect(report.timing.wall_ms).toBeLessThan(3 * budgetMs + 2_000);
      } finally {
        await server.close();
      }
    });
  }

  test('there are at least thirty of them, and each is another', () => {
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
  });
});

const HOLD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"orders":[]}';
const holds: Misconduct = { onRequest: (socket) => void socket.end(HOLD) };

describe('the endpoint', () => {
  test('H12: variables that name a proxy change nothing on loopback', async () => {
    const proxy = await startRawServer({});
    const server = await startRawServer(holds);
    try {
      const url = `http://127.0.0.1:${proxy.port}`;
      const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'];
      const env = {
        ...Object.fromEntries(names.map((name) => [name, url])),
        NODE_USE_ENV_PROXY: '1',
        NO_PROXY: '',
      };
      const { code, report } = await simulate(`127.0.0.1:${server.port}`, 5_000, env);
      expect(code).toBe(0);
      expect(report.findings).toStrictEqual([]);
      expect(server.requests).toHaveLength(STEPS);
      expect(proxy.connections()).toBe(0);
    } finally {
      await server.close();
      await proxy.close();
    }
  });

  test('H01: localhost finds a server on ::1 alone, and says so', async () => {
    const server = await startRawServer(holds, { host: '::1' });
    try {
      const { code, report } = await simulate(`localhost:${server.port}`, 5_000);
      expect(code).toBe(0);
      expect(report.notices).toMatchObject([{ code: 'http-address', found: `[::1]:${server.port}` }]);
    } finally {
      await server.close();
    }
  });

  test('a port that opens while the kit waits is no fault', async () => {
    const port = await freePort();
    const late = new Promise<RawServer>((resolve) => {
      setTimeout(() => resolve(startRawServer(holds, { port })), 3_000);
    });
    const { code, report } = await simulate(`127.0.0.1:${port}`, 5_000);
    expect(code).toBe(0);
    expect(report.findings).toStrictEqual([]);
    await (await late).close();
  });

  test('nobody there is no verdict on the agent: exit 3, with every address', async () => {
    const port = await freePort();
    const { code, report, wallMs } = await simulate(`localhost:${port}`, 500);
    expect(code).toBe(3);
    expect(report.stop.status).toBe('blocked');
    expect(report.findings).toMatchObject([
      { code: 'http-unreachable', facts: { addresses: [`127.0.0.1:${port}`, `[::1]:${port}`] } },
    ]);
    expect(wallMs).toBeLessThan(10_000);
  });

  test('a server that goes away in the run is refused, decision by decision', async () => {
    let server: RawServer | null = null;
    server = await startRawServer({
      onRequest: (socket, { index }) => {
        socket.end(HOLD, () => {
          if (index === 1) void server?.close();
        });
      },
    });
    const { code, report } = await simulate(`127.0.0.1:${server.port}`, 5_000);
    expect(code).toBe(1);
    expect(report.health).toMatchObject({ transport_faults: 3, tripped: true, first_failed_step: 2 });
    expect(report.findings.map((each) => each.code)).toStrictEqual(Array(3).fill('http-refused'));
  });

  test.each([
    'https://127.0.0.1:8080',
    'http://agent.example.com:8080',
    '127.0.0.1:8080/api',
    'me:secret@127.0.0.1:8080',
  ])('H16: %s is a wrong command line', async (url) => {
    const { code, stdout, stderr } = await sbdev(['simulate', '--http', url, ...common], { cwd: folder });
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('[http-url]');
    expect(stderr).not.toContain('secret');
  });
});

describe('a server that the kit starts', () => {
  test('has three seconds to open its port, and is gone after the run', async () => {
    const port = await freePort();
    const cwd = configured(port, 'hold_server.mjs', port, 3_000);
    const { code, report } = await reported(['simulate', ...common], { cwd, env: plainEnv() });
    expect(code).toBe(0);
    expect(report.findings).toStrictEqual([]);
    expect(processesWith(`hold_server.mjs\0${port}`)).toStrictEqual([]);
    await (await startRawServer(holds, { port })).close();
  });

  test('and that dies at the start cannot be run: exit 3, with its stderr', async () => {
    const port = await freePort();
    const cwd = configured(port, 'dies_at_start.mjs');
    const { code, report } = await reported(['simulate', ...common], { cwd, env: plainEnv() });
    expect(code).toBe(3);
    expect(report.findings).toMatchObject([{ code: 'http-server-exited', facts: { exit_code: 3 } }]);
    expect(report.findings[0]!.message).toContain("Cannot find package 'fastify'");
  });

  test('and that dies in the run is told once', async () => {
    const port = await freePort();
    const cwd = configured(port, 'dies_after.mjs', port, 2);
    const { code, report } = await reported(['simulate', ...common], { cwd, env: plainEnv() });
    expect(code).toBe(1);
    expect(report.findings).toMatchObject([{ code: 'http-server-exited', step: 2, facts: { exit_code: 9 } }]);
    expect(report.health).toMatchObject({ transport_faults: 3, tripped: true });
  });

  test('is not started where its port is taken: exit 3', async () => {
    const other = await startRawServer(holds);
    try {
      const cwd = configured(other.port, 'hold_server.mjs', other.port);
      const { code, report } = await reported(['simulate', ...common], { cwd, env: plainEnv() });
      expect(code).toBe(3);
      expect(report.findings).toMatchObject([{ code: 'port-taken', found: String(other.port) }]);
      expect(other.requests).toStrictEqual([]);
    } finally {
      await other.close();
    }
  });

  test('is ended by Ctrl-C while its port is awaited', async () => {
    const port = await freePort();
    const cwd = configured(port, 'never_listens.mjs', port);
    const { child, done } = startSbdev(['simulate', ...common], { cwd, env: plainEnv() });
    child.stdout!.once('data', () => child.kill('SIGINT'));
    const { code, stdout, wallMs } = await done;
    expect(code).toBe(130);
    expect(eventsOf(stdout).at(-1)?.type).toBe('run_report');
    expect(wallMs).toBeLessThan(10_000);
    expect(processesWith(cwd)).toStrictEqual([]);
    expect(processesWith(`never_listens.mjs\0${port}`)).toStrictEqual([]);
  });
});
