import type { RecordMeta } from '../../harness/records/meta.ts';
import { printable } from '../../kernel/printable.ts';
import type { Style } from '../../reporters/style.ts';
import type { RunState } from './overview.ts';
import type { SweepCells } from './sweepCells.ts';

export interface SweepFacts extends SweepCells {
  readonly state: RunState;
  readonly path: string;
  readonly meta: RecordMeta;
}

/** A sweep's or a check's record for a person: how far it came, and how to go on. */
export function sweepLines({ state, path, meta, done, total, agent }: SweepFacts, style: Style): string[] {
  const command = meta.command === null ? [] : ['', `  again: ${printable(meta.command)}`];
  const isWhole = state === 'finished';
  return [
    style.dim(
      `${printable(meta.id)}  ${printable(meta.kind)}  started ${printable(meta.started_at ?? 'at an unknown time')}`,
    ),
    style.dim(printable(agent ?? 'an unknown agent')),
    '',
    `${isWhole ? style.good('✓') : style.warn('!')} ${style.bold(state)}  ${done} of ${total ?? 'an unknown number of'} cells have a result`,
    '',
    `  ${style.dim('record'.padEnd(10))}${printable(path)}`,
    ...command,
    ...(isWhole || state === 'running'
      ? []
      : ['  cells with a result are kept; an interrupted one starts from its first step']),
  ];
}
