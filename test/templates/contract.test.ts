import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { type Template, templates } from '../../src/create/templates.ts';
import { checkRun, smallCase, statuses } from '../support/check.ts';
import { missingPrograms, type Project, paste, scaffold, simulate } from './project.ts';

/**
 * `TEMPLATES=all` takes every template, `TEMPLATES=go,rust` these; without it the ones
 * that build in a moment and need no network.
 */
const asked = process.env.TEMPLATES ?? 'python,python-http,javascript,java';

const withNetwork = new Set(templates.filter((each) => each.needsInstall).map((each) => each.id));

/** Building a language's own library, or bringing packages, takes its time on a slow machine. */
const buildTimeoutMs = 240_000;

const locales = [
  'C',
  ...installedLocales()
    .filter((name) => /^de_/.test(name))
    .slice(0, 1),
];

/** What a check says of a template: no mandate is declared, and none of them spends anything. */
const standing = Object.fromEntries(
  smallCase.instruments.map(({ id }) => [
    id,
    ['declared-mandate', 'cost-reporting'].includes(id) ? 'abstained' : 'passed',
  ]),
);

describe.each(templates.filter(({ id }) => asked === 'all' || asked.split(',').includes(id)))(
  'template $id',
  (template) => {
    const missing = missingPrograms(template);
    let project: Project;
    let unbuilt: string | null = null;

    beforeAll(async () => {
      if (missing.length > 0) return;
      project = await scaffold(template);
    }, buildTimeoutMs);

    const skipUnlessBuilt = (context: TestContext): void => {
      const reason = missing.length > 0 ? `not on this machine: ${missing.join(', ')}` : unbuilt;
      if (reason === null) return;
      console.warn(`SKIPPED: template ${template.id}: ${reason}`);
      context.skip(reason);
    };

    it(
      'builds, passes its own test and simulates by the printed steps',
      async (context) => {
        skipUnlessBuilt(context);
        const { code, output } = await paste(stepsOf(template, project), project, buildTimeoutMs);
        if (code !== 0 && withNetwork.has(template.id) && !existsSync(join(project.folder, 'node_modules'))) {
          unbuilt = 'its packages could not be installed';
          skipUnlessBuilt(context);
        }
        expect({ code, output }).toEqual({ code: 0, output });
        if (simulates(template)) expect(output).toContain('every one answered within the contract');
      },
      2 * buildTimeoutMs,
    );

    it.skipIf(!simulates(template)).each(locales)(
      'runs twice alike, without a finding, in an empty environment under LC_ALL=%s',
      async (locale) => {
        if (missing.length > 0 || unbuilt !== null) return;
        const { code, report, run } = await simulate(project, [], { LC_ALL: locale });
        expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
        expect(run).toBe(await referenceRun());
      },
    );

    it.skipIf(!simulates(template))('stands firm under its own fault plan', async () => {
      if (missing.length > 0 || unbuilt !== null) return;
      const { code, report } = await simulate(project, ['--fault-plan', 'faults/sample.json']);
      const errors = report.findings.filter(({ severity }) => severity === 'error');
      expect({ code, errors }).toEqual({ code: 0, errors: [] });
    });

    it.skipIf(!simulates(template))(
      'would stand: every instrument of a check says what it should',
      async () => {
        if (missing.length > 0 || unbuilt !== null) return;
        const { report, code, stderr } = await checkRun(['--case', 'case.json', '--format', 'json'], {
          cwd: project.folder,
        });
        expect(stderr).toBe('');
        expect(statuses(report)).toStrictEqual(standing);
        expect({ code, kind: report?.verdict.result.kind }).toEqual({ code: 0, kind: 'passed' });
      },
      buildTimeoutMs,
    );

    it('keeps its line ends in a clone by a git that changes them', async () => {
      if (missing.length > 0) return;
      const clone = join(project.cwd, 'clone');
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgSign=false'];
      const git = (...args: string[]): void => {
        execFileSync('git', ['-c', 'core.autocrlf=true', ...author, ...args], {
          cwd: project.folder,
          stdio: 'pipe',
        });
      };
      git('init', '--quiet');
      git('add', '--all');
      git('commit', '--quiet', '--no-verify', '-m', 'feat: an agent');
      git('clone', '--quiet', '-c', 'core.autocrlf=true', '.', clone);
      const listed = execFileSync('git', ['ls-files', '--eol'], { cwd: clone, encoding: 'utf8' });
      expect(listed).toContain('w/lf');
      expect(listed).not.toContain('w/crlf');
    });

    it('carries its name and no trace of a template', async () => {
      if (missing.length > 0) return;
      const config = JSON.parse(readFileSync(join(project.folder, 'sharpebench.json'), 'utf8'));
      expect(config.name).toBe('my-agent');
      expect(readFileSync(join(project.folder, '.gitignore'), 'utf8')).toContain('.sbdev');
      expect(readFileSync(join(project.folder, '.gitattributes'), 'utf8')).toContain('eol=lf');
      for (const needed of ['README.md', 'Dockerfile', '.dockerignore', 'faults/sample.json']) {
        expect(existsSync(join(project.folder, needed)), needed).toBe(true);
      }
      expect(readFileSync(join(project.folder, 'README.md'), 'utf8')).not.toMatch(/__[A-Z_]+__/);
    });
  },
);

/** A template that asks a model has nobody to ask here; its own tests give it a server. */
function simulates({ model }: Template): boolean {
  return model === null;
}

function stepsOf({ model }: Template, { nextSteps }: Project): readonly string[] {
  return model === null ? nextSteps : nextSteps.slice(0, nextSteps.indexOf(model.settings[0]!));
}

let reference: Promise<string> | null = null;

/** The run of the Python template: every other has to be equal, bit for bit. */
function referenceRun(): Promise<string> {
  const python = templates.find(({ id }) => id === 'python')!;
  reference ??= scaffold(python)
    .then((project) => simulate(project, []))
    .then(({ run }) => run);
  return reference;
}

function installedLocales(): readonly string[] {
  try {
    return execFileSync('locale', ['-a'], { encoding: 'utf8' }).split('\n');
  } catch {
    return [];
  }
}
