import type { Fact } from '../../kernel/diagnostic.ts';

/** Why a text is not JSON, and where: a code of the catalogue, with bytes as the measure. */
export interface JsonFault {
  readonly code: JsonFaultCode;
  readonly offset: number;
  readonly length: number;
  /** Node that the fault belongs to (the value or the open container); -1 at the root. */
  readonly node: number;
  /** `problem` names the sub-kind of `not-json`; `corrected` is the right spelling. */
  readonly facts: Readonly<Record<string, Fact>>;
}

export type JsonFaultCode =
  | 'not-json'
  | 'bom'
  | 'not-utf8'
  | 'empty-line'
  | 'trailing-data'
  | 'incomplete-json'
  | 'unterminated-string'
  | 'control-char'
  | 'lone-surrogate'
  | 'bad-escape'
  | 'too-deep'
  | 'non-finite-literal';
