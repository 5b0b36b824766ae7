import { describe, expect, test } from 'vitest';
import { httpTarget } from '../../../src/agents/http/target.ts';
import { refusalOf } from './support.ts';

describe('H16: every spelling of the endpoint posts to /decide once', () => {
  test.each([
    'localhost:8000',
    'http://localhost:8000',
    'http://localhost:8000/',
    'http://localhost:8000/decide',
    'http://localhost:8000/decide/',
    'HTTP://LocalHost:8000/decide',
    ' localhost:8000 ',
  ])('%j', (text) => {
    expect(httpTarget(text)).toStrictEqual({
      url: 'http://localhost:8000/decide',
      origin: 'http://localhost:8000',
      hosts: ['127.0.0.1', '::1'],
      port: 8000,
      path: '/decide',
      notices: [],
    });
  });
});

test('an address is taken as it is, and no other is tried', () => {
  expect(httpTarget('127.0.0.1:8000').hosts).toStrictEqual(['127.0.0.1']);
  expect(httpTarget('127.1.2.3:8000').hosts).toStrictEqual(['127.1.2.3']);
  expect(httpTarget('[::1]:8000')).toMatchObject({ hosts: ['::1'], origin: `http://${'[::1]'}:8000` });
  expect(httpTarget('localhost')).toMatchObject({ port: 80 });
});

test('H02: an address to listen on is replaced by localhost, with a note', () => {
  for (const host of ['0.0.0.0', '[::]']) {
    const target = httpTarget(`http://${host}:8000`);
    expect(target).toMatchObject({ hosts: ['127.0.0.1', '::1'], url: 'http://localhost:8000/decide' });
    expect(target.notices).toMatchObject([{ code: 'http-any-address', severity: 'notice', found: host }]);
  }
});

test.each([
  ['https://localhost:8000', 'scheme'],
  ['ws://localhost:8000', 'scheme'],
  ['unix:///tmp/agent.sock', 'scheme'],
  ['http://agent.example.com:8000', 'host'],
  ['192.168.1.5:8000', 'host'],
  ['8000', 'host'],
  ['http://localhost:8000/api', 'path'],
  ['localhost:8000/decide/decide', 'path'],
  ['localhost:8000//decide', 'path'],
  ['localhost:8000/decide?key=1', 'query'],
  ['localhost:8000/decide#top', 'query'],
  ['localhost:0', 'port'],
  ['localhost:99999', 'form'],
  ['localhost:port', 'form'],
  ['http:///localhost:8000', 'form'],
  ['', 'form'],
  [' ', 'form'],
])('H16: %j is refused before anything is started: its %s', async (text, problem) => {
  expect(await refusalOf(() => httpTarget(text))).toMatchObject({
    exitCode: 2,
    code: 'http-url',
    facts: { problem },
  });
});

test('a password is not shown again', async () => {
  const refusal = await refusalOf(() => httpTarget('me:secret@localhost:8000'));
  expect(refusal).toMatchObject({ exitCode: 2, facts: { problem: 'credentials' }, found: null });
  expect(JSON.stringify(refusal)).not.toContain('secret');
});
