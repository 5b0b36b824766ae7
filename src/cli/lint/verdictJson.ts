import { recordJson } from '../../harness/recordJson.ts';
import type { Diagnostic } from '../../kernel/diagnostic.ts';
import { wordsOf } from '../catalogue.ts';
import type { LineVerdict } from './lineVerdict.ts';

/** A verdict as one line of JSON; `file` only where there are several. */
export function verdictJson(line: number, file: string | null, verdict: LineVerdict): string {
  const [first] = verdict.findings;
  const findings = verdict.findings.map(findingJson);
  const object = {
    line,
    ...(file === null ? {} : { file }),
    accept: verdict.accept,
    stage: verdict.stage,
    code: first?.code ?? null,
    pointer: first?.place.pointer ?? null,
    message: findings[0]?.message ?? null,
    billable: verdict.billable,
    findings,
  };
  return `${recordJson(object)}\n`;
}

function findingJson(finding: Diagnostic) {
  const { code, severity, place, found, accepted } = finding;
  const { message, cause, fix } = wordsOf(finding);
  const { pointer = null, offset = null, length = null } = place;
  return { code, severity, pointer, offset, length, found, accepted, message, cause, fix };
}
