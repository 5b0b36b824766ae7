import type { AgentIdentity } from '../../harness/events.ts';
import { limits } from '../../kernel/limits.ts';
import { type InstrumentRow, measured, reading } from './instrument.ts';
import { counted, runRef } from './runsText.ts';

const MIB = 1024 * 1024;

/** How large the agent is, on disk and while it runs. */
export const sizeAndMemory: InstrumentRow = {
  id: 'size-and-memory',
  requirementId: 'size-and-memory',
  title: 'the agent is of a size that a runner can hold',
  required: false,
  binding: false,
  bounds: {
    memory_mib: { value: 2048, min: 1, max: limits.caseMebibytes, unit: 'MiB' },
    source_mib: { value: 64, min: 1, max: limits.caseMebibytes, unit: 'MiB' },
  },
  measure: async ({ runs, candidate, rule }) => {
    const peaks = runs.all.filter(({ beside }) => beside.peak_memory_bytes !== null);
    const peak = peaks.reduce((most, { beside }) => Math.max(most, beside.peak_memory_bytes!), 0);
    const size = candidate.sourceSize();
    const memoryLimit = rule.bounds.memory_mib!;
    const sizeLimit = rule.bounds.source_mib!;
    const isMeasured = peaks.length > 0;
    const measures = [
      measured('peak memory', isMeasured ? rounded(peak / MIB) : null, 'MiB', `at most ${memoryLimit} MiB`),
      measured('source files', size.files),
      measured('source size', rounded(size.bytes / MIB), 'MiB', `at most ${sizeLimit} MiB`),
    ];
    const restsOn = [
      isMeasured
        ? `the peak resident memory of ${counted(peaks.length, 'run')} (/proc), descendants included`
        : 'no memory was read',
      `${counted(size.files, 'file')} of the snapshot`,
    ];
    const over = [
      isMeasured && peak > memoryLimit * MIB ? `more than ${memoryLimit} MiB of memory` : '',
      size.bytes > sizeLimit * MIB ? `more than ${sizeLimit} MiB of files` : '',
    ].filter((each) => each !== '');
    if (over.length > 0) {
      return reading('failed', `the agent takes ${over.join(' and ')}`, {
        restsOn,
        measures,
        evidence: peaks.map(runRef),
      });
    }
    return isMeasured
      ? reading('passed', 'memory and size are within bounds', { restsOn, measures })
      : reading('abstained', unread(candidate.identity), { restsOn, measures });
  },
  control: {
    name: 'hoards',
    catches: 'keeps 96 MiB where 64 MiB are allowed',
    bounds: { memory_mib: 64 },
    needs: 'proc',
  },
};

function unread({ transport, command }: AgentIdentity): string {
  if (transport === 'in-process') return 'a built-in agent has no process of its own';
  if (command.length === 0)
    return 'the process behind the endpoint is not the kit’s, so its memory is unknown';
  return 'memory is unknown: no process lived to its end, or this system does not say what one has used';
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
