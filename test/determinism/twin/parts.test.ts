import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/agents/agent.ts';
import { compareAnswers } from '../../../src/determinism/twin/compareAnswers.ts';
import { pristineFolder } from '../../../src/determinism/twin/pristineFolder.ts';
import { remarkOn } from '../../../src/determinism/twin/remark.ts';
import { Tape } from '../../../src/determinism/twin/tape.ts';
import { otherLocale, varietyHere } from '../../../src/determinism/twin/variety.ts';
import { folderState, writtenFiles } from '../../../src/determinism/twin/writtenFiles.ts';
import { limits } from '../../../src/kernel/limits.ts';
import { observedSymbols } from '../../../src/protocol/observedSymbols.ts';
import { temporaryFolder } from '../../support/cli.ts';

const observed = observedSymbols(['AAPL', 'MSFT']);
const line = (text: string): Answer => ({ kind: 'line', bytes: Buffer.from(text), elapsedMs: 0 });
const order = (symbol: string, weight: string): string =>
  `{"symbol":"${symbol}","action":"buy","target_weight":${weight}}`;
const orders = (...all: string[]): Answer => line(`{"orders":[${all.join(',')}]}`);

function remark(a: Answer, b: Answer): string | null {
  const comparison = compareAnswers(a, b, observed);
  if (comparison.kind !== 'different') throw new Error(comparison.kind);
  return remarkOn(comparison.difference, [a, b], observed);
}

describe('two answers', () => {
  test('D14: that spell one value in two ways are equal', () => {
    const a = line('{"orders":[{"symbol":"AAPL","action":"buy","target_weight":0.5,"confidence":1}]}');
    const b = line('{"orders":[{"confidence":1.0,"target_weight":5.0e-1,"action":"buy","symbol":"AAPL"}]}');
    expect(compareAnswers(a, b, observed)).toStrictEqual({ kind: 'equal' });
  });

  test('D08: that differ in weight and reasoning differ in weight alone', () => {
    const a = line(`{"orders":[${order('AAPL', '0.5')}],"reasoning":"one"}`);
    const b = line(`{"orders":[${order('AAPL', '0.45')}],"reasoning":"two"}`);
    expect(compareAnswers(a, b, observed)).toStrictEqual({
      kind: 'different',
      difference: { pointer: '/orders/0/target_weight', a: '0.5', b: '0.45' },
    });
  });

  test('that are refused for the same reason are alike; for another, they differ', () => {
    const refused = (text: string) => compareAnswers(line(text), line('nonsense'), observed).kind;
    expect(refused('other nonsense')).toBe('equal');
    expect(refused('{"orders":[]}')).toBe('different');
  });

  test('D06: of which one is a neighbour of the other are told to be', () => {
    expect(remark(orders(order('AAPL', '0.30000000000000004')), orders(order('AAPL', '0.3')))).toMatch(
      /^1 ulp apart/,
    );
    expect(remark(orders(order('AAPL', '0.5')), orders(order('AAPL', '0.25')))).toBeNull();
    expect(remark(orders(order('AAPL', '0.0')), orders(order('AAPL', '-0.0')))).toMatch(
      /^zero with another sign/,
    );
  });

  test('D01: that hold the same orders in another sequence are told to', () => {
    const [a, b] = [order('AAPL', '0.1'), order('MSFT', '0.2')];
    expect(remark(orders(a, b), orders(b, a))).toBe('the same orders in another sequence');
    expect(remark(orders(a, b), orders(a, order('MSFT', '0.75')))).toBeNull();
  });

  test('J11: of which one is refused say which, and why, with the hint that belongs to it', () => {
    const [point, comma] = [orders(order('AAPL', '0.5')), orders(order('AAPL', '0,5'))];
    expect(remark(point, comma)).toMatch(/^run B is refused: not JSON .*a decimal comma.*LC_NUMERIC=C/);
    expect(remark(comma, point)).toMatch(/^run A is refused: not JSON/);
    // Two refusals of different kinds are no more than that.
    expect(remark(comma, line('[]'))).toBeNull();
  });
});

describe('a tape', () => {
  test('keeps lines up to its bound, and answers to the first', () => {
    const tape = new Tape();
    const large = Buffer.alloc(limits.tapeBytes / 4);
    for (let step = 0; step < 6; step += 1) tape.add(step, large, line('x'));
    expect(tape.presentations).toBe(6);
    expect(tape.first(4)).toHaveLength(4);
    expect(tape.first(5)).toBeNull();
    expect(tape.answers).toHaveLength(4);
    expect(tape.recent.map(({ step }) => step)).toStrictEqual([2, 3, 4]);
  });

  test('tells steps from presentations', () => {
    const tape = new Tape();
    for (const step of [0, 1, 1, 1, 2]) tape.add(step, Buffer.from('{}'), line('x'));
    expect(tape.stepAt(4)).toBe(2);
    expect(tape.before(4).map(({ step }) => step)).toStrictEqual([1, 1, 1]);
  });
});

describe('a locale for run B', () => {
  test('is one that is installed and sorts otherwise', () => {
    expect(otherLocale('en_US.UTF-8', ['C', 'en_US.utf8', 'de_DE.utf8', 'et_EE.utf8'])).toBe('et_EE.utf8');
    expect(otherLocale('et_EE.UTF-8', ['C', 'et_EE.utf8', 'de_DE.utf8'])).toBe('de_DE.utf8');
    expect(otherLocale('de_DE.UTF-8', ['C', 'de_DE.utf8', 'et_EE'])).toBe('C');
  });

  test('is none where no other would show anything', () => {
    expect(otherLocale('C.UTF-8', ['C', 'C.utf8', 'POSIX'])).toBeNull();
    expect(otherLocale('C', [])).toBeNull();
  });

  test('is always there for JavaScript, which brings its own', async () => {
    expect((await varietyHere({}, 'node')).locale).toBe('et_EE.UTF-8');
    expect((await varietyHere({ LC_ALL: 'et_EE' }, 'node')).locale).toBe('lt_LT.UTF-8');
  });
});

describe('a folder', () => {
  function folderOf(files: Readonly<Record<string, string>>): string {
    const folder = temporaryFolder();
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }

  test('is copied as it was, and every copy is removed', async () => {
    const folder = folderOf({ 'agent.py': 'a', 'data/x.csv': '1', '.sbdev/runs/r': 'r', '.git/config': 'g' });
    const pristine = (await pristineFolder(folder))!;
    const first = await pristine.copy();
    writeFileSync(join(first.path, 'state.json'), '{}');
    writeFileSync(join(folder, 'agent.py'), 'changed');
    const second = await pristine.copy();
    expect(readdirSync(second.path).sort()).toStrictEqual(['agent.py', 'data']);
    expect(readFileSync(join(second.path, 'agent.py'), 'utf8')).toBe('a');
    await first.remove();
    expect(() => readdirSync(first.path)).toThrow(/ENOENT/);
    expect(readdirSync(second.path)).toHaveLength(2);
    await pristine.remove();
    expect(() => readdirSync(second.path)).toThrow(/ENOENT/);
  });

  test('with dependencies in it, or too many files, is not copied', async () => {
    expect(await pristineFolder(folderOf({ 'node_modules/a/index.js': '' }))).toBeNull();
    const many = Object.fromEntries(
      Array.from({ length: limits.pristineCopyFiles + 1 }, (_, index) => [`f${index}`, '']),
    );
    expect(await pristineFolder(folderOf(many))).toBeNull();
  });

  test('tells what a run wrote in it, and what of that was there before', async () => {
    const folder = folderOf({ 'agent.py': 'a', 'state.json': '1', '__pycache__/x.pyc': '' });
    const before = await folderState(folder);
    writeFileSync(join(folder, 'state.json'), '22');
    writeFileSync(join(folder, 'cache.json'), '');
    writeFileSync(join(folder, '__pycache__/y.pyc'), '');
    expect(writtenFiles(before, await folderState(folder))).toStrictEqual({
      files: ['cache.json', 'state.json'],
      rewritten: ['state.json'],
    });
    expect(writtenFiles(null, await folderState(folder)).files).toStrictEqual([]);
  });
});
