import type { StepOutcome } from '../engine/run.ts';
import type { TurnResult } from './dispatcher.ts';
import type { Turn } from './events.ts';
import { type TurnPlace, turnEvidence } from './evidence.ts';
import type { Perturbation } from './faultInjection.ts';
import type { RunEvidence, StopDecision } from './forms/forms.ts';
import { rawAnswer } from './rawAnswer.ts';
import type { Task } from './task.ts';

/** A turn that is executed and not told yet. */
export interface ExecutedTurn {
  readonly step: number;
  readonly result: TurnResult;
  readonly outcome: StepOutcome;
  readonly cash: number;
  readonly acceptedControl: string | null;
  /** Present only where a fault plan changed what was shown or accepted. */
  readonly perturbed: Perturbation | null;
}

/** `finishedTurns` is given for the window's last turn alone: it proposes the end. */
export function evidenceOf(
  turn: ExecutedTurn,
  place: TurnPlace,
  { inputs }: Task,
  evidencePosition: number,
  finishedTurns: readonly string[] | null,
): RunEvidence {
  return turnEvidence({
    place,
    evidencePosition,
    check: turn.result.check,
    decision: turn.result.decision,
    fills: turn.outcome.fills,
    symbols: inputs.dataset.symbols,
    delayed: inputs.costs.fixedDelayBars !== null,
    rejected: turn.perturbed?.rejected.length ?? 0,
    finishedTurns,
    acceptedControl: turn.acceptedControl,
  });
}

export function turnEvent(
  turn: ExecutedTurn,
  { inputs }: Task,
  evidence: RunEvidence,
  stop: StopDecision,
): Turn {
  const { step, result, outcome, perturbed } = turn;
  const event: Turn = {
    type: 'turn',
    step,
    date: inputs.dataset.dates[inputs.window.start + step]!,
    verdict: result.verdict,
    code: result.code,
    decide_ms: result.decideMs,
    decision: result.decision,
    raw: result.bytes === null ? null : rawAnswer(result.bytes, result.text),
    fills: outcome.fills,
    cash: turn.cash,
    nav: outcome.nav,
    return: outcome.return,
    evidence,
    stop,
  };
  return perturbed === null ? event : { ...event, faults: perturbed };
}
