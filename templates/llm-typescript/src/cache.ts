import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChatRequest, type Completion, isCompletion, member } from './chat.ts';
import { Failure } from './failure.ts';

/** SHA-256 (hex) of the whole request: whatever differs in it, but for the order of members, asks anew. */
export function keyOf(request: ChatRequest): string {
  return createHash('sha256').update(canonical(request)).digest('hex');
}

/** One file for each request, with the answer that it got first; it is never changed after. */
export class ResponseCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null for a request without an answer; throws a Failure for a file that is no entry. */
  get(request: ChatRequest): Completion | null {
    const path = this.#pathOf(request);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw new Failure(`${path} cannot be read: ${(error as Error).message}`);
    }
    const completion = completionIn(text, request);
    if (completion === null) throw new Failure(`${path} is no entry for its request: delete it`);
    return completion;
  }

  /**
   * Keeps an answer and returns the one to be used. Two processes may ask the same at the
   * same time; both use the answer that was kept first, or their decisions would differ.
   */
  put(request: ChatRequest, completion: Completion): Completion {
    const path = this.#pathOf(request);
    const draft = join(this.#folder, `.${randomUUID()}.tmp`);
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(draft, `${JSON.stringify({ request, completion }, null, 1)}\n`, { flag: 'wx', flush: true });
      publish(draft, path);
    } catch (error) {
      throw new Failure(`an answer cannot be kept: ${(error as Error).message}`);
    } finally {
      rmSync(draft, { force: true });
    }
    return this.get(request) ?? completion;
  }

  #pathOf(request: ChatRequest): string {
    return join(this.#folder, `${keyOf(request)}.json`);
  }
}

/** A link appears whole or not at all, and never takes the place of another. */
function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    renameSync(draft, path); // a file system without links
  }
}

function completionIn(text: string, request: ChatRequest): Completion | null {
  try {
    const entry: unknown = JSON.parse(text);
    const completion = member(entry, 'completion');
    const isSame = canonical(member(entry, 'request')) === canonical(request);
    return isSame && isCompletion(completion) ? completion : null;
  } catch {
    return null;
  }
}

/** One text for each value: the members of every object in the order of their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function codeOf(error: unknown): unknown {
  return member(error, 'code');
}
