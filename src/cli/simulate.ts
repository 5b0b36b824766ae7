import { Controls } from '../harness/controls.ts';
import { runSession } from '../harness/session.ts';
import type { ExitCode, Io } from './command.ts';
import { eventSinks } from './eventSinks.ts';
import { reportExitCode, signalExitCode } from './exitCode.ts';
import { badOption, parseCountOption } from './options.ts';
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
}

/** Runs one cell from start to report, without a screen. */
export async function simulate(flags: SimulateFlags, io: Io): Promise<ExitCode> {
  if (flags.format !== 'text' && flags.format !== 'json')
    throw badOption('--format', flags.format, 'text or json');
  const retries = parseCountOption('--retries', flags.retries, 100);
  const resolved = await resolveRun(flags, io);
  const sessionId = newSessionId();
  const sinks = eventSinks(io, {
    sessionId,
    format: flags.format,
    quiet: flags.quiet === true,
    record: flags.record,
    symbols: resolved.task.inputs.dataset.symbols,
    command: resolved.reproduction,
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
      ({ task, dispose } = await doubled(task, { source, config, controls, io }));
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
