import { limits } from '../../kernel/limits.ts';
import { brokenWord } from './brokenWord.ts';
import {
  APOSTROPHE,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  isWord,
  LESS_THAN,
  OPEN_BRACKET,
} from './characters.ts';
import type { JsonFault } from './fault.ts';
import { BROKEN } from './kinds.ts';
import {
  commaBefore,
  incomplete,
  isComment,
  notJson,
  quotedLength,
  restLength,
  wordLength,
} from './structureFaults.ts';
import type { JsonTape } from './tape.ts';

/**
 * Notes why no JSON value stands at `at`. A badly spelt word or number is passed over:
 * the offset after it is returned. -1 if nothing sensible can follow.
 */
export function brokenValue(tape: JsonTape, at: number): number {
  const bytes = tape.bytes;
  const byte = bytes[at] ?? -1;
  if (byte === -1) return stop(tape, incomplete(tape));
  if (tape.count === 0) return brokenRoot(tape, at, byte);
  const comma = commaBefore(bytes, at);
  if ((byte === CLOSE_BRACKET || byte === CLOSE_BRACE) && comma >= 0) {
    return stop(tape, notJson('trailing-comma', comma, 1, tape.count - 1));
  }
  if (isWord(byte)) return word(tape, at);
  const node = tape.push(BROKEN, at, at + 1);
  if (byte === APOSTROPHE) return stop(tape, notJson('single-quote', at, quotedLength(bytes, at), node));
  if (isComment(bytes, at)) return stop(tape, notJson('comment', at, restLength(bytes, at), node));
  return stop(tape, notJson('unexpected', at, 1, node, { wanted: 'a value' }));
}

/** Nothing has been read yet: what is this line, if it is no JSON at all? */
function brokenRoot(tape: JsonTape, at: number, byte: number): number {
  const bytes = tape.bytes;
  const rest = restLength(bytes, at);
  if (byte === BACKTICK) return stop(tape, notJson('markdown-fence', at, rest, -1));
  if (byte === LESS_THAN) return stop(tape, notJson('html', at, rest, -1));
  if (byte === APOSTROPHE) return stop(tape, notJson('single-quote', at, quotedLength(bytes, at), -1));
  if (isComment(bytes, at)) return stop(tape, notJson('comment', at, rest, -1));
  if (isWord(byte) && wordLength(bytes, at) === rest) {
    const fault = brokenWord(bytes, at, rest, -1);
    if (fault.facts.problem !== 'bare-word') return stop(tape, fault);
  }
  return stop(tape, notJson('log-text', at, rest, -1));
}

function word(tape: JsonTape, at: number): number {
  const bytes = tape.bytes;
  const length = wordLength(bytes, at);
  // `[INFO] ready` opens like an array and is a log line.
  const opensLog = tape.count === 1 && bytes[tape.start(0)] === OPEN_BRACKET;
  const node = tape.push(BROKEN, at, at + length);
  const fault =
    length > limits.wordBytes
      ? notJson('malformed-number', at, length, node)
      : brokenWord(bytes, at, length, node);
  if (fault.facts.problem === 'bare-word' && opensLog) {
    const start = tape.start(0);
    return stop(tape, notJson('log-text', start, restLength(bytes, start), -1));
  }
  if (fault.code === 'incomplete-json') return stop(tape, incomplete(tape));
  tape.addFault(fault);
  return fault.facts.problem === 'bare-word' ? -1 : at + length;
}

function stop(tape: JsonTape, fault: JsonFault): -1 {
  tape.addFault(fault);
  return -1;
}
