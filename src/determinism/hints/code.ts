import type { Source, Token } from './tokens.ts';

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** A tokenized source with what rules ask of it: brackets, and dotted names resolved through imports. */
export class Code {
  readonly tokens: readonly Token[];
  /** Index of the closing bracket of each opening one, and the reverse. */
  readonly #partner = new Map<number, number>();
  /** Index of the innermost opening bracket around each token; -1 at the top. */
  readonly #parent: number[] = [];
  /** What a name in this file stands for: `np` for `numpy`, `now` for `datetime.now`. */
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(source: Source, aliasesOf: (tokens: readonly Token[]) => ReadonlyMap<string, string>) {
    this.tokens = source.tokens;
    this.#aliases = aliasesOf(source.tokens);
    const open: number[] = [];
    for (const [index, { text }] of this.tokens.entries()) {
      if (Object.values(OPENERS).includes(text) && open.length > 0) {
        const opener = open.pop()!;
        this.#partner.set(opener, index);
        this.#partner.set(index, opener);
      }
      this.#parent.push(open.at(-1) ?? -1);
      if (Object.hasOwn(OPENERS, text)) open.push(index);
    }
  }

  text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  isName(index: number): boolean {
    return this.tokens[index]?.kind === 'name';
  }

  partner(index: number): number | null {
    return this.#partner.get(index) ?? null;
  }

  parent(index: number): number {
    return this.#parent[index] ?? -1;
  }

  /** Whether the file holds this name anywhere. */
  has(name: RegExp): boolean {
    return this.tokens.some((token) => token.kind === 'name' && name.test(token.text));
  }

  /** Whether the call opened at `paren` has no arguments. */
  isEmptyCall(paren: number): boolean {
    return this.text(paren) === '(' && this.partner(paren) === paren + 1;
  }

  /**
   * The dotted name that begins at `index`, resolved, and the index behind it; null if
   * none begins here. `::` counts as a dot.
   */
  chain(index: number): { readonly name: string; readonly next: number } | null {
    if (!this.isName(index) || this.#continuesPath(index)) return null;
    // What is called on a value that has no name: `new Date(text).getDay()` gives `.getDay`.
    const isMember = this.text(index - 1) === '.';
    const parts = isMember
      ? ['', this.text(index)]
      : [this.#aliases.get(this.text(index)) ?? this.text(index)];
    let next = index + 1;
    for (;;) {
      const width =
        this.text(next) === '.' ? 1 : this.text(next) === ':' && this.text(next + 1) === ':' ? 2 : 0;
      if (width === 0 || !this.isName(next + width)) break;
      parts.push(this.text(next + width));
      next += width + 1;
    }
    return { name: parts.join('.'), next };
  }

  #continuesPath(index: number): boolean {
    const before = this.text(index - 1);
    if (before === '.') return this.isName(index - 2);
    return before === ':' && this.text(index - 2) === ':';
  }

  /** Resolved name of what is called with the bracket at `paren`; empty if nothing is. */
  callee(paren: number): string {
    let start = paren - 1;
    while (this.isName(start) && this.text(start - 1) === '.' && this.isName(start - 2)) start -= 2;
    const chain = this.chain(start);
    return chain !== null && chain.next === paren
      ? chain.name
      : this.isName(paren - 1)
        ? this.text(paren - 1)
        : '';
  }
}
