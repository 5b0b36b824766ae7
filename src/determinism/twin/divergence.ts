import type { Answer } from '../../agents/agent.ts';
import type { DoubleRunReport } from '../../harness/determinismEvents.ts';
import { NON_DETERMINISTIC } from '../../harness/stop.ts';
import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import type { Difference } from '../firstDifference.ts';

/** The first step at which two runs of one agent part. */
export interface Divergence {
  readonly step: number;
  /** Presentations up to and with this one: as many lines have to be shown to see it again. */
  readonly presentations: number;
  readonly date: string;
  readonly difference: Difference;
  readonly remark: string | null;
  /** The last equal steps before it, oldest first. */
  readonly history: readonly AnsweredStep[];
  /** The last of both stderrs at that step. */
  readonly stderrA: string;
  readonly stderrB: string;
}

/** One step and what was answered there. */
export interface AnsweredStep {
  readonly step: number;
  readonly line: Uint8Array;
  readonly answer: Answer;
}

/** A divergence as a report tells it. */
export type DivergenceRecord = NonNullable<DoubleRunReport['divergence']>;

/** The finding of a decision that did not repeat; `doubleRun` says in which one of several. */
export function divergenceFinding(divergence: DivergenceRecord, doubleRun?: number): Diagnostic {
  const { step, pointer, a, b, observation_id: date, last_equal_step, remark } = divergence;
  return diagnostic(
    NON_DETERMINISTIC,
    'error',
    { step, pointer },
    {
      found: `A ${a}, B ${b}`,
      accepted: ['the same decision in every run'],
      facts: {
        ...{ a, b, date, last_equal_step },
        ...(remark !== null && { remark }),
        ...(doubleRun !== undefined && { double_run: doubleRun }),
      },
    },
  );
}

export function divergenceRecord(divergence: Divergence): DivergenceRecord {
  const { step, date, difference, remark, history, stderrA, stderrB } = divergence;
  return {
    step,
    observation_id: date,
    pointer: difference.pointer,
    a: difference.a,
    b: difference.b,
    last_equal_step: step - 1,
    remark,
    history: history.map((each) => ({
      step: each.step,
      observation_id: dateOf(each.line),
      answer: answerText(each.answer),
    })),
    stderr_a: stderrA,
    stderr_b: stderrB,
  };
}

/** The date that names an observation (page 4.1). */
export function dateOf(line: Uint8Array): string {
  return (JSON.parse(Buffer.from(line).toString('utf8')) as { date: string }).date;
}

function answerText(answer: Answer): string {
  if (answer.kind !== 'line') return answer.kind === 'fault' ? answer.diagnostic.code : '';
  // Four bytes a character at most: more than that is never shown.
  const text = Buffer.from(answer.bytes.subarray(0, 4 * limits.divergenceHistoryChars)).toString('utf8');
  return text.slice(0, limits.divergenceHistoryChars);
}
