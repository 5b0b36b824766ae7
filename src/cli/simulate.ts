import { Controls } from '../harness/controls.ts';
import { runSession } from '../harness/session.ts';
import { limits } from '../kernel/limits.ts';
import type { AgentSource } from './agentSource.ts';
import type { ExitCode, Io } from './command.ts';
import { eventSinks } from './eventSinks.ts';
import { reportExitCode, signalExitCode } from './exitCode.ts';
import { badOption, parseCountOption } from './options.ts';
import { outputFormat } from './outputFormat.ts';
import { type RunFlags, resolveRun } from './resolveRun.ts';
import { newSessionId } from './sessionId.ts';
import { watchSignals } from './signals.ts';
import { version } from './version.ts';

export interface SimulateFlags extends RunFlags {
  readonly format: string;
  readonly quiet?: boolean;
  readonly record: boolean;
  readonly retries: string;
  readonly doubleRun: boolean;
  readonly probes?: boolean;
  /** How many double runs; absent for one. */
  readonly repeat?: string;
}

/** Runs one cell from start to report, without a screen. */
export async function simulate(flags: SimulateFlags, io: Io): Promise<ExitCode> {
  const view = outputFormat(flags.format);
  const retries = parseCountOption('--retries', flags.retries, 100);
  const repeat = repeatOf(flags);
  const resolved = await resolveRun(flags, io);
  if (repeat !== null) requireDoubled(flags, resolved.source);
  const sessionId = newSessionId();
  const sinks = eventSinks(io, {
    sessionId,
    view,
    quiet: flags.quiet === true,
    record: flags.record,
    symbols: () => resolved.task.inputs.dataset.symbols,
    command: repeat === null ? resolved.reproduction : `${resolved.reproduction} --repeat ${repeat}`,
  });
  const controls = new Controls((accepted) =>
    sinks.emit({ type: 'control_accepted', control_id: accepted.controlId, control: accepted.control }),
  );
  const signals = watchSignals((reason) => controls.accept({ kind: 'stop', reason }));
  sinks.onOutputClosed(() => controls.accept({ kind: 'stop', reason: 'the output was closed' }));
  let code: ExitCode = 3;
  let dispose = async (): Promise<void> => {};
  try {
    let { task } = resolved;
    if (flags.doubleRun) {
      const { doubled } = await import('./doubleRun.ts');
      const { source, config } = resolved;
      ({ task, dispose } = await doubled(task, {
        ...{ source, config, controls, io },
        ...(repeat !== null && { repeat: { times: repeat, tell: (event) => sinks.emit(event) } }),
      }));
    }
    if (flags.probes === true) {
      const { probed } = await import('./probes.ts');
      task = probed(task, resolved.source, controls);
    }
    const report = await runSession({
      sessionId,
      kit: version,
      task: { ...task, notices: [...task.notices, ...sinks.notices] },
      retries,
      controls,
      ...(sinks.keeper !== null && { keeper: sinks.keeper }),
      emit: (event) => sinks.emit(event),
      clock: () => performance.now(),
    });
    if (signals.caught !== null) code = signalExitCode(signals.caught);
    else code = controls.stopReason === null ? reportExitCode(report) : 3;
    return code;
  } finally {
    await dispose();
    await sinks.close(code);
    signals.dispose();
  }
}

/** How many double runs were asked for; null if it was left open. */
function repeatOf({ repeat, doubleRun }: SimulateFlags): number | null {
  if (repeat === undefined) return null;
  if (!doubleRun) throw badOption('--repeat', repeat, 'one of the two: --no-double-run runs the agent once');
  return parseCountOption('--repeat', repeat, limits.doubleRuns, 1);
}

/** A function of the kit's own is never run twice, so that there is nothing to be repeated. */
function requireDoubled({ repeat }: SimulateFlags, { startIn, openEndpoint }: AgentSource): void {
  if (startIn !== undefined || openEndpoint !== undefined) return;
  throw badOption(
    '--repeat',
    repeat ?? '',
    'an agent of your own (--cmd, --http): a built-in one is run once',
  );
}
