/**
 * How far a refused answer reaches: whether the lines seen so far make up one whole
 * text, or more of it must be expected. Brackets are counted and nothing is parsed:
 * whether a text is a decision is not a transport's to say.
 */
export class AnswerExtent {
  readonly #form: 'object' | 'fence' | 'other';
  readonly #scan = new BracketScan();
  #complete = false;

  constructor(firstLine: Uint8Array) {
    this.#form = formOf(firstLine);
    if (this.#form === 'object') this.#complete = this.#scan.feed(firstLine);
  }

  feed(line: Uint8Array): void {
    if (this.#form === 'object') this.#complete ||= this.#scan.feed(line);
    if (this.#form === 'fence') this.#complete ||= formOf(line) === 'fence';
    this.#complete ||= isWholeObject(line);
  }

  get complete(): boolean {
    return this.#complete;
  }
}

/** Whether the line alone is one bracketed object, from its first `{` to its last `}`. */
export function isWholeObject(line: Uint8Array): boolean {
  if (formOf(line) !== 'object') return false;
  return new BracketScan().feed(line);
}

class BracketScan {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Whether all that was opened is closed at the end of the line. Strings may run over line ends. */
  feed(line: Uint8Array): boolean {
    for (const byte of line) {
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) this.#insideString(byte);
      else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth -= 1;
    }
    return this.#depth <= 0 && !this.#inString;
  }

  #insideString(byte: number): void {
    if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }
}

function formOf(line: Uint8Array): 'object' | 'fence' | 'other' {
  let at = 0;
  while (line[at] === 0x20 || line[at] === 0x09 || line[at] === 0x0d) at += 1;
  if (line[at] === OPEN_BRACE) return 'object';
  const fenced = line[at] === BACKTICK && line[at + 1] === BACKTICK && line[at + 2] === BACKTICK;
  return fenced ? 'fence' : 'other';
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BACKTICK = 0x60;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
