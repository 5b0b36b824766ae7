import { expect, it } from 'vitest';
import { limits } from '../../src/kernel/limits.ts';
import { OpenEdits, type Writers } from '../../src/reload/openEdits.ts';
import { type Pending, SourceIndex } from '../../src/reload/sourceIndex.ts';
import { type Sight, walk, walkNow } from '../../src/reload/walk.ts';
import { WatchedFiles } from '../../src/reload/watchedFiles.ts';
import { folderWith } from './watching.ts';

const nobody: Writers = { isAlive: false, endedAtMs: 0, inputsLeft: new Map() };
const settleMs = 50;

function sight(stamp: string, rest: Partial<Sight> = {}): Sight {
  return {
    standing: 'certain',
    stamp,
    bytes: 1,
    changedAtMs: 1_000_000,
    modifiedAtMs: 1_000_000,
    isExecutable: false,
    link: null,
    ...rest,
  };
}

const edits = (): OpenEdits => new OpenEdits(new SourceIndex(folderWith({})), settleMs);
const pending = (path: string, stamp: string, rest: Partial<Sight> = {}): Pending => ({
  path,
  sight: sight(stamp, rest),
});
const settledPaths = (open: OpenEdits, nowMs: number): readonly string[] =>
  open.settled(nowMs).map((edit) => edit.pending.path);

it('an edit is settled once it looked the same for the whole time', () => {
  const open = edits();
  open.see([pending('a.py', '1')], nobody, 0, 0);
  open.see([pending('a.py', '1')], nobody, 40, 40);
  expect(settledPaths(open, 49)).toEqual([]);
  expect(open.nextAtMs(nobody)).toBe(50);
  expect(settledPaths(open, 50)).toEqual(['a.py']);
});

it('an edit that looks otherwise begins anew, and all edits wait for the last of them', () => {
  const open = edits();
  open.see([pending('a.py', '1'), pending('b.py', '1')], nobody, 0, 0);
  open.see([pending('a.py', '1'), pending('b.py', '2')], nobody, 40, 40);
  expect(settledPaths(open, 60)).toEqual([]);
  expect(settledPaths(open, 90)).toEqual(['a.py', 'b.py']);
});

it('an edit beside a file that is written without end is taken after a bounded time', () => {
  const open = edits();
  let nowMs = 0;
  for (; nowMs < limits.watchUnsettledMs; nowMs += 40) {
    open.see([pending('a.py', '1'), pending('b.py', String(nowMs))], nobody, nowMs, nowMs);
    expect(settledPaths(open, nowMs)).toEqual([]);
  }
  open.see([pending('a.py', '1'), pending('b.py', String(nowMs))], nobody, nowMs, nowMs);
  expect(settledPaths(open, nowMs)).toEqual(['a.py']);
});

it('a file that is gone gets longer, and is no edit if it is back as it was', () => {
  const open = edits();
  open.see([{ path: 'a.py', sight: null }], nobody, 0, 0);
  expect(settledPaths(open, limits.watchEmptiedMs - 1)).toEqual([]);
  expect(settledPaths(open, limits.watchEmptiedMs)).toEqual(['a.py']);
  open.see([], nobody, 100, 100);
  expect(open.nextAtMs(nobody)).toBe(null);
});

it('a file that was emptied gets longer as well, one that was empty does not', () => {
  const root = folderWith({ 'filled.py': 'x', 'empty.py': '' });
  const index = new SourceIndex(root);
  const files = new WatchedFiles({ root, command: [] });
  for (const [path, seen] of walkNow(walk(files, 'all')).files) index.take({ path, sight: seen }, 'edit', 0);
  const open = new OpenEdits(index, settleMs);
  open.see([pending('filled.py', '1', { bytes: 0 })], nobody, 0, 0);
  expect(settledPaths(open, limits.watchEmptiedMs - 1)).toEqual([]);
  open.see([pending('empty.py', '1', { bytes: 0 })], nobody, 0, 0);
  expect(settledPaths(open, settleMs)).toEqual(['empty.py']);
});

it('data is output while a writer lives, until its end, and an edit from then on', () => {
  const open = edits();
  const data = (changedAtMs: number): Pending => pending('a.json', '1', { standing: 'data', changedAtMs });
  const alive: Writers = { isAlive: true, endedAtMs: 0, inputsLeft: null };
  const ended: Writers = { isAlive: false, endedAtMs: 5_000, inputsLeft: new Map() };
  expect(open.isOutput(data(4_000), alive, 4_000)).toBe(true);
  expect(open.isOutput(data(4_900), ended, 9_000)).toBe(true);
  expect(open.isOutput(data(9_000), ended, 5_010)).toBe(true);
  expect(open.isOutput(data(6_000), ended, 6_001)).toBe(false);
  expect(open.isOutput(pending('a.py', '1', { changedAtMs: 4_000 }), alive, 4_000)).toBe(false);
});

it('an input is output as the programs left it, and an edit as soon as it looks otherwise', () => {
  const open = edits();
  const left = (stamp: string): Pending => pending('a.csv', stamp, { standing: 'input' });
  const readers: Writers = { isAlive: true, endedAtMs: 0, inputsLeft: new Map([['a.csv', '2']]) };
  expect(open.isOutput(left('2'), { ...readers, inputsLeft: null }, 1_000_000)).toBe(true);
  expect(open.isOutput(left('2'), readers, 1_000_000)).toBe(true);
  // Whoever reads what is printed does not write it, and no clock is asked.
  expect(open.isOutput(left('3'), readers, 1_000_000)).toBe(false);
});

it('output delays no edit, and is taken over only when its writer is gone', () => {
  const open = edits();
  const alive: Writers = { isAlive: true, endedAtMs: 0, inputsLeft: null };
  open.see([pending('a.json', '1', { standing: 'data' })], alive, 0, 0);
  expect(open.nextAtMs(alive)).toBe(null);
  expect(open.nextAtMs(nobody)).toBe(50);
  open.see([pending('a.json', '2', { standing: 'data' }), pending('a.py', '1')], alive, 10, 10);
  open.see([pending('a.json', '3', { standing: 'data' }), pending('a.py', '1')], alive, 60, 60);
  expect(settledPaths(open, 60)).toEqual(['a.py']);
  expect(open.outputs(110).map((edit) => edit.pending.path)).toEqual(['a.json']);
});
