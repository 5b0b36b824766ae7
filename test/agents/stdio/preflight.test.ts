import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preflight } from '../../../src/agents/stdio/preflight.ts';
import { CannotRunError, KitError, UsageError } from '../../../src/kernel/errors.ts';
import { ask, startCommand, startFixture, textOf } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bin = join(folder, 'bin');
mkdirSync(bin);
program('bin/python3', '#!/bin/sh\n');
program('crlf.py', '#!/usr/bin/env python3\r\nprint(1)\r\n');
program('crlf-direct.py', '#!/bin/sh\r\n');
program('lost.py', '#!/opt/nowhere/python\n');
program('lost-env.py', '#!/usr/bin/env -S FOO=1 python2.1 -u\n');
program('sound.py', '#!/usr/bin/env python3\n');
program('plain.py', 'import json\n');
writeFileSync(join(folder, 'agent.py'), '#!/usr/bin/env python3\n');
mkdirSync(join(folder, 'agent'));

function program(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
}

/** The diagnostic with which `command` is refused. */
function refusal(command: readonly string[], cwd = folder, env: Record<string, string> = { PATH: bin }) {
  try {
    preflight(command, cwd, env);
  } catch (error) {
    if (error instanceof KitError) return { exitCode: error.exitCode, ...error.diagnostics[0] };
    throw error;
  }
  throw new Error('it was not refused');
}

test('S26: a missing directory, a missing program, a directory and a file without x are told apart', () => {
  expect(refusal(['python3'], '/nope')).toMatchObject({ exitCode: 3, code: 'cwd-missing', found: '/nope' });
  expect(refusal(['python3'], join(folder, 'agent.py'))).toMatchObject({
    code: 'cwd-missing',
    facts: { exists: true },
  });
  expect(refusal(['python'])).toMatchObject({
    exitCode: 3,
    code: 'command-not-found',
    found: 'python',
    facts: { did_you_mean: 'python3', searched: [bin] },
  });
  expect(refusal(['./agent'])).toMatchObject({ exitCode: 3, code: 'command-is-directory' });
  expect(refusal(['./agent.py'])).toMatchObject({
    exitCode: 3,
    code: 'command-not-executable',
    facts: { path: join(folder, 'agent.py'), run_with: `python3 ${join(folder, 'agent.py')}` },
  });
});

test('S23: shell syntax in a command that is not found is named', () => {
  expect(refusal(['cd', 'bots', '&&', 'python3', 'slow.py'])).toMatchObject({
    code: 'command-not-found',
    facts: { shell_syntax: '&&', shell_builtin: true },
  });
  expect(refusal(['"./my', 'agent"'])).toMatchObject({ facts: { shell_syntax: '"' } });
});

test('a script that lies in the working directory is not on the PATH', () => {
  expect(refusal(['agent.py'])).toMatchObject({ code: 'command-not-found', facts: { exists_here: true } });
});

test('S27: a first line that ends in CR is named as that', () => {
  for (const name of ['./crlf.py', './crlf-direct.py']) {
    expect(refusal([name])).toMatchObject({ exitCode: 3, code: 'shebang-crlf' });
  }
});

test('an interpreter that is not there is named', () => {
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  expect(refusal(['./lost.py'], folder, env)).toMatchObject({
    code: 'interpreter-missing',
    facts: { interpreter: '/opt/nowhere/python' },
  });
  expect(refusal(['./lost-env.py'], folder, env)).toMatchObject({
    code: 'interpreter-missing',
    facts: { interpreter: 'python2.1' },
  });
});

test('what can start passes; a script without #! passes with a notice', () => {
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  expect(preflight(['./sound.py'], folder, env)).toEqual([]);
  expect(preflight(['python3', 'agent.py'], folder, env)).toEqual([]);
  expect(preflight([process.execPath], folder, {})).toEqual([]);
  expect(preflight(['./plain.py'], folder, env)).toMatchObject([{ code: 'shebang-missing' }]);
});

test('no command at all is an error of usage', () => {
  expect(() => preflight([], folder, {})).toThrow(UsageError);
  expect(() => preflight([' '], folder, {})).toThrow(UsageError);
});

test('the PATH that counts is the one the agent gets', async () => {
  const start = startCommand(['python3'], { env: { PATH: '/nowhere' } });
  await expect(start).rejects.toBeInstanceOf(CannotRunError);
});

test('arguments that no system takes are a failed spawn', async () => {
  await expect(startCommand([process.execPath, 'a\0b'])).rejects.toMatchObject({
    exitCode: 3,
    diagnostics: [{ code: 'spawn-failed', facts: { errno: 'ERR_INVALID_ARG_VALUE' } }],
  });
  await expect(startCommand([process.execPath, 'x'.repeat(200_000)])).rejects.toMatchObject({
    diagnostics: [{ code: 'spawn-failed', facts: { errno: 'E2BIG' } }],
  });
});

test('S28: arguments arrive as they are, whatever a shell would make of them', async () => {
  const args = ['My Bots (v1) $x/a&b.ts', '50%', '"quoted"', '', '*', '; exit 1'];
  const agent = await startFixture('echo_argv.py', args);
  const { reasoning } = JSON.parse(textOf(await ask(agent, 0)));
  expect(JSON.parse(reasoning)).toEqual(args);
});

test('S28: a program in a folder with spaces starts', async () => {
  const odd = join(folder, 'My Bots (v1) $x');
  mkdirSync(odd);
  writeFileSync(join(odd, 'agent.sh'), '#!/bin/sh\nwhile read -r line; do echo "{\\"orders\\":[]}"; done\n');
  chmodSync(join(odd, 'agent.sh'), 0o755);
  const agent = await startCommand([join(odd, 'agent.sh')], { cwd: odd });
  expect(textOf(await ask(agent, 0))).toBe('{"orders":[]}');
});
