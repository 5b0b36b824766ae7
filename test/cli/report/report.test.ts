import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { recordJson } from '../../../src/harness/recordJson.ts';
import { attempt, generation, keepRecord, run, turn, whole } from '../../harness/records/journals.ts';
import { checkFinding, checkReport, instrument } from '../../reporters/documents.ts';
import { sbdev, temporaryFolder } from '../../support/cli.ts';
import { fixture, recorded } from '../../support/report.ts';
import { runSbdev } from '../memoryIo.ts';

const report = (cwd: string, args: readonly string[], env: Record<string, string> = {}) =>
  runSbdev(['report', ...args], { cwd, env });

/** What the page gives its script. */
function dataOf(html: string) {
  const [, json = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

describe('sbdev report', () => {
  test('writes every form that is asked for, of one record, and says how large each is', async () => {
    const cwd = await recorded(['--agent', 'momentum']);
    const { code, stdout, stderr } = await report(cwd, [
      'latest',
      '--html',
      'a.html',
      '--junit',
      'b.xml',
      '--markdown',
      'c.md',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^a\.html {2}\d+ kB\nb\.xml {2}\d+ k?B\nc\.md {2}\d+ k?B\n$/);
    expect(readFileSync(join(cwd, 'b.xml'), 'utf8')).toContain('<testcase name="contract-clean"');
    expect(readFileSync(join(cwd, 'c.md'), 'utf8')).toContain('## ✓ passed: `momentum`');
    expect(readdirSync(cwd).sort()).toEqual(['.sbdev', 'a.html', 'b.xml', 'c.md']);
  });

  test('writes the same bytes of the same record', async () => {
    const cwd = await recorded(['--agent', 'momentum']);
    await report(cwd, ['latest', '--html', 'a.html']);
    await report(cwd, ['latest', '--html', 'b.html']);
    expect(readFileSync(join(cwd, 'a.html'))).toEqual(readFileSync(join(cwd, 'b.html')));
  });

  test('takes an id cut short, a folder, a journal, and the file of a sweep', async () => {
    const cwd = await recorded(['--agent', 'momentum']);
    const [id = ''] = readdirSync(join(cwd, '.sbdev/runs'));
    await runSbdev(
      [
        'sweep',
        '--agent',
        'hold',
        '--data',
        'calm',
        '--seeds',
        '0',
        '--no-record',
        '--out',
        'sweep.json',
        '--quiet',
      ],
      { cwd },
    );
    for (const [asked, said] of [
      [id.slice(-6), 'momentum'],
      [`.sbdev/runs/${id}`, 'momentum'],
      [`.sbdev/runs/${id}/journal.jsonl`, 'momentum'],
      ['sweep.json', 'hold'],
    ] as const) {
      const { code, stdout } = await report(cwd, [asked, '--markdown', '-']);
      expect({ code, asked, head: stdout.split('\n')[0]!.replace(/.*: /, '') }).toEqual({
        code: 0,
        asked,
        head: `\`${said}\``,
      });
    }
  });

  test.each([
    [['latest'], 'report-form'],
    [['nothing', '--html', 'a.html'], 'unknown-run'],
    [['./prices.csv', '--html', 'a.html'], 'report-unreadable'],
    [['./missing.json', '--html', 'a.html'], 'report-unreadable'],
    [['.', '--html', 'a.html'], 'unknown-run'],
    [['./folder', '--html', 'a.html'], 'report-unreadable'],
    [['latest', '--html', 'missing/a.html'], 'report-unwritable'],
    [['latest', '--html', 'folder'], 'report-unwritable'],
    [['latest', '--html', '-', '--markdown', '-'], 'bad-option'],
    [['latest', '--junit', '-', '--github'], 'bad-option'],
  ])('%j is a wrong command line: %s', async (args, expected) => {
    const cwd = await recorded(['--agent', 'hold']);
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'prices.csv'), 'date,symbol,close\n');
    const { code, stdout, stderr } = await report(cwd, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`[${expected}]`);
    expect(existsSync(join(cwd, 'a.html'))).toBe(false);
  });

  test('shows of a run that was killed what is kept of it', async () => {
    const cwd = await recorded(['--agent', 'momentum']);
    const [id = ''] = readdirSync(join(cwd, '.sbdev/runs'));
    const journal = join(cwd, '.sbdev/runs', id, 'journal.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    writeFileSync(journal, `${lines.slice(0, 20).join('\n')}\n{"type":"turn","st`);
    // This process wrote it and lives on, so the record says so until it names another.
    expect((await report(cwd, ['latest', '--markdown', '-'])).stdout).toContain('! running');
    const meta = join(cwd, '.sbdev/runs', id, 'meta.json');
    writeFileSync(meta, JSON.stringify({ ...JSON.parse(readFileSync(meta, 'utf8')), writer: undefined }));
    const { code, stdout } = await report(cwd, ['latest', '--markdown', '-', '--html', 'a.html']);
    expect(code).toBe(0);
    expect(stdout).toContain('✗ killed');
    expect(stdout).toContain('line 21 was cut off after 18 bytes');
    expect(dataOf(readFileSync(join(cwd, 'a.html'), 'utf8')).rows).toHaveLength(17);
  });

  test('does not take the report of one generation for that of the next', async () => {
    const cwd = temporaryFolder();
    const compared = {
      ...{ type: 'generations_compared', before: 1, after: 2, steps_compared: 80, steps_different: 12 },
      ...{ first_difference: 0, return_before: -0.004, return_after: 0.011 },
    };
    const next = [generation(2), attempt(1, 2), run(), turn(0, 3, 'g2.a1'), compared];
    const events = [...whole.slice(0, -1), ...next].map((event) =>
      JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    );
    keepRecord(cwd, 's', {}, `${events.join('\n')}\n`);
    const { stdout } = await report(cwd, ['s', '--markdown', '-']);
    expect(stdout).toContain('✗ killed');
    expect(stdout).toContain('| Steps | 1 of 3 |');
    expect(stdout).not.toContain('Total return');
    expect(stdout).toContain(
      '- generation 2: 12 of 80 decisions differ from g1, first at step 0: return -0.40 % -&gt; +1.10 %',
    );
  });

  test('refuses a record of another version', async () => {
    const cwd = temporaryFolder();
    keepRecord(cwd, 'a', { version: 9 }, '');
    expect((await report(cwd, ['a', '--markdown', '-'])).stderr).toContain('[record-version]');
  });

  test('says where an agent that crashed did so, from the root of the checkout', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'agents'));
    writeFileSync(
      join(cwd, 'agents/mine.py'),
      'import sys\n\ndef decide(line):\n    return line["x"]\n\nfor line in sys.stdin:\n    decide(line)\n',
    );
    await recorded(['--cmd', 'python3 agents/mine.py', '--no-double-run'], cwd);
    const { stdout } = await report(cwd, ['latest', '--github'], { GITHUB_WORKSPACE: cwd });
    expect(stdout).toMatch(
      /^::error file=agents\/mine\.py,line=4,title=agent-exited::step 0: The agent ended/,
    );
    // GitHub reads paths from its own root, wherever the command ran.
    const inside = join(cwd, 'agents');
    await recorded(['--cmd', 'python3 mine.py', '--no-double-run'], inside);
    expect((await report(inside, ['latest', '--github'], { GITHUB_WORKSPACE: cwd })).stdout).toMatch(
      /^::error file=agents\/mine\.py,line=4,/,
    );
  });

  test('appends the summary of the step, and goes on where it cannot', async () => {
    const cwd = await recorded([...fixture('nan.py'), '--no-double-run']);
    const summary = join(cwd, 'summary.md');
    writeFileSync(summary, 'before\n');
    const { code, stdout } = await report(cwd, ['latest', '--github'], { GITHUB_STEP_SUMMARY: summary });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^::error title=non-finite-literal::step 0: NaN/);
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ✗ failed run: /);
    const lost = await report(cwd, ['latest', '--github'], { GITHUB_STEP_SUMMARY: join(cwd, 'missing/x') });
    expect({ code: lost.code, stdout: lost.stdout }).toEqual({ code: 0, stdout });
    expect(lost.stderr).toContain('[github-summary-unwritable]');
  });

  test('writes no control character of the agent anywhere', async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'agent.py'),
      'import sys, json\nfor line in sys.stdin:\n    print(json.dumps({"orders": [], "reasoning": "\\x1b[2J\\u202e\\x07 a"}), flush=True)\n',
    );
    await recorded(['--cmd', 'python3 agent.py', '--no-double-run'], cwd);
    await report(cwd, ['latest', '--html', 'a.html', '--junit', 'b.xml', '--markdown', 'c.md']);
    for (const file of ['a.html', 'b.xml', 'c.md']) {
      expect(readFileSync(join(cwd, file), 'utf8')).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
      );
    }
    expect(dataOf(readFileSync(join(cwd, 'a.html'), 'utf8')).rows[0][9]).toBe('\\x1b[2J\\u202e\\x07 a');
  });
});

describe('the curves of a page', () => {
  it('are the NAV of the journal, and buy-and-hold in the same cell by the same engine', async () => {
    const cwd = await recorded([
      '--agent',
      'momentum',
      '--data',
      'calm',
      '--seed',
      '7',
      '--costs',
      'realistic',
    ]);
    await report(cwd, ['latest', '--html', 'a.html']);
    const data = dataOf(readFileSync(join(cwd, 'a.html'), 'utf8'));
    const held = await runSbdev(
      [
        'simulate',
        '--agent',
        'buy-and-hold',
        '--data',
        'calm',
        '--seed',
        '7',
        '--costs',
        'realistic',
        '--format',
        'json',
        '--no-record',
      ],
      { cwd },
    );
    const { book } = JSON.parse(held.stdout.trimEnd().split('\n').at(-1)!);
    expect(data.baseline).toEqual(book.map(({ nav }: { nav: number }) => Number(nav.toPrecision(9))));
    expect(data.equity.steps).toEqual(book.map((_: unknown, step: number) => step));
    expect(data.equity.values).not.toEqual(data.baseline);
  });

  it('have no baseline where the data is not what it was', async () => {
    const cwd = temporaryFolder();
    const rows = (factor: number) =>
      [
        'date,symbol,close',
        ...Array.from(
          { length: 60 },
          (_, bar) =>
            `2024-${String(1 + Math.floor(bar / 28)).padStart(2, '0')}-${String(1 + (bar % 28)).padStart(2, '0')},A,${(100 + bar) * factor}`,
        ),
        '',
      ].join('\n');
    writeFileSync(join(cwd, 'prices.csv'), rows(1));
    await recorded(['--agent', 'momentum', '--data', 'prices.csv'], cwd);
    const baseline = async () => {
      expect((await report(cwd, ['latest', '--html', 'a.html'])).code).toBe(0);
      return dataOf(readFileSync(join(cwd, 'a.html'), 'utf8')).baseline;
    };
    expect(await baseline()).not.toBeNull();
    writeFileSync(join(cwd, 'prices.csv'), rows(2));
    expect(await baseline()).toBeNull();
    writeFileSync(join(cwd, 'prices.csv'), 'nonsense');
    expect(await baseline()).toBeNull();
  });

  it('have their fall from the highest NAV, as the summary has it', async () => {
    const cwd = await recorded(['--agent', 'momentum']);
    await report(cwd, ['latest', '--html', 'a.html']);
    const shown = JSON.parse((await runSbdev(['runs', 'show', '--format', 'json'], { cwd })).stdout);
    const { drawdown } = dataOf(readFileSync(join(cwd, 'a.html'), 'utf8'));
    expect(-Math.min(...drawdown.values)).toBeCloseTo(shown.report.summary.max_drawdown, 8);
  });
});

describe('a report of 24,000 steps', () => {
  it('is made in memory that the steps do not drive up', async () => {
    const cwd = temporaryFolder();
    const made = await sbdev(
      ['simulate', '--agent', 'momentum', '--data', 'synthetic:4:24100:3', '--window', '20:24020', '--quiet'],
      { cwd },
    );
    expect(made.code).toBe(0);
    const env = { PATH: process.env.PATH ?? '', NODE_OPTIONS: '--max-old-space-size=160' };
    const { code, stderr } = await sbdev(['report', 'latest', '--html', 'a.html', '--markdown', 'a.md'], {
      cwd,
      env,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const data = dataOf(readFileSync(join(cwd, 'a.html'), 'utf8'));
    expect(data.rows).toHaveLength(24_000);
    expect(data.equity.steps.length).toBeLessThan(10_000);
    expect(data.equity.steps.at(-1)).toBe(23_999);
  });
});

describe('the report of a check', () => {
  /** A record as `sbdev check` leaves it. */
  function kept(): string {
    const cwd = temporaryFolder();
    const document = checkReport([
      instrument({
        status: 'failed',
        findings: [checkFinding({ source: { file: 'agent.py', line: 2, column: 5 } })],
      }),
    ]);
    const folder = keepRecord(cwd, 'a', { kind: 'check', started_at: '2024-01-31T23:59:59.000Z' }, '');
    writeFileSync(join(folder, 'check-report.json'), recordJson(document));
    writeFileSync(join(cwd, 'agent.py'), 'import json\nprint()\n');
    return cwd;
  }

  it.each(['latest', '.sbdev/runs/a', '.sbdev/runs/a/check-report.json'])(
    'is made of %s in every form',
    async (asked) => {
      const cwd = kept();
      const { code, stderr } = await report(cwd, [
        asked,
        '--html',
        'a.html',
        '--junit',
        'b.xml',
        '--markdown',
        'c.md',
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(readFileSync(join(cwd, 'a.html'), 'utf8')).toContain('<h2>Instruments</h2>');
      expect(readFileSync(join(cwd, 'b.xml'), 'utf8')).toContain('<failure type="non-deterministic"');
      expect(readFileSync(join(cwd, 'c.md'), 'utf8')).toContain('✗ failed');
      expect((await report(cwd, [asked, '--github'])).stdout).toContain(
        '::error file=agent.py,line=2,col=5,',
      );
    },
  );

  it('is refused while there is none, saying how to come to one', async () => {
    const cwd = temporaryFolder();
    keepRecord(cwd, 'a', { kind: 'check' }, '');
    const { code, stderr } = await report(cwd, ['a', '--markdown', '-']);
    expect(code).toBe(2);
    expect(stderr).toContain('its check was not finished; sbdev check --resume goes on with it');
  });

  it('is refused where it is of another version, by name', async () => {
    const cwd = kept();
    const file = join(cwd, '.sbdev/runs/a/check-report.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"version":1', '"version":9'));
    expect((await report(cwd, ['a', '--markdown', '-'])).stderr).toContain('[check-report-version]');
  });
});
