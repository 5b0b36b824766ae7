import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExitCode, Io } from '../../src/cli/command.ts';
import { command } from '../../src/cli/commands/data.ts';
import { loadDataset } from '../../src/cli/loadDataset.ts';
import { KitError } from '../../src/kernel/errors.ts';
import { datasetSha256 } from '../../src/market/digest.ts';
import { messageOf } from '../market/csv/reading.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sbdev data '));
afterAll(() => rmSync(cwd, { recursive: true }));

interface Outcome {
  readonly code: ExitCode;
  readonly stdout: string;
  /** Of what was thrown for the program to print. */
  readonly codes: readonly string[];
  readonly message: string;
}

async function data(...args: string[]): Promise<Outcome> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const io: Io = { stdin: new PassThrough(), stdout, stderr, env: {}, cwd, color: true };
  let code: ExitCode = 3;
  const program = new Command('data').exitOverride();
  command.define(program, io, (given) => {
    code = given;
  });
  let codes: readonly string[] = [];
  let message = '';
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    code = error.exitCode;
    codes = error.diagnostics.map((each) => each.code);
    message = messageOf(error.diagnostics[0]);
  }
  return { code, stdout: String(stdout.read() ?? ''), codes, message };
}

describe('sbdev data describe', () => {
  it('prints exactly the fields of the contract', async () => {
    const { code, stdout } = await data('describe', 'synthetic:3:40:99', '--format', 'json');
    expect(code).toBe(0);
    expect(stdout.endsWith('\n') && !stdout.trim().includes('\n')).toBe(true);
    expect(JSON.parse(stdout)).toEqual({
      symbols: ['SYM00', 'SYM01', 'SYM02'],
      bars: 40,
      first_date: '2025-001',
      last_date: '2025-040',
      sha256: 'f03ba858f5bee69961b4525cb90fff82c3ad27fa91a6235ba439058a6d2e7e72',
      windows: [
        [10, 25],
        [25, 40],
      ],
      regimes: ['chop', 'chop'],
      last_closes: { SYM00: 94.60541008389775, SYM01: 114.68321688865805, SYM02: 102.23282879390268 },
      warnings: [],
    });
  });

  it('warns instead of cutting windows below 40 bars', async () => {
    const { code, stdout } = await data('describe', 'synthetic:1:39:1', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      windows: [],
      regimes: [],
      warnings: [{ code: 'too-few-bars', severity: 'warning' }],
    });
  });

  it('gives warnings their place', async () => {
    writeFileSync(join(cwd, 'zero.csv'), 'date,symbol,close,open\nt1,A,1,1\nt2,A,0,1\n');
    const { stdout } = await data('describe', 'zero.csv', '--format', 'json');
    expect(JSON.parse(stdout).warnings).toMatchObject([
      { code: 'csv-columns-ignored', severity: 'notice', file: 'zero.csv', line: 1 },
      { code: 'close-not-positive', severity: 'warning', file: 'zero.csv', line: 3 },
      { code: 'too-few-bars', severity: 'warning' },
    ]);
  });

  it('keeps symbols that look like numbers or like properties', async () => {
    const rows = ['10', '9', '__proto__'].flatMap((symbol) => [`t1,${symbol},1`, `t2,${symbol},2`]);
    writeFileSync(join(cwd, 'odd.csv'), `date,symbol,close\n${rows.join('\n')}\n`);
    const { stdout } = await data('describe', 'odd.csv', '--format', 'json');
    expect(stdout).toContain('"last_closes":{"10":2,"9":2,"__proto__":2}');
  });

  it('masks', async () => {
    const { stdout } = await data('describe', 'synthetic:3:40:99', '--masked', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      symbols: ['ASSET_000', 'ASSET_001', 'ASSET_002'],
      last_date: 't39',
      sha256: 'ade1d384fd5b054b2a74c7e0490c7d4a22ba0b66408d4d767d6110c6d3c20622',
    });
  });

  it('shows a table to a person, without control characters of the file', async () => {
    writeFileSync(join(cwd, 'evil.csv'), 'date,symbol,close\nt1,"\u001b[2J",1\nt2,"\u001b[2J",2\n');
    const { stdout } = await data('describe', 'evil.csv');
    expect(stdout).toContain('1 symbol, 2 bars, t1 to t2');
    expect(stdout).toContain('\\x1b[2J');
    expect(stdout).not.toContain('\u001b');
  });

  it('describes the built-in market if nothing is named', async () => {
    const { stdout } = await data('describe');
    expect(stdout).toContain('window 20:100');
  });

  it('refuses an unknown format', async () => {
    expect(await data('describe', 'calm', '--format', 'xml')).toMatchObject({
      code: 2,
      codes: ['bad-option'],
    });
  });
});

describe('sbdev data check', () => {
  it('accepts a file, with notices or without', async () => {
    writeFileSync(join(cwd, 'good.csv'), 'date,symbol,close\nt1,A,1\nt2,A,2\n');
    expect(await data('check', 'good.csv')).toMatchObject({
      code: 0,
      stdout: '✓ accepted: 1 symbol, 2 bars; nothing to notice\n',
    });
    writeFileSync(join(cwd, 'noticed.csv'), 'date,symbol,close\nt2,A,1\nt1,A,0\n');
    const { code, stdout } = await data('check', 'noticed.csv');
    expect(code).toBe(0);
    expect(stdout).toContain('[csv-dates-unsorted]');
    expect(stdout).toContain('[close-not-positive]');
    expect(stdout).toContain('2 notices');
  });

  it('lists every problem of a file that is refused', async () => {
    writeFileSync(join(cwd, 'bad.csv'), 'date,symbol,close\n2024-01-01,A,x\n2024-01-02,,1\n2024-13-01,A,1\n');
    const { code, stdout } = await data('check', 'bad.csv');
    expect(code).toBe(2);
    expect(stdout.match(/^✗ .*\[csv-/gm)?.length).toBe(3);
    expect(stdout).toContain('✗ refused: 3 problems');
  });

  it('counts the problems that it does not list', async () => {
    const rows = Array.from({ length: 100 }, (_, row) => `t${100 + row},A,`);
    writeFileSync(join(cwd, 'many.csv'), `date,symbol,close\n${rows.join('\n')}\n`);
    expect((await data('check', 'many.csv')).stdout).toContain('✗ refused: 100 problems');
  });

  it('refuses what is no file with exit code 2', async () => {
    expect((await data('check', 'missing.csv')).code).toBe(2);
    expect((await data('check', '.')).code).toBe(2);
  });
});

describe('sbdev data generate', () => {
  it('writes a file that loads back to the identical dataset', async () => {
    const count = fc.integer({ min: 1, max: 4 });
    const bars = fc.integer({ min: 2, max: 60 });
    const seed = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const size = fc.integer({ min: 0, max: 300 }).map((each) => each / 100);
    const spec = fc.oneof(
      fc.tuple(count, bars, seed).map((fields) => `synthetic:${fields.join(':')}`),
      fc
        .tuple(count, bars, seed, size, size)
        .map(([n, b, s, v, j]) => `synthetic:${n}:${b}:${s}:${v}:0.3:${j}`),
      fc.tuple(count, bars, size, seed).map(([n, b, f, s]) => `flash_crash:${n}:${b}:1:${f}:${s}`),
      fc.tuple(count, bars, size, seed).map((fields) => `whipsaw:${fields.join(':')}`),
    );
    await fc.assert(
      fc.asyncProperty(spec, async (text) => {
        expect((await data('generate', text, '--out', 'made.csv', '--force')).code).toBe(0);
        const asked = (await loadDataset(text, { cwd })).dataset;
        const loaded = (await loadDataset('made.csv', { cwd })).dataset;
        expect(datasetSha256(loaded)).toBe(datasetSha256(asked));
      }),
      { numRuns: 60 },
    );
    expect(readdirSync(cwd).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('keeps dividends and names that need quotes', async () => {
    writeFileSync(
      join(cwd, 'quoted.csv'),
      'date,symbol,close,dividend\nt1,"A,""B",1,0.5\nt2,"A,""B",1e-7,\n',
    );
    await data('generate', 'quoted.csv', '--out', 'again.csv');
    const [first, again] = await Promise.all(
      ['quoted.csv', 'again.csv'].map(async (name) => (await loadDataset(name, { cwd })).dataset),
    );
    expect(datasetSha256(again!)).toBe(datasetSha256(first!));
  });

  it('overwrites only when told to', async () => {
    writeFileSync(join(cwd, 'mine.csv'), 'mine');
    const refused = await data('generate', 'calm', '--out', 'mine.csv');
    expect(refused).toMatchObject({ code: 2, codes: ['out-file-exists'] });
    expect(readFileSync(join(cwd, 'mine.csv'), 'utf8')).toBe('mine');
    expect((await data('generate', 'calm', '--out', 'mine.csv', '--force')).code).toBe(0);
    expect(readFileSync(join(cwd, 'mine.csv'), 'utf8')).toContain('date,symbol,close');
  });

  it('refuses a market whose file would sort otherwise, and writes nothing', async () => {
    const refused = await data('generate', 'synthetic:1:1000:1', '--out', 'long.csv');
    expect(refused).toMatchObject({ code: 2, codes: ['data-not-writable'] });
    expect(refused.message).toContain('2025-1000 would sort before 2025-999');
    expect(existsSync(join(cwd, 'long.csv'))).toBe(false);
  });

  it('says why a file cannot be written', async () => {
    const refused = await data('generate', 'calm', '--out', 'nowhere/mine.csv');
    expect(refused).toMatchObject({ code: 2, codes: ['out-file-unwritable'] });
    expect(refused.message).toContain('the folder does not exist');
    expect((await data('generate', 'calm', '--out', '.', '--force')).codes).toEqual(['out-file-unwritable']);
  });
});
