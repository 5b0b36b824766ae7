import {
  closeSync,
  fsync,
  linkSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { promisify } from 'node:util';

/**
 * Writes a file so that it is there whole, on disk, or not at all: beside its place first,
 * then into it. What was there stays until then, and for good if the process ends before,
 * whatever way but SIGKILL; nothing is left beside it. Without `overwrite` a file that is
 * there, or appears meanwhile, is kept. Returns how many bytes were written. Throws the
 * system's error (EEXIST for a file that is kept), and what the pieces throw.
 */
export async function writeWhole(
  path: string,
  content: string | Iterable<string | Uint8Array>,
  { overwrite = true }: { readonly overwrite?: boolean } = {},
): Promise<number> {
  const draft = new Draft(path);
  try {
    let bytes = 0;
    for (const piece of typeof content === 'string' ? [content] : content) {
      const encoded = typeof piece === 'string' ? Buffer.from(piece) : piece;
      await append(draft.file, encoded);
      bytes += encoded.length;
    }
    await sync(draft.file);
    draft.place(overwrite);
    return bytes;
  } finally {
    draft.end();
  }
}

/** The same at once, for a small file; a loss of power may still take it. */
export function writeWholeNow(path: string, content: string | Uint8Array): void {
  const draft = new Draft(path);
  try {
    writeFileSync(draft.file, content);
    draft.place(true);
  } finally {
    draft.end();
  }
}

const append = promisify(writeFile);
const sync = promisify(fsync);

/**
 * A file beside its place. It is opened and placed synchronously, so that a signal finds
 * it either known or gone, and never about to appear.
 */
class Draft {
  readonly file: number;
  readonly #path: string;
  readonly #beside: string;
  #isOpen = true;

  constructor(path: string) {
    this.#path = path;
    this.#beside = `${path}.${process.pid}.new`;
    begin(this.#beside);
    try {
      this.file = openSync(this.#beside, 'w');
    } catch (error) {
      finish(this.#beside);
      throw error;
    }
  }

  place(overwrite: boolean): void {
    // A file system may say only now that it could not keep what it took.
    this.#close();
    if (!overwrite) this.#takePlace();
    else renameSync(this.#beside, this.#path);
  }

  /** A link never writes over a file that appeared in the meantime; a rename does. */
  #takePlace(): void {
    try {
      linkSync(this.#beside, this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
      // A file system without links: an empty file holds the place.
      closeSync(openSync(this.#path, 'wx'));
      renameSync(this.#beside, this.#path);
    }
  }

  /** Leaves nothing open, and nothing beside the place. */
  end(): void {
    remove(this.#beside);
    finish(this.#beside);
    this.#close();
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.file);
  }
}

/** What lies beside its place at the moment. */
const drafts = new Set<string>();
let areEndsHeard = false;
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

function begin(beside: string): void {
  drafts.add(beside);
  if (areEndsHeard) return;
  areEndsHeard = true;
  process.on('exit', removeAll);
  // Before others, since one that listens once is gone after its turn.
  for (const each of SIGNALS) process.prependListener(each, onSignal);
}

function finish(beside: string): void {
  drafts.delete(beside);
  // A signal of meanwhile is heard at the next look at events, which comes between these two.
  setImmediate(() => setImmediate(listenNoMore));
}

function listenNoMore(): void {
  if (drafts.size === 0) stopListening();
}

function stopListening(): void {
  areEndsHeard = false;
  process.off('exit', removeAll);
  for (const each of SIGNALS) process.off(each, onSignal);
}

/** Where somebody else listens they decide, and the process goes on or exits. Else the signal does what it always did. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  stopListening();
  process.kill(process.pid, signal);
}

function removeAll(): void {
  for (const each of drafts) remove(each);
}

function remove(beside: string): void {
  try {
    unlinkSync(beside);
  } catch {
    // It was moved into its place, or is gone already.
  }
}
