import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '../../../src/reporters/documents/document.ts';
import { junitReport } from '../../../src/reporters/junit/junitReport.ts';
import { bad, clean, notRun } from '../../harness/sweep/support.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { has } from '../../support/report.ts';
import { check, checkFinding, findings, hostileRun, instrument, run, sweep } from '../documents.ts';

const schema = join(import.meta.dirname, 'junit.xsd');
const canValidate = has('xmllint');
if (!canValidate)
  console.warn('SKIPPED: no xmllint (libxml2-utils) on this machine, so no schema was applied');

const allStatuses = check(
  instrument({ instrument_id: 'a' }),
  instrument({ instrument_id: 'b', status: 'failed', reason: 'differs', findings: [checkFinding()] }),
  instrument({ instrument_id: 'c', status: 'pending', reason: null }),
  instrument({
    instrument_id: 'd',
    status: 'invalid',
    reason: 'its control is not live',
    control: { name: 'x', state: 'not_live', reason: 'not caught' },
  }),
  instrument({ instrument_id: 'e', status: 'abstained', reason: 'nothing to judge' }),
  instrument({
    instrument_id: 'f',
    status: 'failed',
    binding: false,
    required: false,
    reason: 'p95 is over',
    findings: [checkFinding()],
  }),
);

const documents: Readonly<Record<string, ReportDocument>> = {
  'a clean run': run(),
  'a failed run full of markup': hostileRun(),
  'a run without a report': run({
    requirements: [],
    verdict: { tone: 'bad', word: 'killed', sentence: '1 step of 3 are kept, and no report' },
  }),
  'a run with characters that XML has no place for': run({
    findings: [findings({ message: '\ufffe\uffff\u0001\u000b\ud800' })],
  }),
  'a sweep': sweep([
    clean(0),
    bad(1, 'failed', 'agent_protocol_violation'),
    bad(2, 'incomplete', 'timeout'),
    notRun(3),
  ]),
  'a check': allStatuses,
};

describe.each(Object.entries(documents))('the JUnit XML of %s', (_, document) => {
  const xml = junitReport(document);

  it.skipIf(!canValidate)('is valid under the common schemas', () => {
    const file = join(temporaryFolder(), 'junit.xml');
    writeFileSync(file, xml);
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, file], { stdio: 'pipe' });
  });

  it('counts its cases as they stand there', () => {
    const count = (element: string) => xml.match(new RegExp(`<${element}[ >]`, 'g'))?.length ?? 0;
    const [head = ''] = /<testsuite [^>]*>/.exec(xml) ?? [];
    expect(head).toContain(
      ` tests="${count('testcase')}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`,
    );
  });
});

it.skipIf(!canValidate)('the schema of these tests refuses what is no JUnit XML', () => {
  const file = join(temporaryFolder(), 'junit.xml');
  for (const wrong of ['tests="x"', 'failures', 'surprise="1" tests="3"']) {
    writeFileSync(file, junitReport(run()).replace(/tests="\d+"/, wrong));
    expect(() => execFileSync('xmllint', ['--noout', '--schema', schema, file], { stdio: 'pipe' })).toThrow();
  }
});

describe('the cases of a run', () => {
  it('are its requirements, with what was found and what to do', () => {
    const xml = junitReport(
      run({ requirements: [{ id: 'contract-clean', isMet: false }], findings: [findings()] }),
    );
    expect(xml).toContain(
      '<testcase name="contract-clean" classname="sharpebench.window_20_23.seed_18446744073709551615" time="1.234">',
    );
    expect(xml).toContain('<failure type="non-finite-literal"');
    expect(xml).toContain(
      '[non-finite-literal] (2 times) step 3: NaN at /orders/0/target_weight is not JSON',
    );
    expect(xml).toContain(`  {&quot;target_weight&quot;: NaN}\n  ${' '.repeat(18)}^^^\n`);
  });

  it('are an error where it could not be told', () => {
    expect(junitReport(run({ requirements: [{ id: 'double-run-equal', isMet: null }] }))).toContain(
      '<error type="double-run"',
    );
  });
});

describe('the cases of a check', () => {
  const xml = junitReport(allStatuses);
  const caseOf = (name: string) =>
    new RegExp(`<testcase name="${name}".*?(?=<testcase|<system-out)`, 's').exec(xml)![0];

  it.each([
    ['a', 'passed', /\/>\s*$/],
    ['b', 'required and failed: a failure', /<failure type="non-deterministic" message="failed: differs">/],
    ['c', 'pending: an error, for nothing is known', /<error type="pending"/],
    ['d', 'invalid: an error, and why', /<error type="invalid".*its control is not live: x: not caught/s],
    ['e', 'abstained: skipped', /<skipped message="abstained: nothing to judge"\/>/],
    ['f', 'advisory: it fails nothing', /<skipped message="advisory: failed: p95 is over"\/>/],
  ])('%s: %s', (name, _, expected) => {
    expect(caseOf(name)).toMatch(expected);
  });

  it('tell beside them what is advisory, and what was not looked at', () => {
    const [out = ''] = /<system-out>.*<\/system-out>/s.exec(xml) ?? [];
    expect(out).toContain('advisory f failed: p95 is over');
    expect(out).toContain('not looked at: regimes');
  });
});
