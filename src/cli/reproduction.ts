import type { Window } from '../market/dataset.ts';
import type { SettingFlags } from './resolveSetting.ts';

const PLAIN = /^[A-Za-z0-9_./:,=@%+-]+$/;

/** The command that runs the same cell again, ready to be pasted into a POSIX shell. */
export function reproduction(
  flags: SettingFlags,
  cell: { readonly window: Window; readonly seed: bigint; readonly costsName: string },
): string {
  return commandLine('sbdev simulate', { ...flags, costs: cell.costsName }, [
    ['--window', `${cell.window.start}:${cell.window.end}`],
    ['--seed', String(cell.seed)],
  ]);
}

/** A command with the flags that fix what is run, and what else it takes. */
export function commandLine(
  program: string,
  flags: SettingFlags,
  others: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const options: (readonly [string, string | undefined])[] = [
    ['--cmd', flags.cmd],
    ['--http', flags.http],
    ['--agent', flags.agent],
    ['--config', flags.config],
    ['--data', flags.data],
    ['--fundamentals', flags.fundamentals],
    ['--news', flags.news],
    ...others,
    ['--costs', flags.costs],
    ['--short-borrow-bps', flags.shortBorrowBps],
    ['--decide-timeout', flags.decideTimeout],
    ['--fault-plan', flags.faultPlan],
  ];
  const words = options.flatMap(([name, value]) => (value === undefined ? [] : [name, quoted(value)]));
  return [program, ...words, ...(flags.masked === true ? ['--masked'] : [])].join(' ');
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
