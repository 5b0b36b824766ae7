import { runCell } from '../harness/runner.ts';
import type { ExitCode, Io } from './command.ts';
import { eventSinks } from './eventSinks.ts';
import { reportExitCode, signalExitCode } from './exitCode.ts';
import { badOption } from './options.ts';
import { type RunFlags, resolveRun } from './resolveRun.ts';
import { watchSignals } from './signals.ts';
import { version } from './version.ts';

export interface SimulateFlags extends RunFlags {
  readonly format: string;
  readonly quiet?: boolean;
  readonly record: boolean;
}

/** Runs one cell from start to report, without a screen. */
export async function simulate(flags: SimulateFlags, io: Io): Promise<ExitCode> {
  if (flags.format !== 'text' && flags.format !== 'json')
    throw badOption('--format', flags.format, 'text or json');
  const resolved = await resolveRun(flags, io);
  const sinks = eventSinks(io, {
    format: flags.format,
    quiet: flags.quiet === true,
    record: flags.record,
    symbols: resolved.inputs.dataset.symbols,
    command: resolved.reproduction,
  });
  const signals = watchSignals();
  sinks.onOutputClosed(() => signals.stop('the output was closed'));
  try {
    const report = await runCell({
      ...resolved,
      startAgent: () => resolved.agentSource.start(),
      notices: [...resolved.notices, ...sinks.notices],
      kit: version,
      emit: (event) => sinks.emit(event),
      clock: () => performance.now(),
      signal: signals.signal,
    });
    if (signals.caught !== null) return signalExitCode(signals.caught);
    return signals.signal.aborted ? 3 : reportExitCode(report);
  } finally {
    await sinks.close();
    signals.dispose();
  }
}
