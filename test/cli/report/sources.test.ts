import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recordedOption } from '../../../src/cli/report/recordedCommand.ts';
import { SourceFinder } from '../../../src/cli/report/sources.ts';
import { temporaryFolder } from '../../support/cli.ts';

const root = temporaryFolder();
for (const folder of ['agents/src', 'agents/node_modules/lib', 'agents/site-packages'])
  mkdirSync(join(root, folder), { recursive: true });
for (const file of [
  'main.py',
  'main.mjs',
  'main.go',
  'src/model.py',
  'node_modules/lib/index.js',
  'site-packages/lib.py',
])
  writeFileSync(join(root, 'agents', file), '');
const agents = join(root, 'agents');
const finder = (env: Record<string, string> = {}) => new SourceFinder(null, { cwd: agents, env });

describe('where an agent failed', () => {
  it.each([
    [
      'Python: the last frame that is its own',
      [
        'Traceback (most recent call last):',
        '  File "main.py", line 3, in <module>',
        `  File "${join(agents, 'src/model.py')}", line 9, in decide`,
        '  File "site-packages/lib.py", line 1, in f',
        '  File "/usr/lib/python3/json/decoder.py", line 337, in decode',
      ],
      { file: 'src/model.py', line: 9, column: null },
    ],
    [
      'Node: the first frame that is its own',
      [
        'Error: x',
        '    at parse (node:internal/x:1:2)',
        `    at lib (${join(agents, 'node_modules/lib/index.js')}:1:1)`,
        `    at decide (${pathToFileURL(join(agents, 'main.mjs')).href}:12:7)`,
        '    at main.mjs:20:1',
      ],
      { file: 'main.mjs', line: 12, column: 7 },
    ],
    [
      'Go',
      ['panic: x', 'goroutine 1 [running]:', 'main.main()', `\t${join(agents, 'main.go')}:41 +0x1b`],
      { file: 'main.go', line: 41, column: null },
    ],
    ['a file that is not there', ['  at gone.mjs:1:1'], null],
    ['a file outside of the work tree', ['  File "/etc/hosts.py", line 1', '  at ../../x.mjs:1:1'], null],
    ['no frame at all', ['killed', 'http://127.0.0.1:8080 refused', '12:30:00 started'], null],
  ])('%s', (_, lines, expected) => {
    expect(finder().ofStackTrace(lines)).toEqual(expected);
  });

  it('is told from the root of the checkout in GitHub Actions', () => {
    expect(finder({ GITHUB_WORKSPACE: root }).place('src/model.py', 1, null)?.file).toBe(
      'agents/src/model.py',
    );
  });

  it('is looked for in the folder of the configuration', () => {
    const found = new SourceFinder("sbdev simulate --config 'agents/sharpebench.json' --seed 0", {
      cwd: root,
      env: {},
    });
    expect(found.place('main.py', 1, null)?.file).toBe('agents/main.py');
  });
});

describe('an option of a recorded command', () => {
  it.each([
    ['sbdev simulate --costs typical --short-borrow-bps 3', '3'],
    ["sbdev simulate --cmd 'a --short-borrow-bps 9' --short-borrow-bps '1 2'", '1 2'],
    [`sbdev simulate --short-borrow-bps 'it'\\''s'`, "it's"],
    ['sbdev simulate --short-borrow-bps', null],
    ["sbdev simulate --cmd '--short-borrow-bps 9'", null],
    ["sbdev simulate 'unended", null],
    ['', null],
  ])('of %j is %j', (command, expected) => {
    expect(recordedOption(command, '--short-borrow-bps')).toBe(expected);
  });

  it('is none without a command', () => {
    expect(recordedOption(null, '--x')).toBeNull();
  });
});
