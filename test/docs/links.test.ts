import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchors, fencedBlocks, linkTargets, pages, pageText, projectRoot } from './markdown.ts';

describe.each(pages())('%s', (page) => {
  it('links to what exists', () => {
    expect(brokenLinks(page, pageText(page))).toEqual([]);
  });

  it('names the language of each block, so that it is known which ones are run', () => {
    const known = ['sh', 'text', 'json', 'jsonc', 'python', 'js', 'ts', 'csv'];
    for (const { language, line } of fencedBlocks(pageText(page))) {
      expect(known, `${page}:${line}`).toContain(language);
    }
  });
});

it('every page under docs/ is in its index', () => {
  const listed = linkTargets(pageText('docs/README.md')).map((target) => `docs/${target}`);
  const own = pages().filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(listed).toEqual(expect.arrayContaining(own));
});

it('the check of links finds a missing file, a missing heading and a path out of the project', () => {
  const text =
    '# One\n[a](no.md) [b](#two) [c](README.md#none) [d](../x.md) [e](#one) [f](https://example.com) `[g](no.md)`';
  expect(brokenLinks('CONTRIBUTING.md', text)).toEqual(['no.md', '#two', 'README.md#none', '../x.md']);
});

function brokenLinks(page: string, text: string): readonly string[] {
  return linkTargets(text).filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (file.startsWith('..') || !(file === page || existsSync(join(projectRoot, file)))) return true;
    return anchor !== undefined && !anchors(file === page ? text : pageText(file)).has(anchor);
  });
}
