/** One token of a source; strings and comments are left out, but for their place. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'mark';
  /** Empty for a string. */
  readonly text: string;
  /** Count from 1; columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
}

export interface Source {
  readonly tokens: readonly Token[];
  /** Lines with a comment that waives hints on them. */
  readonly waived: ReadonlySet<number>;
}

export type LanguageId = 'python' | 'node' | 'go' | 'rust';

const WAIVER = /\bsbdev:\s*allow\b/;
const NAME_START = /[\p{L}\p{Nl}_$]/u;
const NAME = /[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Pc}_$]*/uy;
const NUMBER = /\d(?:[\w.]|[eE][+-])*/y;
const BLANK = /\s+/y;

/** What a language writes between its tokens, as sticky patterns over the source. */
interface Lexis {
  readonly comment: readonly RegExp[];
  /** In this order; each runs to the string's end, or to the end of the source. */
  readonly string: readonly RegExp[];
}

const SLASH_COMMENTS = [/\/\/[^\n]*/y, /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/y];
const DOUBLE_QUOTED = /"(?:\\[\s\S]|[^"\\\n])*(?:"|(?=\n)|$)/y;
const SINGLE_QUOTED = /'(?:\\[\s\S]|[^'\\\n])*(?:'|(?=\n)|$)/y;

const lexis: Readonly<Record<LanguageId, Lexis>> = {
  python: {
    comment: [/#[^\n]*/y],
    string: [
      /[rbuftRBUFT]{0,2}"""(?:\\[\s\S]|[^\\])*?(?:"""|$(?![\s\S]))/y,
      /[rbuftRBUFT]{0,2}'''(?:\\[\s\S]|[^\\])*?(?:'''|$(?![\s\S]))/y,
      /[rbuftRBUFT]{0,2}"(?:\\[\s\S]|[^"\\\n])*(?:"|(?=\n)|$)/y,
      /[rbuftRBUFT]{0,2}'(?:\\[\s\S]|[^'\\\n])*(?:'|(?=\n)|$)/y,
    ],
  },
  node: { comment: SLASH_COMMENTS, string: [DOUBLE_QUOTED, SINGLE_QUOTED] },
  go: { comment: SLASH_COMMENTS, string: [/`[^`]*(?:`|$(?![\s\S]))/y, DOUBLE_QUOTED, SINGLE_QUOTED] },
  rust: {
    comment: [/\/\/[^\n]*/y],
    string: [
      /b?r(#*)"[\s\S]*?(?:"\1|$(?![\s\S]))/y,
      /b?"(?:\\[\s\S]|[^"\\])*(?:"|$(?![\s\S]))/y,
      // A lifetime (`'a`) has no closing quote; a character has.
      /b?'(?:\\u\{[0-9a-fA-F_]*\}|\\[\s\S]|[^'\\\n])'/y,
    ],
  },
};

/**
 * Splits a source into tokens. A scanner, not a parser: it never fails, and a source
 * that is not well formed gives tokens that mean nothing.
 */
export function tokenize(text: string, language: LanguageId): Source {
  return new Scanner(text, language).run();
}

class Scanner {
  readonly #text: string;
  readonly #language: LanguageId;
  readonly #tokens: Token[] = [];
  readonly #waived = new Set<number>();
  #at = 0;
  #line = 1;
  #lineStart = 0;
  /** Open braces inside each template literal that is being read (JavaScript). */
  readonly #templates: number[] = [];

  constructor(text: string, language: LanguageId) {
    this.#text = text;
    this.#language = language;
  }

  run(): Source {
    while (this.#at < this.#text.length) {
      if (this.#match(BLANK) !== null) continue;
      if (this.#comment() || this.#string() || this.#template() || this.#pattern()) continue;
      this.#word();
    }
    return { tokens: this.#tokens, waived: this.#waived };
  }

  #comment(): boolean {
    if (this.#language === 'rust' && this.#text.startsWith('/*', this.#at)) return this.#nestedComment();
    const line = this.#line;
    for (const pattern of lexis[this.#language].comment) {
      const found = this.#match(pattern);
      if (found === null) continue;
      this.#noteWaiver(found, line);
      return true;
    }
    return false;
  }

  /** Comments of Rust nest. */
  #nestedComment(): boolean {
    const line = this.#line;
    let depth = 0;
    let end = this.#at;
    do {
      if (this.#text.startsWith('/*', end)) depth += 1;
      else if (this.#text.startsWith('*/', end)) depth -= 1;
      else {
        end += 1;
        continue;
      }
      end += 2;
    } while (depth > 0 && end < this.#text.length);
    this.#noteWaiver(this.#advance(Math.min(end, this.#text.length)), line);
    return true;
  }

  #noteWaiver(comment: string, line: number): void {
    for (const [index, part] of comment.split('\n').entries()) {
      if (WAIVER.test(part)) this.#waived.add(line + index);
    }
  }

  #string(): boolean {
    for (const pattern of lexis[this.#language].string) {
      const place = this.#place();
      if (this.#match(pattern) === null) continue;
      this.#tokens.push({ kind: 'string', text: '', ...place });
      return true;
    }
    return false;
  }

  /** A template literal is a string with code in it: `${` opens, its `}` closes. */
  #template(): boolean {
    if (this.#language !== 'node') return false;
    const next = this.#text[this.#at];
    const depth = this.#templates.at(-1);
    if (next === '`') {
      this.#tokens.push({ kind: 'string', text: '', ...this.#place() });
      this.#advance(this.#at + 1);
      this.#templateText();
      return true;
    }
    if (depth === undefined) return false;
    if (next === '{') this.#templates[this.#templates.length - 1] = depth + 1;
    if (next !== '}') return false;
    if (depth > 0) {
      this.#templates[this.#templates.length - 1] = depth - 1;
      return false;
    }
    this.#templates.pop();
    this.#advance(this.#at + 1);
    this.#templateText();
    return true;
  }

  #templateText(): void {
    this.#match(/(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y);
    if (this.#text.startsWith('${', this.#at)) {
      this.#advance(this.#at + 2);
      this.#templates.push(0);
    } else if (this.#at < this.#text.length) this.#advance(this.#at + 1);
  }

  /** A slash begins a regular expression where a value may begin (JavaScript). */
  #pattern(): boolean {
    if (this.#language !== 'node' || this.#text[this.#at] !== '/') return false;
    const last = this.#tokens.at(-1);
    const endsValue =
      last !== undefined &&
      (last.kind === 'number' ||
        last.kind === 'string' ||
        (last.kind === 'name' && !BEFORE_VALUE.has(last.text)) ||
        [')', ']', '}'].includes(last.text));
    if (endsValue) return false;
    const place = this.#place();
    if (this.#match(/\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y) === null) return false;
    this.#tokens.push({ kind: 'string', text: '', ...place });
    return true;
  }

  #word(): void {
    const place = this.#place();
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at)!);
    if (NAME_START.test(character)) {
      this.#tokens.push({ kind: 'name', text: this.#match(NAME)!, ...place });
      return;
    }
    const number = this.#match(NUMBER);
    if (number !== null) this.#tokens.push({ kind: 'number', text: number, ...place });
    else this.#tokens.push({ kind: 'mark', text: this.#advance(this.#at + character.length), ...place });
  }

  #place(): { line: number; column: number } {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  /** Text of a sticky pattern here, passed over; null if it does not match, or matches nothing. */
  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    return found === undefined || found === '' ? null : this.#advance(this.#at + found.length);
  }

  #advance(end: number): string {
    const passed = this.#text.slice(this.#at, end);
    for (let feed = passed.indexOf('\n'); feed !== -1; feed = passed.indexOf('\n', feed + 1)) {
      this.#line += 1;
      this.#lineStart = this.#at + feed + 1;
    }
    this.#at = end;
    return passed;
  }
}

/** Names after which a value begins, though they look like one. */
const BEFORE_VALUE: ReadonlySet<string> = new Set([
  ...[
    'return',
    'typeof',
    'case',
    'in',
    'of',
    'do',
    'else',
    'void',
    'delete',
    'throw',
    'new',
    'await',
    'yield',
  ],
]);
