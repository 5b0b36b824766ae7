import { faultFindings } from '../../protocol/diagnostics/faultFindings.ts';
import {
  ARRAY,
  DIGITS,
  ESCAPED_STRING,
  FALSE,
  NULL,
  NUMBER,
  OBJECT,
  STRING,
  TRUE,
} from '../../protocol/json/kinds.ts';
import { JsonTape } from '../../protocol/json/tape.ts';

/**
 * Reads back what `recordJson` wrote, without loss: integers that a double cannot hold
 * become bigints. Objects have no prototype, so that no key means anything else. Throws
 * an Error that says why for what is not JSON.
 */
export function readRecord(bytes: Uint8Array): unknown {
  const tape = new JsonTape();
  if (!tape.read(bytes)) throw new Error(faultFindings(tape)[0]?.code ?? 'not-json');
  return valueAt(tape, 0);
}

/** Recursion is bounded by the depth that the tape accepts. */
function valueAt(tape: JsonTape, node: number): unknown {
  switch (tape.kind(node)) {
    case OBJECT: {
      const members: Record<string, unknown> = Object.create(null);
      for (let key = node + 1; key < tape.next(node); key = tape.next(key + 1)) {
        members[tape.stringAt(key)] = valueAt(tape, key + 1);
      }
      return members;
    }
    case ARRAY: {
      const elements: unknown[] = [];
      for (let each = node + 1; each < tape.next(node); each = tape.next(each)) {
        elements.push(valueAt(tape, each));
      }
      return elements;
    }
    case STRING:
    case ESCAPED_STRING:
      return tape.stringAt(node);
    case DIGITS: {
      const number = tape.numberAt(node);
      return Number.isSafeInteger(number) ? number : BigInt(tape.sourceAt(node));
    }
    case NUMBER:
      return tape.numberAt(node);
    case TRUE:
      return true;
    case FALSE:
      return false;
    case NULL:
      return null;
    default:
      throw new Error('not-json');
  }
}
