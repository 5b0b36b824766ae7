import type { TurnVerdict } from '../../harness/turnVerdict.ts';
import type { FindingGroup, Tone } from './document.ts';

/** The sign that stands beside every colour. */
export const toneSigns: Readonly<Record<Tone, string>> = { good: '✓', bad: '✗', open: '!' };

export const severityTones: Readonly<Record<FindingGroup['severity'], Tone | 'plain'>> = {
  error: 'bad',
  warning: 'open',
  notice: 'plain',
};

export const severitySigns: Readonly<Record<FindingGroup['severity'], string>> = {
  error: '✗',
  warning: '!',
  notice: 'i',
};

/** What became of a step, in words. */
export const stepWords: Readonly<Record<TurnVerdict, string>> = {
  accepted: 'accepted',
  refused: 'refused',
  timeout: 'timed out',
  fault: 'no answer',
  not_asked: 'not asked',
};
