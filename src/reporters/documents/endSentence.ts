import type { RunReport } from '../../harness/events.ts';
import type { SweepReport } from '../../harness/sweep/report.ts';
import { styleFor } from '../style.ts';
import { count } from '../text/numbers.ts';
import { verdictLine } from '../text/summary.ts';
import { sweepVerdictLine } from '../text/sweepSummary.ts';
import type { Verdict } from './document.ts';

const plain = styleFor({ isTTY: false, env: {}, color: false });

/** The verdict of a run that has a report, in the words of its own summary. */
export function reportedVerdict(report: Pick<RunReport, 'stop' | 'health'>, executed: number): Verdict {
  const tone = report.stop.status === 'done' ? 'good' : 'bad';
  return { tone, ...sentenceOf(verdictLine(report, executed, plain)) };
}

/** The verdict of a sweep, in the words of its own summary. */
export function sweepVerdict(report: SweepReport): Verdict {
  const { status, cells } = report.overall;
  const tone = status.clean === cells ? 'good' : status.failed > 0 ? 'bad' : 'open';
  return { tone, ...sentenceOf(sweepVerdictLine(report, plain)) };
}

/** `✓ passed  80 steps, ...`: the sign says what the tone does. */
function sentenceOf(line: string): Pick<Verdict, 'word' | 'sentence'> {
  const [, word = 'unknown', sentence = ''] = /^. (.+?) {2}(.*)$/.exec(line) ?? [];
  return { word, sentence };
}

/** The verdict of a run whose record ends before its report. */
export function unreportedVerdict(state: string, done: number, planned: number | null): Verdict {
  const of = planned === null ? '' : ` of ${planned}`;
  if (state === 'running') {
    return { tone: 'open', word: 'running', sentence: `${count(done, 'step')}${of} so far` };
  }
  const word = state === 'finished' ? 'ended without a report' : state;
  return { tone: 'bad', word, sentence: `${count(done, 'step')}${of} are kept, and no report` };
}
