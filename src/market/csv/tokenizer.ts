/**
 * Splits CSV text (RFC 4180) into records. A contract, because the library that does
 * it needs more than this folder may use; the command line passes it in.
 *
 * Line ends are LF, CRLF or CR; empty lines are no records; fields are not trimmed
 * and not converted; records may have any number of fields.
 */
export interface CsvTokenizer {
  /** Records of `bytes` up to the first malformed quote, if there is one. */
  tokenize(bytes: Uint8Array): Tokens;
  /** Offset just past each record that `tokenize` gives, its line end included. */
  recordEnds(bytes: Uint8Array): readonly number[];
}

export interface Tokens {
  readonly records: readonly (readonly string[])[];
  readonly failure: QuoteFailure | null;
}

export interface QuoteFailure {
  readonly kind: 'inside-unquoted' | 'text-after-closing' | 'never-closed';
  /** 0-based field of the record that could not be read. */
  readonly field: number;
}
