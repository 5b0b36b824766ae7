import { appendFileSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordJson } from '../../../src/harness/recordJson.ts';
import { exactJson } from '../../../src/harness/records/exactJson.ts';
import { readJournal } from '../../../src/harness/records/readJournal.ts';
import { repairJournal } from '../../../src/harness/records/repairJournal.ts';
import { verifyForms } from '../../../src/harness/records/verifyForms.ts';
import { itemsOf, journalWith, textOf, turn } from './journals.ts';

const event = (n: number) => `{"type":"x","n":${n}}`;

describe('reading a journal', () => {
  test('gives every event with its line, whatever size the lines have', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 6 }), (sizes) => {
        const lines = sizes.map((size, n) => `{"type":"x","n":${n},"pad":"${'é'.repeat(size)}"}\n`);
        const items = itemsOf(lines.join(''));
        expect(items.map((each) => each.kind === 'event' && [each.line, each.event.n])).toEqual(
          sizes.map((_, n) => [n + 1, n]),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('of nothing gives nothing', () => {
    expect(itemsOf('')).toEqual([]);
  });

  test('tells a last line that was cut off from all that is before it, at whichever byte', () => {
    const last = '{"type":"x","text":"a\\"é"}';
    const bytes = Buffer.from(last);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const items = itemsOf(Buffer.concat([Buffer.from(`${event(1)}\n`), bytes.subarray(0, cut)]));
      expect(items).toMatchObject([{ kind: 'event' }, { kind: 'torn', line: 2, offset: 19, bytes: cut }]);
    }
  });

  test('does not lose an event of which the line end alone is missing', () => {
    expect(itemsOf(`${event(1)}\n${event(2)}`)).toMatchObject([{ event: { n: 1 } }, { event: { n: 2 } }]);
  });

  test('takes zero bytes behind the last line, as a power cut leaves them, for a torn line', () => {
    expect(itemsOf(`${event(1)}\n\0\0\0`)).toMatchObject([{ kind: 'event' }, { kind: 'torn', bytes: 3 }]);
  });

  test.each([
    ['{"type":"x"', 'a cut line in the middle'],
    ['', 'an empty line'],
    ['[1]', 'no object'],
    ['{"n":1}', 'no type'],
    [`{"type":"x"}${event(2)}`, 'two events in one line'],
  ])('reports %j in the middle with its line number and goes on', (line) => {
    const items = itemsOf(`${event(1)}\n${line}\n${event(3)}\n`);
    expect(items).toMatchObject([
      { kind: 'event', line: 1 },
      { kind: 'problem', diagnostic: { code: 'record-corrupt', place: { line: 2 } } },
      { kind: 'event', line: 3, event: { n: 3 } },
    ]);
  });

  test('reports bytes that are not UTF-8', () => {
    const items = itemsOf(
      Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff]), Buffer.from('"}\n')]),
    );
    expect(items).toMatchObject([{ diagnostic: { found: 'bytes that are not UTF-8' } }]);
  });

  test('refuses events of another version, naming both', () => {
    for (const [member, found] of [
      ['"version":2,', '2'],
      ['', 'none'],
    ])
      expect(() => itemsOf(`{${member}"type":"run_started"}\n`)).toThrow(
        expect.objectContaining({
          diagnostics: [expect.objectContaining({ code: 'record-version', found, accepted: ['1'] })],
        }),
      );
  });

  test('never writes', () => {
    const path = journalWith(`${event(1)}\n{"type":`);
    const before = statSync(path).mtimeMs;
    expect([...readJournal(path)]).toHaveLength(2);
    expect(readFileSync(path, 'utf8')).toBe(`${event(1)}\n{"type":`);
    expect(statSync(path).mtimeMs).toBe(before);
  });
});

describe('a report of any size', () => {
  const small = '"stop":{"status":"done"},"summary":{"total_return":0.5}';

  test('is read without its run and its book', () => {
    const numbers = `[${Array(300_000).fill('0.125').join(',')}]`;
    const line = `{"type":"run_report","run":{"returns":${numbers},"text":"}]\\",\\"stop\\":0"},"book":[{"a":[{}]}],${small}}\n`;
    expect(line.length).toBeGreaterThan(1024 * 1024);
    expect(itemsOf(`${line}${event(2)}\n`)).toEqual([
      {
        kind: 'event',
        line: 1,
        type: 'run_report',
        event: { type: 'run_report', stop: { status: 'done' }, summary: { total_return: 0.5 } },
      },
      { kind: 'event', line: 2, type: 'x', event: { type: 'x', n: 2 } },
    ]);
  });

  test('that was cut off is a torn line', () => {
    const line = `{"type":"run_report","run":"${'x'.repeat(2_000_000)}","stop":{"status"`;
    expect(itemsOf(`${event(1)}\n${line}`)).toMatchObject([
      { kind: 'event' },
      { kind: 'torn', line: 2, bytes: line.length },
    ]);
  });

  test('takes no memory for what is not read', () => {
    const path = journalWith(`{"type":"run_report","run":"`);
    const piece = 'y'.repeat(1_000_000);
    for (let n = 0; n < 60; n += 1) appendFileSync(path, piece);
    appendFileSync(path, `",${small}}\n`);
    const before = process.memoryUsage().arrayBuffers;
    let most = before;
    for (const item of readJournal(path)) {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
      expect(item).toMatchObject({ kind: 'event', event: { stop: { status: 'done' } } });
    }
    expect(most - before).toBeLessThan(30_000_000);
  });
});

describe('the numbers of a record', () => {
  test('u64 members come back to the last digit, and no other number changes its kind', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.double({ noNaN: true }),
        fc.string(),
        (u64, x, text) => {
          const value = {
            cell: { window_start: 20, seed: u64 },
            usage: { tokens_in: u64, tokens_out: null, reasoning_tokens: 0n },
            [`"seed":${text}`]: `"seed":5,${text}"tokens_in":7}`,
            x: Number.isFinite(x) ? x : 0,
          };
          expect(exactJson(recordJson(value))).toEqual(value);
        },
      ),
    );
  });

  test('the sign of zero stays', () => {
    expect(Object.is(exactJson('-0.0'), -0)).toBe(true);
  });

  test('what only looks like the mark of a u64 stays what it is', () => {
    expect(exactJson('{"facts":{"u64":"x"},"seed":1}')).toEqual({ facts: { u64: 'x' }, seed: 1n });
    expect(exactJson('{"__proto__":{"polluted":1}}')).not.toHaveProperty('polluted');
  });
});

describe('repairing a journal', () => {
  test('cuts the torn line off and leaves whole lines', () => {
    const path = journalWith(`${event(1)}\n{"type":"x`);
    expect(repairJournal(path)).toBe(10);
    expect(readFileSync(path, 'utf8')).toBe(`${event(1)}\n`);
    expect(repairJournal(path)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(`${event(1)}\n`);
  });

  test('ends a whole event that lacks its line end', () => {
    const path = journalWith(event(1));
    expect(repairJournal(path)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(`${event(1)}\n`);
  });
});

describe('verifying the forms of a journal', () => {
  const problemsOf = (events: readonly object[]) => {
    const path = journalWith(textOf(events));
    return [...verifyForms(path, readJournal(path))].filter((each) => each.kind === 'problem');
  };

  test('finds nothing in a turn as the kit writes it', () => {
    expect(problemsOf([turn(0)])).toEqual([]);
  });

  test('names the line and the place of what has not its form', () => {
    const { evidence, ...rest } = turn(0);
    const { dispatches, ...half } = evidence;
    const odd = [{ ...dispatches[0], mutation: 'applyed' }];
    expect(problemsOf([turn(0), { ...rest, evidence: { ...half, dispatches: odd } }])).toMatchObject([
      {
        diagnostic: {
          code: 'record-corrupt',
          place: { line: 2, pointer: '/evidence/dispatches/0/mutation' },
        },
      },
    ]);
    expect(problemsOf([{ ...rest, evidence: { ...half } }])).toMatchObject([
      { diagnostic: { place: { line: 1, pointer: '/evidence/dispatches' } } },
    ]);
    expect(problemsOf([{ type: 'turn', step: 0 }])).toHaveLength(2);
    expect(problemsOf([{ type: 'stall', position: 0, action: null }])).toMatchObject([
      { diagnostic: { place: { pointer: '/checkpoint' } } },
    ]);
  });
});
