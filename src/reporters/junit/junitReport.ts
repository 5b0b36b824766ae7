import type { ReportDocument } from '../documents/document.ts';
import { checkSuite } from './checkSuite.ts';
import { runSuite } from './runSuite.ts';
import type { CaseOutcome, Suite, SuiteCase } from './suite.ts';
import { sweepSuite } from './sweepSuite.ts';

/**
 * A document as JUnit XML that both common schemas accept, Ant's and that of Jenkins' xUnit
 * plugin: failed is a failure, what could not be told is an error, what was not looked at
 * is skipped.
 */
export function junitReport(document: ReportDocument): string {
  return suiteXml(suiteOf(document));
}

/** What a report looked at, case by case. */
function suiteOf(document: ReportDocument): Suite {
  switch (document.kind) {
    case 'run':
      return runSuite(document);
    case 'sweep':
      return sweepSuite(document);
    case 'check':
      return checkSuite(document);
  }
}

function suiteXml(suite: Suite): string {
  const counts = [
    ['tests', suite.cases.length],
    ['failures', countOf(suite, 'failed')],
    ['errors', countOf(suite, 'errored')],
  ] as const;
  const started = suite.startedAt?.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)?.[0];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `<testsuite${attributes([
      ['name', suite.name],
      ['package', 'sharpebench'],
      ['id', 0],
      ...(started === undefined ? [] : [['timestamp', started] as const]),
      // The machine's own name is nobody's business.
      ['hostname', 'localhost'],
      ...counts,
      ['skipped', countOf(suite, 'skipped')],
      ['time', seconds(suite.seconds)],
    ])}>`,
    '<properties>',
    ...suite.properties.map(
      ([name, value]) =>
        `<property${attributes([
          ['name', name],
          ['value', value],
        ])}/>`,
    ),
    '</properties>',
    ...suite.cases.map(caseXml),
    `<system-out>${text(suite.output)}</system-out>`,
    '<system-err/>',
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseXml({ group, name, outcome, type, message, detail, seconds: took }: SuiteCase): string {
  const head = `<testcase${attributes([
    ['name', name],
    ['classname', group],
    ['time', seconds(took)],
  ])}`;
  if (outcome === 'passed') return `${head}/>`;
  if (outcome === 'skipped') return `${head}><skipped${attributes([['message', message]])}/></testcase>`;
  const element = outcome === 'failed' ? 'failure' : 'error';
  const about = attributes([
    ['type', type],
    ['message', message],
  ]);
  return `${head}><${element}${about}>${text(detail)}</${element}></testcase>`;
}

function countOf({ cases }: Suite, outcome: CaseOutcome): number {
  return cases.filter((each) => each.outcome === outcome).length;
}

function seconds(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : '0.000';
}

function attributes(pairs: readonly (readonly [string, string | number])[]): string {
  return pairs
    .map(
      ([name, value]) =>
        ` ${name}="${text(String(value)).replace(/[\n\t]/g, (unit) => `&#${unit.charCodeAt(0)};`)}"`,
    )
    .join('');
}

/** Characters that XML 1.0 has no place for become a replacement character. */
function text(value: string): string {
  return value
    .replace(UNWRITABLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
