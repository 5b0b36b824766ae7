import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * What /proc says about processes. On systems without it every answer is empty, and
 * teardown has the process group alone.
 */
export interface ProcessFacts {
  readonly group: number;
  /** Gone but for its entry in the table. */
  readonly dead: boolean;
  /** Clock ticks after boot; with the pid it names one process for ever. */
  readonly startTicks: number;
}

export function processFacts(pid: number): ProcessFacts | null {
  const text = read(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name in parentheses may hold anything, parentheses too.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields[0] ?? '';
  return {
    dead: state === 'Z' || state === 'X',
    group: Number(fields[2]),
    startTicks: Number(fields[19]),
  };
}

/** Children of a process, those of all its threads. */
export function childrenOf(pid: number): readonly number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

/**
 * The most memory that a process and its living descendants have had in use, in bytes:
 * the sum of their peaks, so an upper bound where there are several. Null where /proc
 * does not say.
 */
export function peakMemoryBytes(pid: number): number | null {
  const kibibytes = /^VmHWM:\s*([0-9]+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  if (kibibytes === undefined) return null;
  const below = childrenOf(pid).map((child) => peakMemoryBytes(child) ?? 0);
  return Number(kibibytes) * 1024 + below.reduce((sum, each) => sum + each, 0);
}

export function allProcesses(): readonly number[] {
  return list('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number);
}

/** What stands behind the open files of a process, such as `socket:[4711]`. */
export function openFiles(
  pid: number,
  numbers: readonly string[] = list(`/proc/${pid}/fd`),
): readonly string[] {
  return numbers.flatMap((number) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${number}`)];
    } catch {
      return [];
    }
  });
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
