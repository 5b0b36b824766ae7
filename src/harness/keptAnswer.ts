import { escapeUnseen } from './escapeUnseen.ts';
import { rawAnswer } from './rawAnswer.ts';
import { rawAnswerText } from './turnText.ts';

/** The answer of a completed step, kept before its turn is told. */
export interface KeptAnswer {
  readonly turnId: string;
  readonly step: number;
  readonly decideMs: number;
  /** As they came. */
  readonly bytes: Uint8Array;
  /** The same as text where it is known to be ASCII; else null. */
  readonly text: string | null;
}

/** What makes facts outlive this process before anything else is done about them. */
export interface Keeper {
  /** Writes an accepted answer whose turn is told a little later. */
  keepAnswer(answer: KeptAnswer): void;
  /** Writes everything that was told. */
  flush(): void;
}

/** One line of a journal: from the answer the rest of its turn follows, engine and all. */
export function keptAnswerText({ turnId, step, decideMs, bytes, text }: KeptAnswer): string {
  const raw = rawAnswerText(rawAnswer(bytes, text));
  return `{"type":"answer_kept","turn_id":"${turnId}","step":${step},"decide_ms":${decideMs.toFixed(3)},"raw":${escapeUnseen(raw)}}`;
}
