import type { SteerOrigin } from '../../harness/controls.ts';
import { limits } from '../../kernel/limits.ts';
import type { SourceChange } from '../../reload/sourceWatch.ts';

/** Something that may begin a generation. */
export interface Cause {
  /** Null for a person's restart. */
  readonly change: SourceChange | null;
  readonly by: SteerOrigin;
}

/** Changes that were not looked at one by one; a restart among them stays one. */
export function together(a: Cause, b: Cause): Cause {
  const by = a.by === 'request' || b.by === 'request' ? 'request' : 'edit';
  if (a.change === null || b.change === null) return { change: a.change ?? b.change, by };
  const files = [...new Set([...a.change.files, ...b.change.files])];
  const unnamed = Math.max(
    a.change.fileCount - a.change.files.length,
    b.change.fileCount - b.change.files.length,
  );
  return {
    change: {
      ...b.change,
      files: files.slice(0, limits.watchNamedFiles),
      fileCount: files.length + unnamed,
    },
    by,
  };
}

/** `restart`; `agent.py changed`; `agent.py and 2 others changed`. */
export function causeText({ change }: Cause): string {
  if (change === null) return 'restart';
  const { files, fileCount } = change;
  const [first = 'files'] = files;
  const others = fileCount - 1;
  if (others < 1) return `${first} changed`;
  return `${first} and ${others === 1 ? 'another' : `${others} others`} changed`;
}
