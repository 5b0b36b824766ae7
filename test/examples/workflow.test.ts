import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentFixtures, plainEnv, projectRoot, sbdevBin, temporaryFolder } from '../support/cli.ts';
import { readYaml } from '../support/yaml.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly strategy?: {
    readonly 'fail-fast': boolean;
    readonly matrix: { readonly shard: readonly number[] };
  };
  readonly steps: readonly Step[];
}

const path = join(projectRoot, 'examples/github-workflow.yml');
const source = readFileSync(path, 'utf8');
const workflow = readYaml(source) as unknown as {
  readonly env: { readonly SBDEV: string };
  readonly jobs: Readonly<Record<string, Job>>;
};

/** Commands of a job in their order, one for each shard where it has a matrix. */
function commandsOf(name: string): readonly string[] {
  const { steps, strategy } = workflow.jobs[name]!;
  const shards = strategy?.matrix.shard ?? [0];
  return shards.flatMap((shard) =>
    steps.flatMap(({ run }) =>
      run === undefined ? [] : [run.replaceAll(/\$\{\{ matrix\.shard \}\}/g, String(shard))],
    ),
  );
}

/** Runs a command of the workflow as its shell does, with the program that was built here. */
function runStep(command: string, cwd: string): { readonly code: number | null; readonly stdout: string } {
  const env = plainEnv({
    SBDEV: `${process.execPath} ${sbdevBin}`,
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: cwd,
    GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
  });
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', command], { cwd, env, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`${command}: ${status}\n${stdout}${stderr}`);
  return { code: status, stdout };
}

/** A project whose roster is four cells of six steps. */
function project(agent: string): string {
  const cwd = temporaryFolder('workflow-');
  writeFileSync(
    join(cwd, 'sharpebench.json'),
    JSON.stringify({
      name: 'tiny',
      transport: { kind: 'stdio', command: ['python3', 'agent.py'] },
      data: 'synthetic:2:60:7',
      windows: ['20:26', '30:36'],
      seeds: [0, 1],
    }),
  );
  writeFileSync(join(cwd, 'agent.py'), readFileSync(agent));
  return cwd;
}

describe('examples/github-workflow.yml', () => {
  it('is read alike by a YAML library, where there is one', (context) => {
    const program =
      'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin.read().replace("\\non:", "\\n\\"on\\":"))))';
    const { status, stdout } = spawnSync('python3', ['-c', program], { input: source, encoding: 'utf8' });
    if (status !== 0) {
      console.warn('SKIPPED: no python3 with PyYAML on this machine');
      context.skip('no PyYAML');
    }
    expect(readYaml(source)).toEqual(JSON.parse(stdout));
  });

  it('runs every shard of the sweep once, then puts all of them together', () => {
    const { sweep, report } = workflow.jobs;
    const shards = sweep!.strategy!.matrix.shard;
    expect(sweep!.strategy!['fail-fast']).toBe(false);
    expect(commandsOf('sweep')).toEqual(
      shards.map(
        (shard) =>
          `mkdir -p out && $SBDEV sweep --shard ${shard}/${shards.length} --out out/shard-${shard}.json`,
      ),
    );
    expect(report).toMatchObject({ needs: 'sweep', if: 'always()' });
    expect(commandsOf('report')[0]).toBe(
      `$SBDEV merge ${shards.map((shard) => `shard-${shard}.json`).join(' ')} --out sweep.json`,
    );
  });

  it('keeps as artifacts what its commands write, whatever became of them', () => {
    for (const [name, { steps }] of Object.entries(workflow.jobs)) {
      const written = steps.flatMap(({ run = '' }) =>
        [...run.matchAll(/--(?:html|junit|out) ((?:\$\{\{.*?\}\}|\S)+)/g)].map((each) => each[1]!),
      );
      const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
      expect({ name, if: upload?.if }).toEqual({ name, if: 'always()' });
      const kept = upload!.with!.path!.trim().split('\n');
      expect(kept).toEqual(expect.arrayContaining(written));
    }
  });

  it('asks for nothing but to read, and names no secret', () => {
    expect(workflow).toMatchObject({ permissions: { contents: 'read' } });
    expect(source).not.toMatch(/secrets\.|token/i);
  });

  it('ships with the package', () => {
    const { files } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(files).toContain('examples');
    expect(workflow.env.SBDEV).toContain('--package create-sharpebench-agent sbdev');
  });
});

/**
 * The jobs of a sweep as GitHub runs them: every shard in a checkout of its own, the report
 * in an empty folder, where the artifacts of the shards have been put.
 */
function runSweep(agent: string): {
  readonly codes: readonly (number | null)[];
  readonly cwd: string;
  readonly said: string;
} {
  const cwd = temporaryFolder('workflow-');
  const shards = commandsOf('sweep').map((command) => {
    const checkout = project(agent);
    const { code } = runStep(command, checkout);
    for (const name of readdirSync(join(checkout, 'out')))
      copyFileSync(join(checkout, 'out', name), join(cwd, name));
    return code;
  });
  const ran = commandsOf('report').map((command) => runStep(command, cwd));
  return { codes: [...shards, ...ran.map(({ code }) => code)], cwd, said: ran.at(-1)!.stdout };
}

describe('the commands of the workflow, on a roster of four cells', () => {
  it('of a clean agent go through, and write page, JUnit XML, annotations and summary', () => {
    const { codes, cwd, said } = runSweep(join(agentFixtures, 'hold.py'));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    expect(said).toBe('::notice title=sbdev%3A clean::4 cells, every step answered within the contract\n');
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(/^## ✓ clean: `tiny`/);
    expect(readFileSync(join(cwd, 'sweep.xml'), 'utf8')).toContain('tests="4" failures="0" errors="0"');
    expect(existsSync(join(cwd, 'sweep.html'))).toBe(true);
  });

  it('of an agent that falls short fail the shards and the merge, and still report', () => {
    const { codes, cwd, said } = runSweep(join(agentFixtures, 'nan.py'));
    expect(codes).toEqual([1, 1, 1, 1, 1, 0]);
    expect(said).toMatch(/^::error title=non-finite-literal::4 of 4 cells failed/);
    expect(readFileSync(join(cwd, 'sweep.xml'), 'utf8')).toContain('tests="4" failures="4" errors="0"');
  });

  it('of the check annotate the sources by themselves', () => {
    const cwd = project(join(agentFixtures, 'nd_set_order.py'));
    const [check, report] = commandsOf('check').map((command) => runStep(command, cwd));
    expect([check!.code, report!.code]).toEqual([1, 0]);
    expect(check!.stdout).toMatch(/^::error file=agent\.py,line=6,/m);
    expect(readFileSync(join(cwd, 'out/check.xml'), 'utf8')).toContain('<testcase name="double-run-equal"');
  }, 180_000);
});
