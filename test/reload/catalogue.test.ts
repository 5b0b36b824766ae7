import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagnostic } from '../../src/kernel/diagnostic.ts';
import { reloadCatalogue } from '../../src/reload/catalogue.ts';

const source = new URL('../../src/reload/', import.meta.url);

test('every code that is raised has a row, and every row is raised', () => {
  const text = readdirSync(source)
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .join('\n');
  const raised = new Set([...text.matchAll(/diagnostic\(\s*'([a-z-]+)'/g)].map((call) => call[1]));
  expect([...raised].sort()).toEqual(reloadCatalogue.map(({ code }) => code).sort());
});

test('words are whole sentences even when no fact is known', () => {
  for (const entry of reloadCatalogue) {
    const words = entry.words(diagnostic(entry.code, entry.severity, {}));
    const all = [words.message, words.cause ?? 'x', words.fix].join('\n');
    expect(all, entry.code).not.toMatch(/undefined|null|NaN|\[object/);
    expect(words.message.length, entry.code).toBeGreaterThan(10);
    expect(words.fix.length, entry.code).toBeGreaterThan(10);
  }
});
