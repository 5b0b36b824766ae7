import { type Diagnostic, diagnostic, type Fact } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { excerpt, lastLines } from '../excerpt.ts';
import type { Overrun } from './lineFramer.ts';
import { withheldVariable } from './withheld.ts';

/** What is known about the process at the moment of a fault. */
export interface Scene {
  readonly step: number;
  readonly beforeFirstAnswer: boolean;
  readonly elapsedMs: number;
  readonly language: string;
  readonly stderrTail: string;
  readonly stderrBytes: number;
  /** Answer bytes without a terminator. */
  readonly partial: Uint8Array;
}

export interface Silence {
  readonly budgetMs: number;
  /** Bytes of the observation that the agent has not even taken from its stdin. */
  readonly unreadInputBytes: number;
  /** Milliseconds from the end of stdin to a whole line; null if none came. */
  readonly flushedAfterMs: number | null;
}

export function timeoutFault(scene: Scene, silence: Silence): Diagnostic {
  return fault('timeout', scene, {
    budget_ms: silence.budgetMs,
    unread_input_bytes: silence.unreadInputBytes,
    flushed_at_eof: silence.flushedAfterMs !== null,
    ...(silence.flushedAfterMs === null ? {} : { flushed_after_ms: Math.round(silence.flushedAfterMs) }),
  });
}

export function exitFault(
  scene: Scene,
  exit: { readonly code: number | null; readonly signal: string | null },
  withheld: readonly string[],
): Diagnostic {
  const variable = withheldVariable(scene.stderrTail, withheld);
  return fault('agent-exited', scene, {
    ...(exit.code === null ? {} : { exit_code: exit.code }),
    ...(exit.signal === null ? {} : { signal: exit.signal }),
    ...(variable === null ? {} : { withheld_variable: variable }),
  });
}

export function pipeFault(code: 'agent-stopped-reading' | 'agent-closed-stdout', scene: Scene): Diagnostic {
  return fault(code, scene, {});
}

export function overrunFault(overrun: Overrun, scene: Scene): Diagnostic {
  const limit = overrun === 'line-too-long' ? limits.answerLineBytes : limits.runStdoutBytes;
  return fault(overrun, scene, { limit_bytes: limit });
}

/**
 * Lines that nobody asked for. `answers` is how many were read as answers before:
 * up to one, the surplus is as old as the process or as its first answer.
 */
export function surplusFault(
  step: number,
  answers: number,
  lines: readonly Uint8Array[],
  count: number,
): Diagnostic {
  return surplus(answers <= 1 ? 'unsolicited-output' : 'extra-output', step, answers, lines, count);
}

/** Surplus found only when the agent was closed. */
export function surplusFinding(
  step: number,
  answers: number,
  lines: readonly Uint8Array[],
  count: number,
): Diagnostic {
  return surplus('extra-output', step, answers, lines, count, { at_end: true });
}

function surplus(
  code: string,
  step: number,
  answers: number,
  lines: readonly Uint8Array[],
  count: number,
  more: Readonly<Record<string, Fact>> = {},
): Diagnostic {
  const text = lines.slice(0, limits.stderrQuotedLines).map(excerpt);
  return diagnostic(
    code,
    'error',
    { step },
    {
      found: text[0] ?? null,
      accepted: ['one line per observation'],
      facts: { lines: count, text, answers, ...more },
    },
  );
}

function fault(code: string, scene: Scene, more: Readonly<Record<string, Fact>>): Diagnostic {
  return diagnostic(
    code,
    'error',
    { step: scene.step },
    {
      found: scene.partial.length === 0 ? null : excerpt(scene.partial),
      facts: {
        before_first_answer: scene.beforeFirstAnswer,
        elapsed_ms: Math.round(scene.elapsedMs),
        received_bytes: scene.partial.length,
        language: scene.language,
        stderr_tail: lastLines(scene.stderrTail),
        stderr_bytes: scene.stderrBytes,
        ...more,
      },
    },
  );
}
