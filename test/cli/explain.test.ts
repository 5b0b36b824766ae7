import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCodes } from '../../src/cli/catalogue.ts';
import { runSbdev } from './memoryIo.ts';

describe('sbdev explain', () => {
  test('lists every code once', async () => {
    const { code, stdout } = await runSbdev(['explain']);
    const listed = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(code).toBe(0);
    expect(listed).toEqual(allCodes.map((entry) => entry.code));
    expect(new Set(listed).size).toBe(listed.length);
  });

  test.each(allCodes)('has a bad and a good example for $code', async ({ code }) => {
    const result = await runSbdev(['explain', code]);
    expect(result.code).toBe(0);
    expect(result.stdout).toMatch(/\nbad: {3}\S/);
    expect(result.stdout).toMatch(/\ngood: {2}\S/);
    expect(result.stdout).not.toMatch(/[^\n\P{C}]/u);
  });

  test('an unknown code is exit code 2 with the nearest one', async () => {
    const { code, stdout, stderr } = await runSbdev(['explain', 'unknown-feild']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('did you mean unknown-field?');
  });
});

describe('docs/diagnostics.md', () => {
  test('has a row for every code, with its title, and no other', () => {
    const text = readFileSync(new URL('../../docs/diagnostics.md', import.meta.url), 'utf8');
    const rows = [...text.matchAll(/^\| `([a-z0-9-]+)` \| (.*) \|$/gm)].map(
      ([, code, title]) => `${code}: ${title}`,
    );
    expect(rows.sort()).toEqual(allCodes.map((entry) => `${entry.code}: ${entry.title}`).sort());
  });
});
