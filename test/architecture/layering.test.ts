import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './imports.ts';
import { importCycles, layeringFaults } from './layers.ts';
import { parsedSnippets, parsedSources, projectRoot } from './sourceTree.ts';

describe('the layers of src/', () => {
  const sources = parsedSources();

  it('import only what they rest on', () => {
    expect(layeringFaults(sources)).toEqual([]);
  });

  it('load each other in no ring', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  it('were all looked at, with the imports that they do have', () => {
    expect(sources.length).toBeGreaterThan(100);
    const program = sources.find((file) => file.path === 'src/cli/program.ts')!;
    expect(importsOf(program).map((edge) => edge.specifier)).toContain('./commands/simulate.ts');
  });

  it('are the layers that the architecture names', () => {
    const documented = readFileSync(join(projectRoot, 'docs/architecture.md'), 'utf8');
    const folders = new Set(sources.map((file) => file.path.split('/')[1]!));
    for (const folder of folders) {
      if (folder !== 'index.ts' && folder !== 'bin') expect(documented).toContain(`\`${folder}\``);
    }
  });
});

describe('the layering check', () => {
  const faultsOf = (path: string, text: string): readonly string[] =>
    layeringFaults(
      parsedSnippets({
        [path]: text,
        'src/cli/late.ts': 'export const x = 1; export type T = 1;',
        'src/kernel/early.ts': 'export {}',
        'src/ui/screen.ts': 'export {}',
      }),
    );

  it.each([
    ['import', "import { x } from '../cli/late.ts';"],
    ['import for its effects', "import '../cli/late.ts';"],
    ['import over several lines', "import {\n  // from 'kernel'\n  x,\n}\nfrom\n'../cli/late.ts';"],
    ['export from', "export { x } from '../cli/late.ts';"],
    ['export all', "export * from '../cli/late.ts';"],
    ['dynamic import', "const late = await import('../cli/late.ts');"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
    ['dynamic import in a template', "const t = `${await import('../cli/late.ts')}`;"],
    ['type import', "import type { T } from '../cli/late.ts';"],
    ['type export', "export type { T } from '../cli/late.ts';"],
    ['inline type', "let t: import('../cli/late.ts').T;"],
    ['require', "const late = require('../cli/late.ts');"],
    ['import equals', "import late = require('../cli/late.ts');"],
  ])('sees one that runs back: %s', (_, text) => {
    expect(faultsOf('src/harness/run.ts', text)).toEqual([
      expect.stringMatching(/^src\/harness\/run\.ts:\d+: harness imports cli \(\.\.\/cli\/late\.ts\)/),
    ]);
  });

  it('keeps views apart from each other, and the library apart from the terminal', () => {
    expect(faultsOf('src/reporters/text.ts', "import '../ui/screen.ts';")).toHaveLength(1);
    expect(faultsOf('src/index.ts', "export * from './ui/screen.ts';")).toHaveLength(1);
  });

  it('is not misled by text that looks like an import', () => {
    const text =
      "// import '../cli/late.ts'\nconst s = \"import '../cli/late.ts'\"; const r = /import '..\\/cli'/;";
    expect(faultsOf('src/kernel/a.ts', text)).toEqual([]);
  });

  it('accepts an import from below, and of a package', () => {
    expect(
      faultsOf(
        'src/cli/a.ts',
        "import '../kernel/early.ts'; import 'node:fs'; import '@noble/hashes/sha2.js';",
      ),
    ).toEqual([]);
  });

  it('refuses what it cannot follow', () => {
    expect(faultsOf('src/cli/a.ts', "import './a.js';")[0]).toContain('.ts extension');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
    expect(faultsOf('src/cli/a.ts', 'const name = 1; await import(`./${name}`);')[0]).toContain(
      'string literal',
    );
    expect(faultsOf('src/helpers/a.ts', "import '../kernel/early.ts';")[0]).toContain(
      'helpers is not a layer',
    );
    expect(faultsOf('src/cli/a.ts', "import '../../package.json';")[0]).toContain('no file of src');
  });

  it('sees a ring of loads, and lets types refer to each other', () => {
    const ring = (kind: string) =>
      importCycles(
        parsedSnippets({
          'src/kernel/a.ts': "import { b } from './b.ts'; export const a = b;",
          'src/kernel/b.ts': `import ${kind} { a } from './a.ts'; export const b = 1;`,
        }),
      );
    expect(ring('')).toEqual(['src/kernel/a.ts -> src/kernel/b.ts -> src/kernel/a.ts']);
    expect(ring('type')).toEqual([]);
  });
});
