import type { Window } from '../market/dataset.ts';
import type { RunFlags } from './resolveRun.ts';

const PLAIN = /^[A-Za-z0-9_./:,=@%+-]+$/;

/** The command that runs the same cell again, ready to be pasted into a POSIX shell. */
export function reproduction(
  flags: RunFlags,
  cell: { readonly window: Window; readonly seed: bigint; readonly costsName: string },
): string {
  const options: [string, string | undefined][] = [
    ['--cmd', flags.cmd],
    ['--http', flags.http],
    ['--agent', flags.agent],
    ['--config', flags.config],
    ['--data', flags.data],
    ['--fundamentals', flags.fundamentals],
    ['--news', flags.news],
    ['--window', `${cell.window.start}:${cell.window.end}`],
    ['--seed', String(cell.seed)],
    ['--costs', cell.costsName],
    ['--short-borrow-bps', flags.shortBorrowBps],
    ['--decide-timeout', flags.decideTimeout],
  ];
  const words = options.flatMap(([name, value]) => (value === undefined ? [] : [name, quoted(value)]));
  return ['sbdev simulate', ...words, ...(flags.masked === true ? ['--masked'] : [])].join(' ');
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
