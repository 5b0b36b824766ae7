import { expect, test } from 'vitest';
import { agentEnvironment } from '../../../src/agents/stdio/environment.ts';
import { withheldVariable } from '../../../src/agents/stdio/withheld.ts';
import { ask, startFixture, textOf } from './support.ts';

test('an agent gets the short list and what was named, and nothing else', () => {
  const parent = {
    PATH: '/bin',
    HOME: '/root',
    TZ: 'UTC',
    LANG: undefined,
    API_KEY: 'a',
    REGION: 'b',
    OTHER: 'c',
    SECRET: 'd',
    SHARPEBENCH_AGENT_ENV: 'REGION, OTHER',
  };
  const made = agentEnvironment(parent, ['API_KEY'], 'linux');
  expect(made.env).toEqual({ PATH: '/bin', HOME: '/root', TZ: 'UTC', API_KEY: 'a', REGION: 'b', OTHER: 'c' });
  expect(made.withheld).toEqual(['SECRET', 'SHARPEBENCH_AGENT_ENV']);
  expect(made.notices).toEqual([]);
});

test('PYTHONUNBUFFERED is withheld even when it is named, and said so', () => {
  const made = agentEnvironment({ PATH: '/bin', PYTHONUNBUFFERED: '1' }, ['PYTHONUNBUFFERED'], 'linux');
  expect(made.env).toEqual({ PATH: '/bin' });
  expect(made.notices).toMatchObject([
    { code: 'inherited-unbuffered', severity: 'notice', facts: { named: true } },
  ]);
});

test('a named variable that is not set is said so', () => {
  expect(agentEnvironment({}, ['API_KEY'], 'linux').notices).toMatchObject([
    { code: 'env-name-unset', found: 'API_KEY' },
  ]);
});

test('a name such as __proto__ is a name', () => {
  const parent = Object.fromEntries([['__proto__', 'x']]);
  expect(Object.entries(agentEnvironment(parent, ['__proto__'], 'linux').env)).toEqual([['__proto__', 'x']]);
});

test('Windows names are compared without case', () => {
  const parent = { Path: 'C:\\', SystemRoot: 'C:\\Windows', Secret: 'x' };
  expect(agentEnvironment(parent, [], 'win32').env).toEqual({ Path: 'C:\\', SystemRoot: 'C:\\Windows' });
});

test('a child process sees exactly that', async () => {
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    PYTHONUNBUFFERED: '1',
    TOKEN: 'x',
    SECRET: 'y',
  };
  const agent = await startFixture('echo_env.mjs', [], { env, envNames: ['TOKEN'] });
  const { reasoning } = JSON.parse(textOf(await ask(agent, 0)));
  expect(JSON.parse(reasoning)).toEqual({ PATH: process.env.PATH, HOME: '/nonexistent', TOKEN: 'x' });
  expect(agent.notices.map((notice) => notice.code)).toEqual(['inherited-unbuffered']);
});

test('of withheld names, the last whole word in stderr counts', () => {
  const withheld = ['API_KEY', 'KEY', 'USER'];
  expect(withheldVariable("KeyError: 'API_KEY'", withheld)).toBe('API_KEY');
  expect(withheldVariable('USER set, but API_KEY missing', withheld)).toBe('API_KEY');
  expect(withheldVariable('MY_API_KEY_2', withheld)).toBeNull();
  expect(withheldVariable('', withheld)).toBeNull();
});
