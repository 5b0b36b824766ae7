/**
 * A diagnostic is data: a stable code, a place and facts. Its words are made at the
 * edge, by the catalogue row of its code.
 */
export type Severity = 'error' | 'warning' | 'notice';

/** Where it stands. `offset` and `length` count bytes; `line` and `column` count from 1. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** JSON pointer (RFC 6901) into the answer. */
  readonly pointer?: string;
  readonly offset?: number;
  readonly length?: number;
  /** 0-based decision step in the window. */
  readonly step?: number;
}

export type Fact = string | number | boolean | readonly string[];

export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly place: Place;
  /** What stood there, as short source text; null when nothing did. */
  readonly found: string | null;
  /** What may stand there. */
  readonly accepted: readonly string[];
  /** Further facts that the words of this code need (nearest name, exit code, ...). */
  readonly facts: Readonly<Record<string, Fact>>;
}

export interface Words {
  /** One sentence: what failed, what was found, what is accepted. */
  readonly message: string;
  /** The usual cause, where one is known. */
  readonly cause: string | null;
  /** What to do next. */
  readonly fix: string;
}

/** One row of a layer's catalogue: everything that can be said about a code. */
export interface CodeEntry {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** The long text of `sbdev explain CODE`. */
  readonly about: string;
  readonly bad: string;
  readonly good: string;
  words(diagnostic: Diagnostic): Words;
}

export function diagnostic(
  code: string,
  severity: Severity,
  place: Place,
  rest: { found?: string | null; accepted?: readonly string[]; facts?: Readonly<Record<string, Fact>> } = {},
): Diagnostic {
  return {
    code,
    severity,
    place,
    found: rest.found ?? null,
    accepted: rest.accepted ?? [],
    facts: rest.facts ?? {},
  };
}
