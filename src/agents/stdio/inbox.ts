import { limits } from '../../kernel/limits.ts';

/** Lines that nobody asked for yet. The first ones are kept, all are counted. */
export class Inbox {
  #lines: Buffer[] = [];
  #keptBytes = 0;
  #count = 0;

  push(line: Buffer): void {
    this.#count += 1;
    if (this.#lines.length >= limits.unreadLines || this.#keptBytes + line.length > limits.unreadBytes)
      return;
    this.#keptBytes += line.length;
    this.#lines.push(line);
  }

  get count(): number {
    return this.#count;
  }

  /** What was kept, left in place. */
  peek(): readonly Buffer[] {
    return this.#lines;
  }

  /** Takes out what was kept, oldest first. */
  drain(): Buffer[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#keptBytes = 0;
    this.#count = 0;
    return lines;
  }
}
