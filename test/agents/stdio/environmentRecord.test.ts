import { expect, test } from 'vitest';
import { environmentRecord } from '../../../src/agents/stdio/environmentRecord.ts';

const entry = (name: string, passed: boolean, value: string | null, fingerprint: string | null = null) => ({
  ...{ name, passed, value, fingerprint },
});

test('D15: locale and time zone are told by value, and that they are not set, too', () => {
  expect(
    environmentRecord({ PATH: '/bin', HOME: '/h', LC_ALL: 'de_DE.UTF-8', TZ: 'Asia/Tokyo' }, []),
  ).toStrictEqual([
    entry('LANG', false, null),
    entry('LC_ALL', true, 'de_DE.UTF-8'),
    entry('TZ', true, 'Asia/Tokyo'),
  ]);
});

test('D15: variables of Python are told, withheld or not: a switch by value, a path by fingerprint', () => {
  const parent = { PYTHONHASHSEED: '0', PYTHONPATH: '/opt/agent/lib', PYTHONUNBUFFERED: '1' };
  expect(
    environmentRecord(parent, ['PYTHONHASHSEED']).filter(({ name }) => name.startsWith('PYTHON')),
  ).toStrictEqual([
    entry('PYTHONHASHSEED', true, '0'),
    entry('PYTHONPATH', false, null, 'c49669bd7fbd6803'),
    entry('PYTHONUNBUFFERED', false, '1'),
  ]);
});

test('a variable that was named for the agent may be a secret: its name alone is told', () => {
  const parent = { API_KEY: 'sk-secret', OTHER: 'unnamed', SHARPEBENCH_AGENT_ENV: 'API_KEY' };
  const told = environmentRecord(parent, []);
  expect(told).toContainEqual(entry('API_KEY', true, null));
  expect(JSON.stringify(told)).not.toMatch(/secret|unnamed|OTHER/);
});

test('a value that is no locale is bounded', () => {
  const [lang] = environmentRecord({ LANG: 'x'.repeat(10_000) }, []);
  expect(lang).toMatchObject({
    name: 'LANG',
    value: null,
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});
