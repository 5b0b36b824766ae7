import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { purityFaults } from './purity.ts';
import { parsedSnippets, parsedSources, projectRoot } from './sourceTree.ts';

describe('the pure folders', () => {
  it('reach for no clock, file, process, locale or ambient randomness', () => {
    expect(purityFaults(parsedSources())).toEqual([]);
  });

  it('compile without the types of Node or of a browser', async () => {
    const { code, output } = await tsc('tsconfig.pure.json');
    expect(output).toBe('');
    expect(code).toBe(0);
  });
});

describe('the compiler settings of the pure folders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pure-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['process.pid', 'setTimeout', 'performance', 'fetch', 'Buffer', 'window'])(
    'do not know %s',
    async (name) => {
      writeFileSync(join(folder, 'impure.ts'), `export const x = ${name};\n`);
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ extends: join(projectRoot, 'tsconfig.pure.json'), include: ['impure.ts'] }),
      );
      const { code, output } = await tsc(folder);
      expect(code).not.toBe(0);
      expect(output).toContain(`Cannot find name '${name.split('.')[0]}'`);
    },
  );
});

describe('the purity check', () => {
  const faultsOf = (text: string, path = 'src/engine/a.ts'): readonly string[] =>
    purityFaults(parsedSnippets({ [path]: text }));

  it.each([
    ['process.env', 'process: take the value as an argument'],
    ['const { env } = process', 'process'],
    ['({ process })', 'process'],
    ['performance.now()', 'performance'],
    ['setTimeout(() => {}, 1)', 'setTimeout'],
    ['fetch("http://127.0.0.1")', 'fetch'],
    ['Buffer.from("")', 'use Uint8Array'],
    ['globalThis["process"]', 'globalThis'],
    ['console.log(1)', 'console'],
    ['crypto.randomUUID()', 'kernel/splitMix64.ts'],
    ['Date.now()', 'Date.now'],
    ['const now = Date.now', 'Date.now'],
    ['new Date()', 'Date.UTC'],
    ['new Date(2020, 1, 1)', 'Date.UTC'],
    ['Date()', 'Date.UTC'],
    ['Math.random()', 'with a seed'],
    ['"a".localeCompare("b")', 'compareUtf8'],
    ['(1).toLocaleString()', 'floatText'],
    ['import.meta.url', 'import.meta'],
    ['Math.exp(1)', 'last bits'],
    ['import "node:fs"', 'imports node:fs'],
    ['import { readFileSync } from "fs"', 'imports fs'],
    ['await import("commander")', 'imports commander'],
  ])('refuses %s, and names what to do instead', (text, instead) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^src\/engine\/a\.ts:1: /);
    expect(faults[0]).toContain(instead);
  });

  it('accepts names that merely look alike', () => {
    const text = `
      interface Health { process: number; readonly console: string }
      const health = { process: 1, Date: 2 };
      // process.exit() and Math.random() in a comment
      export const x = health.process + Math.sqrt(2) + Date.UTC(2020, 0, 1) + 'process.env'.length;
      import { sha256 } from '@noble/hashes/sha2.js';`;
    expect(faultsOf(text)).toEqual([]);
  });

  it('leaves the other folders, and the statistics, their means', () => {
    expect(faultsOf('process.env', 'src/cli/a.ts')).toEqual([]);
    expect(faultsOf('Math.exp(1)', 'src/engine/normalCdf.ts')).toEqual([]);
    expect(faultsOf('process.env', 'src/ui/model/a.ts')).toHaveLength(1);
  });
});

async function tsc(project: string): Promise<{ code: number; output: string }> {
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '--noEmit', '-p', project], {
      cwd: projectRoot,
    });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, output: stdout };
  }
}
