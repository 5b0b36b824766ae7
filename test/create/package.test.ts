import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import { storedFiles, templateFiles } from '../../src/create/templateFiles.ts';
import { templateIds } from '../../src/create/templates.ts';
import { plainEnv, projectRoot, temporaryFolder } from '../support/cli.ts';
import { treeOf } from './createCli.ts';

/** What npm says of a packed package. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly wallMs: number;
}

function run(program: string, args: readonly string[], cwd: string, env = plainEnv()): Promise<Ran> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    execFile(program, [...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, stdout, stderr, wallMs: performance.now() - startedAt });
    });
  });
}

const PACK_LIMIT_BYTES = 500 * 1000;
const PRODUCTION_PACKAGES = 60;
/** Bringing packages over a slow network takes its time. */
const networkMs = 240_000;

describe('the package', () => {
  const folder = temporaryFolder('pack-');
  let packed: Packed;
  let tarball: string;
  let unpacked: string;

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/types.mjs'], { cwd: projectRoot });
    // The programs were built before all tests: npm must not do it again below their feet.
    const args = ['pack', '--ignore-scripts', '--json', '--loglevel=warn', '--pack-destination', folder];
    const { code, stdout, stderr } = await run('npm', args, projectRoot);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    packed = JSON.parse(stdout)[0];
    tarball = join(folder, packed.filename);
    unpacked = mkdtempSync(join(tmpdir(), 'unpacked-'));
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
  }, networkMs);

  it.each(templateIds)('holds the template %s, file for file', (id) => {
    const inTree = templateFiles(join(projectRoot, 'templates', id), 'a-name');
    const inPackage = templateFiles(join(unpacked, 'package/templates', id), 'a-name');
    expect(inTree.length).toBeGreaterThan(5);
    expect(inPackage.map((file) => file.path)).toEqual(inTree.map((file) => file.path));
    expect(inPackage).toEqual(inTree);
  });

  it('holds nothing under templates/ that no template has', () => {
    const known = templateIds.flatMap((id) =>
      storedFiles(join(projectRoot, 'templates', id)).map((path) => `templates/${id}/${path}`),
    );
    const held = packed.files.map((file) => file.path).filter((path) => path.startsWith('templates/'));
    expect(held.sort()).toEqual(known.sort());
    expect(held.filter((path) => /\.gitignore$|\.pyc$|\.class$|\.o$/.test(path))).toEqual([]);
  });

  it('holds what its programs and its library need, and no more types than that', () => {
    const paths = packed.files.map((file) => file.path);
    for (const each of [
      'dist/bin/create.js',
      'dist/bin/sbdev.js',
      'dist/assets/report-page.js.br',
      'dist/assets/report-style.css.br',
      'dist/index.js',
      'dist/types/index.d.ts',
    ]) {
      expect(paths).toContain(each);
    }
    expect(paths.filter((path) => /^dist\/types\/(cli|create|bin|ui)\//.test(path))).toEqual([]);
    expect(paths.filter((path) => /^(src|test|bench|scripts)\//.test(path))).toEqual([]);
  });

  it('is at most 500 kB, and brings at most 60 packages', async () => {
    expect(packed.size).toBeLessThanOrEqual(PACK_LIMIT_BYTES);
    const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
    const production = Object.entries(
      lock.packages as Record<string, { dev?: boolean; devOptional?: boolean }>,
    )
      .filter(([path, entry]) => path !== '' && entry.dev !== true && entry.devOptional !== true)
      .map(([path]) => path);
    expect(production).toContain('node_modules/commander');
    expect(production.length).toBeLessThanOrEqual(PRODUCTION_PACKAGES);
  });

  it('is clean to publint', async () => {
    const { messages } = await publint({ pkgDir: join(unpacked, 'package'), pack: false });
    expect(messages).toEqual([]);
  });

  it(
    'alone in an empty folder leads to a passing simulation within a minute, by the printed steps',
    async (context) => {
      const cwd = temporaryFolder('only the tarball ');
      const local = `./${packed.filename}`;
      execFileSync('cp', [tarball, join(cwd, local)]);
      const cache = join(temporaryFolder('npm-cache-'), 'cache');
      mkdirSync(cache);
      const env = plainEnv({ npm_config_cache: cache, npm_config_audit: 'false', npm_config_fund: 'false' });
      const words = ['create-sharpebench-agent', 'my-agent', '--template', 'python', '--yes'];
      const created = await run('npx', ['--yes', '--package', local, ...words], cwd, env);
      if (
        created.code !== 0 &&
        /\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|E40\d|E50\d)\b/.test(created.stderr)
      ) {
        console.warn('SKIPPED: the registry cannot be reached');
        context.skip('the registry cannot be reached');
      }
      expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('\nNext:\n\n') });
      const files = treeOf(join(cwd, 'my-agent'));
      expect(files).toHaveProperty(['.gitignore']);
      expect(
        Object.keys(files).filter((path) => /(^|\/)(_gitignore|gitignore|\.npmignore)$/.test(path)),
      ).toEqual([]);

      const steps = created.stdout.split('\nNext:\n\n')[1]!;
      writeFileSync(join(cwd, 'steps.sh'), `set -e\n${steps}`);
      // From here on nothing may need the network.
      const offline = { ...env, npm_config_registry: 'http://127.0.0.1:9' };
      const simulated = await run('bash', ['steps.sh'], cwd, offline);
      expect(simulated).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ passed') });
      const seconds = (created.wallMs + simulated.wallMs) / 1000;
      console.info(`from the tarball to a passing simulation: ${seconds.toFixed(1)} s`);
      expect(seconds).toBeLessThan(60);
    },
    networkMs,
  );
});
