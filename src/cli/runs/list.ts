import { escapeUnseen } from '../../harness/escapeUnseen.ts';
import { recordJson } from '../../harness/recordJson.ts';
import { listRecords } from '../../harness/records/listRecords.ts';
import { printable, printableShort } from '../../kernel/printable.ts';
import { percent } from '../../reporters/text/numbers.ts';
import { table } from '../../reporters/text/table.ts';
import type { ExitCode, Io } from '../command.ts';
import { outputFormat } from '../outputFormat.ts';
import { overviewOf, type RunOverview } from './overview.ts';

/** Every record of the working directory, newest first. */
export function listRuns(flags: { readonly format: string }, io: Io): ExitCode {
  const format = outputFormat(flags.format);
  const runs = listRecords(io.cwd).map(overviewOf);
  if (format === 'json') io.stdout.write(`${escapeUnseen(recordJson({ runs }))}\n`);
  else if (runs.length === 0) io.stdout.write('no runs are recorded here, under .sbdev/runs\n');
  else io.stdout.write(`${table([HEAD, ...runs.map(row)], '', TEXT_COLUMNS).join('\n')}\n`);
  return 0;
}

const HEAD = ['id', 'agent', 'cell', 'ended', 'steps', 'return'];
const TEXT_COLUMNS = 4;
const AGENT_CHARS = 24;

/** The id begins with the time of the start, in UTC. */
function row(run: RunOverview): readonly string[] {
  const { cell } = run;
  return [
    printable(run.id),
    printableShort(run.agent ?? '-', AGENT_CHARS),
    cell === null
      ? run.kind === 'sweep' || run.kind === 'check'
        ? run.kind
        : '-'
      : `[${cell.window_start},${cell.window_end}) ${cell.seed}`,
    run.status === 'finished' ? (run.verdict ?? `exit ${run.exit_code ?? '?'}`) : run.status,
    progress(run),
    run.total_return === null ? '-' : percent(run.total_return),
  ];
}

function progress(run: RunOverview): string {
  if (run.cells_done !== null) return `${run.cells_done}/${run.cells ?? '?'} cells`;
  return run.steps_done === null ? '-' : `${run.steps_done}/${run.steps ?? '?'}`;
}
