/** Distinct texts, numbered from 0 in the order in which they first occur. */
export class Labels {
  readonly texts: string[] = [];
  /** The record in which each first stood. */
  readonly firstRows: number[] = [];
  // A Map, not an object: `__proto__` and `constructor` are ordinary names.
  readonly #ids = new Map<string, number>();
  #last = 0;

  /** Number of `text`; a new one is announced to `onNew`. */
  id(text: string, row: number, onNew: (text: string, row: number) => void): number {
    const id = this.#guess(text) ?? this.#ids.get(text) ?? this.#add(text, row, onNew);
    this.#last = id;
    return id;
  }

  find(text: string): number | undefined {
    return this.#ids.get(text);
  }

  /**
   * Columns repeat or go round, so one of three guesses is nearly always right, and
   * comparing ten characters costs less than hashing them.
   */
  #guess(text: string): number | undefined {
    if (this.texts[this.#last] === text) return this.#last;
    if (this.texts[this.#last + 1] === text) return this.#last + 1;
    return this.texts[0] === text ? 0 : undefined;
  }

  #add(text: string, row: number, onNew: (text: string, row: number) => void): number {
    const id = this.texts.length;
    this.#ids.set(text, id);
    this.texts.push(text);
    this.firstRows.push(row);
    onNew(text, row);
    return id;
  }
}
