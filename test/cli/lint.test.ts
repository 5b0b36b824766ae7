import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { LineFramer } from '../../src/cli/lint/lineFramer.ts';
import { limits } from '../../src/kernel/limits.ts';
import { runSbdev } from './memoryIo.ts';

const vectors = new URL('../vectors/', import.meta.url);
const observation = new URL('wire.observation.json', vectors).pathname;
const HOLD = '{"orders":[]}';
const order = (weight: string) => `{"orders":[{"symbol":"AAPL","action":"buy","target_weight":${weight}}]}`;
const folder = () => mkdtempSync(join(tmpdir(), 'sbdev lint '));
const objects = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const input = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

describe('sbdev lint --format json', () => {
  test('gives the verdict of wire.jsonl on every line, in order', async () => {
    const expected = objects(readFileSync(new URL('wire.jsonl', vectors), 'utf8'));
    const file = join(folder(), 'answers.jsonl');
    writeFileSync(file, expected.map(({ line }) => `${line}\n`).join(''));
    const { code, stdout, stderr } = await runSbdev([
      'lint',
      file,
      '--observation',
      observation,
      '--format',
      'json',
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const said = objects(stdout).map(({ line, accept, stage, billable }) => ({
      line,
      accept,
      stage,
      billable,
    }));
    expect(said).toEqual(
      expected.map(({ accept, stage, billable = null }, index) => ({
        line: index + 1,
        accept,
        stage,
        billable,
      })),
    );
  });

  test('has exactly these keys, null where a line is accepted', async () => {
    const { code, stdout } = await runSbdev(['lint', '--format', 'json'], {
      stdin: input(`${HOLD}\n{"Orders":[]}\n`),
    });
    const [accepted, refused] = objects(stdout);
    expect(code).toBe(1);
    expect(accepted).toEqual({
      line: 1,
      accept: true,
      stage: null,
      code: null,
      pointer: null,
      message: null,
      billable: null,
      findings: [],
    });
    expect(refused).toMatchObject({
      line: 2,
      accept: false,
      stage: 'shape',
      code: 'unknown-field',
      pointer: '/Orders',
    });
    expect(refused.message).toBe(refused.findings[0].message);
    expect(Object.keys(refused.findings[0])).toEqual([
      'code',
      'severity',
      'pointer',
      'offset',
      'length',
      'found',
      'accepted',
      'message',
      'cause',
      'fix',
    ]);
  });

  test('frames on the line feed alone, however the bytes arrive', async () => {
    const text = `\r{"orders":\r[]}\r\n{"orders":[],"reasoning":"a\u2028b\u2029— 读 🎉"}\n${HOLD}`;
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.of(byte));
    const { code, stdout } = await runSbdev(['lint', '--format', 'json'], { stdin: input(...bytes) });
    expect(code).toBe(0);
    expect(objects(stdout).map(({ line, accept }) => [line, accept])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
  });

  test('names the file where there are several', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'a.jsonl'), `${HOLD}\n`);
    writeFileSync(join(cwd, 'b.jsonl'), `${HOLD}\n`);
    const { stdout } = await runSbdev(['lint', 'a.jsonl', 'b.jsonl', '--format', 'json'], { cwd });
    expect(objects(stdout).map(({ file, line }) => [file, line])).toEqual([
      ['a.jsonl', 1],
      ['b.jsonl', 1],
    ]);
  });
});

describe('sbdev lint as text', () => {
  test('shows what, where, why and how to mend it, with the place marked', async () => {
    const { code, stdout } = await runSbdev(['lint', '--observation', observation], {
      stdin: input(`${HOLD}\n${order('NaN')}\n`),
    });
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        '✓ line 1: accepted',
        '✗ line 2: NaN at /orders/0/target_weight is not JSON; accepted: a finite number  [non-finite-literal]',
        '    {"orders":[{"symbol":"AAPL","action":"buy","target_weight":NaN}]}',
        '                                                               ^^^',
        '    why: Python’s json.dumps(allow_nan=True), its default, writes NaN, Infinity and -Infinity',
        '    fix: json.dumps(decision, allow_nan=False) finds the place; check for finite numbers before writing',
        '2 lines: 1 accepted, 1 refused',
        '',
      ].join('\n'),
    );
  });

  test('is coloured when asked, and every colour has a sign', async () => {
    const stdin = () => input(`${HOLD}\n{}\n`);
    const plain = await runSbdev(['lint'], { stdin: stdin() });
    const colored = await runSbdev(['lint'], { stdin: stdin(), env: { FORCE_COLOR: '1' } });
    const refusedColor = await runSbdev(['lint', '--no-color'], {
      stdin: stdin(),
      env: { FORCE_COLOR: '1' },
    });
    expect(plain.stdout).not.toContain('\u001b');
    expect(refusedColor.stdout).toBe(plain.stdout);
    expect(colored.stdout).toContain('\u001b[');
    expect(colored.stdout.replace(/\u001b\[[0-9]+m/g, '')).toBe(plain.stdout);
  });

  test('never prints what stood on a line raw', async () => {
    const { stdout } = await runSbdev(['lint'], {
      stdin: input('\u001b[2J\u202e{"\u001b]0;x\u0007":1}\n{"\\u001b[31m":1}\n'),
    });
    expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/);
  });

  test('says once on stderr that without an observation only the shape is checked', async () => {
    const { code, stderr } = await runSbdev(['lint'], { stdin: input(`${order('5')}\n${HOLD}\n`) });
    expect(code).toBe(0);
    expect(stderr.match(/only the shape is checked/g)?.length).toBe(1);
  });
});

describe('what sbdev lint refuses to start on, with exit code 2', () => {
  test.each([
    ['a missing file', ['missing.jsonl'], 'cannot read missing.jsonl: no such file'],
    ['a folder', ['.'], 'it is a directory'],
    ['a missing observation', ['-', '--observation', 'missing.json'], 'cannot read missing.json'],
    ['an unknown kind', ['--kind', 'orders'], '--kind'],
    ['an unknown format', ['--format', 'xml'], '--format'],
    ['an observation for observations', ['--kind', 'observation', '--observation', 'x'], '--observation'],
  ])('%s', async (_, args, said) => {
    const { code, stdout, stderr } = await runSbdev(['lint', ...args], { cwd: folder(), stdin: input(HOLD) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
  });

  test('a file that is no observation', async () => {
    const cwd = folder();
    writeFileSync(join(cwd, 'obs.json'), '{"date":"d","cash":1,"symbols":[],"venue":1}');
    const { code, stderr } = await runSbdev(['lint', '--observation', 'obs.json'], {
      cwd,
      stdin: input(HOLD),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('obs.json is no observation: venue at /venue is no key of an observation');
  });

  test('an input without a line: nothing ran is never 0', async () => {
    expect((await runSbdev(['lint'], { stdin: input() })).code).toBe(2);
    expect((await runSbdev(['lint'], { stdin: input('\n') })).code).toBe(1);
  });
});

describe('observations', () => {
  test('the harness’s own lines are accepted, an unknown key is not', async () => {
    const lines = objects(readFileSync(new URL('observation-lines.jsonl', vectors), 'utf8')).map(
      ({ line }) => line,
    );
    const good = await runSbdev(['lint', '--kind', 'observation'], { stdin: input(`${lines.join('\n')}\n`) });
    expect(good.code).toBe(0);
    const bad = await runSbdev(['lint', '--kind', 'observation', '--format', 'json'], {
      stdin: input('{"x":1}\n'),
    });
    expect(objects(bad.stdout)[0]).toMatchObject({ code: 'unknown-field', stage: 'shape' });
  });
});

describe('bounds', () => {
  test('a line of 8 MiB with its terminator is read, one byte more is line-too-long', async () => {
    const line = (bytes: number) => `{"orders":[],"reasoning":"${'x'.repeat(bytes - 29)}"}\n`;
    expect(line(100).length).toBe(100);
    const stdin = input(line(limits.answerLineBytes), line(limits.answerLineBytes + 1), `${HOLD}\n`);
    const { stdout } = await runSbdev(['lint', '--format', 'json'], { stdin });
    expect(objects(stdout).map((each) => each.code)).toEqual([null, 'line-too-long', null]);
  });

  test('of an endless line only the head is kept', () => {
    const framer = new LineFramer(1000);
    const chunk = Buffer.alloc(65_536, 0x61);
    for (let count = 0; count < 1000; count += 1) expect([...framer.take(chunk)]).toEqual([]);
    const [line] = [...framer.take(Buffer.from('\n'))];
    expect(line).toMatchObject({ length: 65_536_001, isTooLong: true });
    expect(line?.bytes.length).toBe(4096);
  });

  test('a large input is streamed: nothing is read while verdicts wait for a slow reader', async () => {
    const chunk = Buffer.from(`${order('0.25')}\n`.repeat(2000));
    let written = 0;
    let waiting = 0;
    const stdout = new Writable({
      write(data: Buffer, _encoding, done) {
        written += data.length;
        setImmediate(done);
      },
    });
    const stdin = Readable.from(
      (function* () {
        for (let count = 0; count < 40; count += 1) {
          waiting = Math.max(waiting, stdout.writableLength);
          yield chunk;
        }
      })(),
      { highWaterMark: 1 },
    );
    const { code } = await runSbdev(['lint', '--format', 'json'], { stdin, stdout });
    expect(code).toBe(0);
    expect(written).toBeGreaterThan(8_000_000);
    // At most one batch of verdicts was on its way whenever more input was asked for.
    expect(waiting).toBeLessThan(100_000);
  });

  test('a reader that leaves ends it quietly', async () => {
    let reads = 0;
    const stdin = Readable.from(
      (function* () {
        for (reads = 0; reads < 10_000; reads += 1) yield Buffer.from(`${HOLD}\n`.repeat(1000));
      })(),
    );
    const stdout = new Writable({
      write(_data, _encoding, done) {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
      },
    });
    const { code, stderr } = await runSbdev(['lint', '--format', 'json'], { stdin, stdout });
    expect(code).toBe(0);
    expect(stderr).not.toContain('EPIPE');
    expect(reads).toBeLessThan(100);
  });
});
