import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Block, fencedBlocks, pages, pageText, projectRoot } from './markdown.ts';
import { shellInScratch } from './shell.ts';

const shell = shellInScratch();
afterAll(() => shell.dispose());

/** The README's own one-liners build and install; .ci/run runs the one, a test below the other. */
const runElsewhere = ['npm install && npm run demo', 'npm install && npm test'];

describe.each(pages().filter((page) => commandsOf(page).length > 0))('%s', (page) => {
  for (const { command, exitCode, line, expected } of commandsOf(page)) {
    it(`line ${line}: ${command}`, async (context) => {
      if (/\bpython3\b/.test(command) && (await shell.run('command -v python3')).code !== 0) {
        console.warn('SKIPPED: python3 is not on this machine');
        context.skip('python3 is not on this machine');
      }
      const { code, output } = await shell.run(command);
      expect({ code, output }).toEqual({ code: exitCode, output });
      for (const each of expected) expect(settled(output)).toContain(settled(each));
    });
  }
});

it('README.md begins with the two commands that do all the set-up', () => {
  const [demo, test] = fencedBlocks(pageText('README.md')).map((block) => block.lines.join('\n'));
  expect([demo, test]).toEqual(runElsewhere);
  expect(readFileSync(join(projectRoot, '.ci/run'), 'utf8')).toContain('{ npm install && npm test; }');
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(scripts.demo).toContain('node scripts/demo.mjs');
});

it('the demo works through a pipe, and ends with two commands that work', async () => {
  const demo = await shell.run(`node '${projectRoot}scripts/demo.mjs' | cat`);
  expect(demo).toMatchObject({
    code: 0,
    output: expect.stringContaining('every one answered within the contract'),
  });
  const next = demo.output.split('Try next:\n')[1]!.trim().split('\n');
  expect(next).toHaveLength(2);
  for (const command of next) {
    expect(await shell.run(`cd '${projectRoot}' && ${command.trim()}`)).toMatchObject({ code: 0 });
  }
});

it('CONTRIBUTING.md names scripts that package.json has, and every dependency', () => {
  const page = pageText('CONTRIBUTING.md');
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  for (const [, name] of page.matchAll(/npm run ([\w:-]+)/g))
    expect(Object.keys(manifest.scripts)).toContain(name);
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    expect(page, 'its table of dependencies').toContain(`| \`${name}\` |`);
  }
});

it('docs/statistics.md defines every number of a summary', async () => {
  const { output } = await shell.run(
    'sbdev simulate --agent momentum --data calm --format json --no-record | tail -n 1',
  );
  const names = Object.keys(JSON.parse(output).summary);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) expect(pageText('docs/statistics.md')).toContain(`| \`${name}\` |`);
});

interface PageCommand {
  readonly command: string;
  readonly exitCode: number;
  readonly line: number;
  /** Lines that must be in the output: the `text` block right behind. */
  readonly expected: readonly string[];
}

/** The lines of `sh` blocks; `# exit N` behind a command says with what it ends. */
function commandsOf(page: string): readonly PageCommand[] {
  const blocks = fencedBlocks(pageText(page));
  return blocks.flatMap((block, index) => {
    if (block.language !== 'sh') return [];
    const next = blocks[index + 1];
    const shown =
      next?.language === 'text' && next.before === '' ? next.lines.filter((line) => line.trim() !== '') : [];
    return linesOf(block).flatMap(({ text, line }, at, all) => {
      if (runElsewhere.includes(text)) return [];
      const [, command = text, code = '0'] = /^(.*?)\s+# exit (\d+)$/.exec(text) ?? [];
      return [{ command, exitCode: Number(code), line, expected: at === all.length - 1 ? shown : [] }];
    });
  });
}

function linesOf(block: Block): readonly { text: string; line: number }[] {
  return block.lines
    .map((text, index) => ({ text, line: block.line + 1 + index }))
    .filter(({ text }) => text.trim() !== '' && !text.startsWith('#'));
}

/** Times differ from run to run. */
function settled(text: string): string {
  return text.replace(/\d+(\.\d+)? m?s\b/g, 'N ms');
}
