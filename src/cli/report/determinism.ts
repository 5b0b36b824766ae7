import { countAt, type Fields, fieldsAt, isFields, listAt, textAt } from '../../harness/records/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { DoubleRunDocument, ProbeDocument } from '../../reporters/documents/document.ts';
import { count } from '../../reporters/text/numbers.ts';
import { probeSentences } from '../../reporters/text/probeLines.ts';
import type { SourceFinder } from './sources.ts';

const LISTED = 100;

/** What a double run showed; null where none was made. */
export function doubleRunDocument(report: Fields, sources: SourceFinder): DoubleRunDocument | null {
  const status = textAt(report, 'status');
  if (status === null) return null;
  const cause = fieldsAt(report, 'cause');
  const divergence = divergenceOf(fieldsAt(report, 'divergence'));
  const sentence =
    divergence !== null
      ? `${oftenText(report)}A and B differ first at step ${divergence.step} (${divergence.observation})`
      : agreementText(report, status);
  return {
    tone: divergence !== null ? 'bad' : status === 'equal' ? 'good' : 'open',
    sentence,
    varied: texts(report, 'varied'),
    notExercised: texts(report, 'not_exercised'),
    divergence,
    cause: textAt(cause, 'text') === null ? null : { text: shown(cause, 'text'), fix: shown(cause, 'fix') },
    hints: listAt(report, 'hints')
      .filter(isFields)
      .slice(0, limits.hints)
      .map((hint) => ({
        file: sources.named(textAt(hint, 'file') ?? 'unknown'),
        line: countAt(hint, 'line') ?? 1,
        column: countAt(hint, 'column'),
        text: shown(hint, 'text'),
      })),
  };
}

/** In how many double runs it diverged, where there was more than one. */
function oftenText(report: Fields): string {
  const repetition = fieldsAt(report, 'repetition');
  const compared = countAt(repetition, 'compared');
  if (compared === null) return '';
  const which = countAt(repetition, 'example') ?? 1;
  return `diverged in ${countAt(repetition, 'diverged') ?? 0} of ${count(compared, 'double run')}; in double run ${which} `;
}

function agreementText(report: Fields, status: string): string {
  const repetition = fieldsAt(report, 'repetition');
  const compared = countAt(repetition, 'compared');
  const total = countAt(compared === null ? report : repetition, 'steps_compared') ?? 0;
  const runs = compared === null ? '2 runs' : count(compared, 'double run');
  if (status === 'equal') return `no divergence in ${runs}: A = B for ${count(total, 'step')}`;
  const reason = printable(textAt(report, 'reason') ?? 'nothing could be compared');
  return `no verdict: ${reason} (${count(total, 'step')} compared)`;
}

function divergenceOf(found: Fields): DoubleRunDocument['divergence'] {
  const step = countAt(found, 'step');
  if (step === null) return null;
  const remark = textAt(found, 'remark');
  return {
    step,
    observation: shown(found, 'observation_id'),
    pointer: shown(found, 'pointer'),
    a: shown(found, 'a'),
    b: shown(found, 'b'),
    remark: remark === null ? null : shown(found, 'remark'),
    history: listAt(found, 'history')
      .filter(isFields)
      .slice(0, LISTED)
      .map((each) => ({ step: countAt(each, 'step') ?? 0, answer: shown(each, 'answer') })),
    stderrA: stderrOf(found, 'stderr_a'),
    stderrB: stderrOf(found, 'stderr_b'),
  };
}

export function probeDocuments(probes: readonly unknown[]): readonly ProbeDocument[] {
  return probes.filter(isFields).slice(0, LISTED).map(probeDocument);
}

function probeDocument(probe: Fields): ProbeDocument {
  const id = shown(probe, 'probe');
  const difference = fieldsAt(probe, 'difference');
  const step = countAt(difference, 'step');
  const what = (probeSentences as Readonly<Record<string, string>>)[id] ?? id;
  if (step !== null) {
    const pointer = shown(difference, 'pointer');
    const where = pointer === '' ? 'the answer' : pointer;
    const values = `${shown(difference, 'a')}, then ${shown(difference, 'b')}`;
    return { id, tone: 'bad', sentence: `${what}: step ${step}, ${where}: ${values}` };
  }
  if (textAt(probe, 'status') === 'passed') {
    const steps = count(countAt(probe, 'steps_compared') ?? 0, 'step');
    return { id, tone: 'good', sentence: `${what}: ${steps} as before` };
  }
  return { id, tone: 'open', sentence: `${what}: no verdict: ${shown(probe, 'reason')}` };
}

function shown(from: Fields, key: string): string {
  return printableShort(textAt(from, key) ?? '', limits.reportTextChars);
}

function stderrOf(from: Fields, key: string): string {
  const text = textAt(from, key) ?? '';
  return printable(text.slice(-limits.reportTextChars), { keepNewlines: true });
}

function texts(from: Fields, key: string): readonly string[] {
  return listAt(from, key)
    .filter((each) => typeof each === 'string')
    .slice(0, LISTED)
    .map((each) => printableShort(each, limits.reportTextChars));
}
