import { describe, expect, it } from 'vitest';
import { proseFaults, proseFiles } from './prose.ts';
import { parsedSnippets, parsedSources, projectRoot } from './sourceTree.ts';
import { tidyFaults } from './tidy.ts';

describe('the source', () => {
  it('keeps the house rules', () => {
    expect(tidyFaults(parsedSources())).toEqual([]);
  });

  it('and all text beside it name no unfinished work, no machine and no foreign host', () => {
    const texts = proseFiles(projectRoot);
    expect([...texts.keys()]).toEqual(
      expect.arrayContaining(['README.md', '.ci/run', 'src/kernel/limits.ts']),
    );
    expect(proseFaults(texts)).toEqual([]);
  });
});

describe('the tidy check', () => {
  const faultsOf = (text: string, path = 'src/harness/a.ts'): readonly string[] =>
    tidyFaults(parsedSnippets({ [path]: text }));

  it.each([
    ["import { createInterface } from 'node:readline';", 'agents/stdio/lineFramer.ts'],
    ["export * from 'readline';", 'agents/stdio/lineFramer.ts'],
    ["await import('node:readline/promises');", 'agents/stdio/lineFramer.ts'],
    ['process.exit(1);', 'return an exit code'],
    ["exec('ls | wc');", 'spawn the program'],
    ["spawn('ls', [], { shell: true });", 'spawn the program'],
    ["console.log('done');", 'streams of Io'],
    ['const decideTimeoutMs = 5000;', 'src/kernel/limits.ts'],
    ['const QUEUE_BYTES = 64 * 1024;', 'QUEUE_BYTES = 65536'],
    ['start({ maxLines: 10_000 });', 'maxLines = 10000'],
    ['const wait = (graceMs = 2 * (500 + 500)) => graceMs;', 'graceMs = 2000'],
    ['class Tail { readonly capacity = 1 << 16; }', 'capacity = 65536'],
    ['setTimeout(stop, 1000);', 'setTimeout() = 1000'],
    ['const candleCloses = [];', '"candle" is called "bar" here'],
    ['function write(obs: string) {}', '"obs" is called "observation" here'],
    ['interface Book { tradeCount: number }', '"trade" is called "order or fill" here'],
    [`const a = 1;\n${'a;\n'.repeat(400)}`, '401 lines'],
  ])('refuses %j, and names what to do instead', (text, instead) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^src\/harness\/a\.ts(:1)?: /);
    expect(faults[0]).toContain(instead);
  });

  it('accepts an exit where signals end the process, bounds in their home, and what only looks alike', () => {
    expect(faultsOf('process.exit(130);', 'src/cli/signals.ts')).toEqual([]);
    expect(faultsOf('export const limits = { stderrTailBytes: 64 * 1024 };', 'src/kernel/limits.ts')).toEqual(
      [],
    );
    expect(
      faultsOf(`
        // process.exit() and setTimeout(stop, 5000) in a comment
        const pattern = /x/; pattern.exec('x');
        const yearMax = 999; const PIECE_BYTES = 65_536; const seedStream = 0x1ac4; const date = { year: 2020 };
        spawn('ls', [], { shell: false });
        const valid = observed.idx; const strength = 'obs'; setTimeout(stop, limits.exitDrainMs);`),
    ).toEqual([]);
  });
});

describe('the check of the text', () => {
  const faultsOf = (line: string): readonly string[] => proseFaults(new Map([['docs/a.md', line]]));

  it.each([
    [`// ${'TO'}${'DO'}: later`, 'finish it'],
    [`${'FIX'}${'ME'}`, 'finish it'],
    [`cd /${'work'}/main`, 'a path of one machine'],
    [`open /${'home'}/ada/agent.py`, 'a path of one machine'],
    [`https:/${'/registry'}.npmjs.org/zod`, 'not a host of this project'],
  ])('refuses %j', (line, why) => {
    expect(faultsOf(line)).toEqual([expect.stringContaining(why)]);
  });

  it('accepts hosts of formats, examples and loopback', () => {
    const line =
      'https://sharpebench.dev/schema/v1/x http://127.0.0.1:8080 https://example.com/work/a ../work/b';
    expect(faultsOf(line)).toEqual([]);
  });
});
