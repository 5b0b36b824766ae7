import { styleFor } from '../reporters/style.ts';
import { WatchReporter } from '../reporters/text/watchReporter.ts';
import { wordsOf } from './catalogue.ts';
import type { ExitCode, Io } from './command.ts';
import { ndjsonView, type View } from './eventSinks.ts';
import { type LiveFlags, openLiveSession } from './live/liveSession.ts';
import { outputFormat } from './outputFormat.ts';

export interface WatchFlags extends LiveFlags {
  readonly format: string;
  readonly quiet?: boolean;
}

/**
 * The loop of the live screen without a screen: a run, and another for every change of the
 * agent's files, until it is stopped. It reads no key, so it needs no terminal.
 */
export async function watch(flags: WatchFlags, io: Io): Promise<ExitCode> {
  const view = outputFormat(flags.format) === 'json' ? ndjsonView(io) : textView(io, flags.quiet === true);
  const session = await openLiveSession(flags, io, {
    emit: view.show,
    watch: true,
    leavesBySigint: true,
  });
  try {
    return await session.run();
  } finally {
    view.close();
  }
}

function textView(io: Io, quiet: boolean): View {
  const reporter = new WatchReporter({
    write: (text) => io.stdout.write(text),
    style: styleFor({ isTTY: io.stdout.isTTY === true, env: io.env, color: io.color }),
    wordsOf,
    quiet,
  });
  return { show: (event) => reporter.onEvent(event), close: () => {} };
}
