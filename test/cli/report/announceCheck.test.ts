import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { announceCheck } from '../../../src/cli/report/announceCheck.ts';
import { checkFinding, checkReport, instrument } from '../../reporters/documents.ts';
import { temporaryFolder } from '../../support/cli.ts';

function announced(format: string) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'agent.py'), 'one\ntwo\n');
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
  const finding = checkFinding({ source: { file: 'agent.py', line: 2, column: 1 } });
  announceCheck(checkReport([instrument({ status: 'failed', findings: [finding] })]), format, {
    ...{ stdin: Readable.from([]), stdout, stderr, env, cwd, color: false },
  });
  return {
    stdout: String(stdout.read() ?? ''),
    stderr: String(stderr.read() ?? ''),
    summary: readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8'),
  };
}

it('a check in Actions annotates on stdout, and writes the summary of the step', () => {
  const { stdout, stderr, summary } = announced('text');
  expect(stdout).toMatch(/^::error file=agent\.py,line=2,col=1,title=contract-clean%3A non-deterministic::/);
  expect(stderr).toBe('');
  expect(summary).toMatch(/^## ✗ failed: /);
});

it('a check in Actions leaves stdout to its document where that was asked for', () => {
  const { stdout, stderr } = announced('json');
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^::error file=agent\.py,line=2/);
});
