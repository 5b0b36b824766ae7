import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/kernel/diagnostic.ts';
import { dataCatalogue } from '../../src/market/catalogue.ts';

const root = new URL('../../src/', import.meta.url);
const sources = [
  ...readdirSync(new URL('market/', root), { recursive: true })
    .map((name) => `market/${String(name)}`)
    .filter((name) => name.endsWith('.ts') && !name.includes('words/')),
  ...['loadDataset', 'readDataFile', 'data/generate'].map((name) => `cli/${name}.ts`),
].map((name) => readFileSync(new URL(name, root), 'utf8'));

/** Every quoted kebab-case word of the sources that is a code of this catalogue's families. */
const spoken = new Set(
  sources.flatMap((text) =>
    [
      ...text.matchAll(
        /'((?:csv|sidecar|masked|generator|unknown|data|out|close|dividend|too|window|walk)-[a-z0-9-]+)'/g,
      ),
    ].map((match) => match[1]!),
  ),
);

describe('the data catalogue', () => {
  it('has a row for every code that is spoken, and no other', () => {
    const otherWords = ['close_price', 'too-large'];
    const codes = dataCatalogue.map((row) => row.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect([...spoken].filter((each) => !otherWords.includes(each)).sort()).toEqual([...codes].sort());
  });

  it.each(dataCatalogue.map((row) => [row.code, row] as const))(
    '%s says what, where and what to do',
    (_, row) => {
      expect(row.title).toMatch(/^[^A-Z].*[^.]$/);
      expect(row.about.length).toBeGreaterThan(20);
      expect(row.good).not.toBe(row.bad);
      const place = { file: 'some\u001b[31m.csv', line: 7, column: 3 };
      const words = row.words(
        diagnostic(row.code, row.severity, place, {
          found: 'evil\u001b[2J',
          facts: { symbol: '\u202eevil' },
        }),
      );
      expect(words.message).toMatch(/^some\\x1b\[31m\.csv:7:3: ./);
      expect(words.fix).not.toBe('');
      expect(words.message + words.fix + words.cause).not.toMatch(/[\u0000-\u001f\u202e]|undefined|\[object/);
    },
  );
});
