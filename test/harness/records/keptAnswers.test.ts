import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { JOURNAL_VERSION } from '../../../src/harness/journal.ts';
import { foldJournal } from '../../../src/harness/records/foldJournal.ts';
import { readMeta } from '../../../src/harness/records/meta.ts';
import { readJournal } from '../../../src/harness/records/readJournal.ts';
import { repairJournal } from '../../../src/harness/records/repairJournal.ts';
import { verifyForms } from '../../../src/harness/records/verifyForms.ts';
import { temporaryFolder } from '../../support/cli.ts';
import {
  answer,
  asItems,
  attempt,
  ended,
  FINISH,
  generation,
  journalWith,
  meta,
  report,
  run,
  turn,
} from './journals.ts';

const fold = (events: readonly object[]) => foldJournal(meta, asItems(events));
const start = [generation(), attempt(), run(5)];

/** Turns are written together, each behind the answers that were kept meanwhile. */
const batched = [
  ...start,
  answer(0),
  answer(1),
  turn(0),
  turn(1),
  answer(2),
  answer(3),
  turn(2),
  turn(3),
  turn(4, 4, 'g1.a1', FINISH),
  ended(5),
  report(),
  { type: 'session_ended', exit_code: 0 },
];

describe('an answer that is kept before its turn', () => {
  test('is a completed step, and its turn counts it no second time', () => {
    const states = batched.map((_, index) => {
      const record = fold(batched.slice(0, index + 1));
      expect(record.problem_count).toBe(0);
      const one = record.attempts[0];
      return one === undefined ? null : [one.steps, one.turns, one.answers_ahead, one.last_step];
    });
    expect(states.slice(3, 12)).toEqual([
      [1, 0, 1, 0],
      [2, 0, 2, 1],
      [2, 1, 1, 1],
      [2, 2, 0, 1],
      [3, 2, 1, 2],
      [4, 2, 2, 3],
      [4, 3, 1, 3],
      [4, 4, 0, 3],
      [5, 5, 0, 4],
    ]);
    expect(fold(batched).attempts[0]?.verdicts.accepted).toBe(5);
    expect(fold(batched.slice(0, 5)).attempts[0]?.verdicts.accepted).toBe(2);
  });

  test('belongs to its own attempt', () => {
    const record = fold([
      ...start,
      answer(0),
      turn(0),
      ended(1, 'g1.a1', 'failed'),
      attempt(2),
      run(5),
      answer(0, 'g1.a2'),
      answer(1, 'g1.a2'),
    ]);
    expect(record.attempts.map(({ steps, turns }) => [steps, turns])).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect(record.problem_count).toBe(0);
  });

  test('may be missing: a turn that is written at once needs none', () => {
    const record = fold([...start, turn(0), answer(1), turn(1), turn(2), answer(3)]);
    expect(record).toMatchObject({ problem_count: 0, attempts: [{ steps: 4, turns: 3, last_step: 3 }] });
  });

  test.each<[string, readonly object[], string]>([
    ['twice', [...start, answer(0), answer(0)], 'answer of step 0'],
    ['with one left out', [...start, answer(0), answer(2)], 'answer of step 2'],
    ['after its turn', [...start, turn(0), answer(0)], 'answer of step 0'],
    ['of another attempt', [...start, answer(0, 'g1.a9')], 'answer of g1.a9.t0'],
    ['before an attempt', [generation(), answer(0)], 'answer_kept before an attempt'],
    ['after the finish', [...start, turn(0, 0, 'g1.a1', FINISH), answer(1)], 'g1.a1.t1 after the finish'],
    ['of a refused turn', [...start, answer(0), { ...turn(0), verdict: 'refused' }], 'g1.a1.t0 refused'],
    ['without its turn', [...start, turn(0), answer(1), ended(1)], 'an answer of step 1 and no such turn'],
  ])('is a contradiction %s', (_name, events, found) => {
    const record = fold(events);
    expect(record.problems.map((each) => each.found)).toContain(found);
  });
});

describe('a journal that was cut off at any byte', () => {
  const lines = batched.map((each) =>
    JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  );
  const text = `${lines.join('\n')}\n`;

  const ends = lines.map((_, at) => lines.slice(0, at + 1).join('\n').length);
  const stepOf = (line: string) => {
    const { type, step } = JSON.parse(line) as { type: string; step: number };
    return type === 'turn' || type === 'answer_kept' ? [step] : [];
  };

  test('tells every step whose answer or turn is whole, before and after a repair', () => {
    const path = journalWith('');
    for (let cut = 0; cut <= text.length; cut += 1) {
      const rest = text.slice(0, cut);
      writeFileSync(path, rest);
      // A last line that is whole counts, though its line end is missing.
      const steps = new Set(lines.filter((_, at) => ends[at]! <= cut).flatMap(stepOf));
      const before = foldJournal(meta, readJournal(path));
      const removed = repairJournal(path);
      const after = foldJournal(meta, readJournal(path));
      const found = [before, after].map(({ attempts, problem_count, torn }) => ({
        steps: attempts[0]?.steps ?? 0,
        verdicts: attempts[0]?.verdicts.accepted ?? 0,
        problem_count,
        torn: torn?.bytes ?? 0,
      }));
      const whole = { steps: steps.size, verdicts: steps.size, problem_count: 0 };
      expect(found, `cut at ${cut}`).toEqual([
        { ...whole, torn: removed },
        { ...whole, torn: 0 },
      ]);
    }
  });

  test('has every form in what is whole', () => {
    const path = journalWith(text);
    expect([...verifyForms(path, readJournal(path))].filter(({ kind }) => kind !== 'event')).toEqual([]);
  });
});

describe('records of other versions', () => {
  const metaOf = (version: unknown) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'meta.json'), JSON.stringify({ version, id: 'a' }));
    return readMeta(folder);
  };

  test('are read where every turn stands for itself, and where answers come first', () => {
    expect(metaOf(1)).toMatchObject({ kind: 'read' });
    expect(metaOf(JOURNAL_VERSION)).toMatchObject({ kind: 'read' });
  });

  test('are refused beyond that, naming what is read', () => {
    for (const version of [0, 3, '1', null])
      expect(metaOf(version)).toMatchObject({
        kind: 'refused',
        diagnostic: { code: 'record-version', accepted: ['1', '2'] },
      });
  });
});
