import { type Diagnostic, diagnostic, type Fact } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { excerpt, lastLines } from '../excerpt.ts';
import { withheldVariable } from '../stdio/withheld.ts';
import type { Failure, Oversize } from './exchange.ts';
import type { ServerProcess } from './serverProcess.ts';

/** One decision that came to nothing. */
export interface Scene {
  readonly step: number;
  readonly url: string;
  /** The address that takes connections; null if none ever did. */
  readonly address: string | null;
  readonly budgetMs: number;
  readonly elapsedMs: number;
  /** The process that the kit started; null for a server that runs by itself. */
  readonly server: ServerProcess | null;
}

/** The fault of a decision whose every attempt failed: the first failure is the cause. */
export function failureFault(failures: readonly [Failure, ...Failure[]], scene: Scene): Diagnostic {
  const [first] = failures;
  return diagnostic(
    first.code,
    'error',
    { step: scene.step },
    {
      found: first.head.length === 0 ? null : excerpt(first.head),
      facts: {
        ...attemptFacts(failures, scene),
        phase: first.phase,
        reason: first.reason,
        received_bytes: first.receivedBytes,
        addresses: first.addresses,
        ...(first.status === null ? {} : { status: first.status }),
        ...stderrFacts(scene.server),
      },
    },
  );
}

export function oversizeFault(oversize: Oversize, failures: readonly Failure[], scene: Scene): Diagnostic {
  return diagnostic(
    'body-too-large',
    'error',
    { step: scene.step },
    {
      found: excerpt(oversize.head),
      facts: {
        ...attemptFacts(failures, scene),
        attempts: failures.length + 1,
        status: oversize.status,
        limit_bytes: limits.answerLineBytes,
      },
    },
  );
}

/** The process behind the endpoint ended; `step` is null where it did so before the run. */
export function serverExited(server: ServerProcess, step: number | null): Diagnostic {
  const { exit } = server;
  const variable = withheldVariable(server.stderrText(), server.withheld);
  return diagnostic('http-server-exited', 'error', step === null ? {} : { step }, {
    facts: {
      at_start: step === null,
      ...(exit?.code == null ? {} : { exit_code: exit.code }),
      ...(exit?.signal == null ? {} : { signal: exit.signal }),
      ...(variable === null ? {} : { withheld_variable: variable }),
      stdout_tail: lastLines(server.stdoutText()),
      ...stderrFacts(server),
    },
  });
}

function attemptFacts(failures: readonly Failure[], scene: Scene): Record<string, Fact> {
  return {
    url: scene.url,
    ...(scene.address === null ? {} : { address: scene.address }),
    attempts: failures.length,
    causes: failures.map((each) => each.code),
    budget_ms: scene.budgetMs,
    elapsed_ms: Math.round(scene.elapsedMs),
  };
}

function stderrFacts(server: ServerProcess | null): Record<string, Fact> {
  if (server === null) return {};
  return { stderr_tail: lastLines(server.stderrText()), stderr_bytes: server.stderrBytes };
}
