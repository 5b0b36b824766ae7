import type { ProbeReport } from '../../harness/determinismEvents.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import type { Style } from '../style.ts';
import { count } from './numbers.ts';

const VALUE_CHARS = 40;

export const probeSentences: Readonly<Record<ProbeReport['probe'], string>> = {
  'repeated-request': 'the same observation twice in a row',
  'carried-state': 'run 1, another run, run 1 again',
};

/** What each probe showed, and no more. */
export function probeLines(probes: readonly ProbeReport[], style: Style): string[] {
  return ['', style.dim('  probes'), ...probes.map((each) => line(each, style))];
}

function line({ probe, status, steps_compared, reason, difference }: ProbeReport, style: Style): string {
  const what = probeSentences[probe];
  if (difference !== null) {
    const where = difference.pointer === '' ? 'the answer' : printable(difference.pointer);
    const values = [difference.a, difference.b]
      .map((value) => printableShort(value, VALUE_CHARS))
      .join(', then ');
    return `  ${style.bad('✗')} ${what}: step ${difference.step}, ${where}: ${values}`;
  }
  if (status === 'passed') return `  ${style.good('✓')} ${what}: ${count(steps_compared, 'step')} as before`;
  return `  ${style.warn('!')} ${what}: no verdict: ${printable(reason ?? '')}`;
}
