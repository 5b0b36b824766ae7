import { readFileSync } from 'node:fs';

/** The process that writes a record. Process ids are used again, so its start counts too. */
export interface Writer {
  readonly pid: number;
  /** `BOOT/TICKS` on Linux: which boot of the machine, and when in it; null elsewhere. */
  readonly started: string | null;
}

export function writerOfThisProcess(): Writer {
  return { pid: process.pid, started: startOf(process.pid) };
}

/**
 * Whether the writer of a record still lives. Where the start of a process cannot be
 * known, a living process of that number counts as the writer: nothing is deleted then.
 */
export function isAlive(writer: Writer): boolean {
  if (!exists(writer.pid)) return false;
  return writer.started === null || startOf(writer.pid) === writer.started;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in parentheses and may hold spaces and parentheses itself.
    const fields = facts.slice(facts.lastIndexOf(')') + 2).split(' ');
    // A zombie writes nothing more.
    return fields[0] === 'Z' ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}
