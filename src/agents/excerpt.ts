import { limits } from '../kernel/limits.ts';
import { printableShort } from '../kernel/printable.ts';

/** The start of foreign bytes, safe to show. */
export function excerpt(bytes: Uint8Array): string {
  const head = bytes.subarray(0, limits.excerptChars * 4);
  return printableShort(
    Buffer.from(head.buffer, head.byteOffset, head.length).toString('utf8'),
    limits.excerptChars,
  );
}

/** The last lines of a stderr tail, safe to show; of a line redrawn with CR, its last form. */
export function lastLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1) ?? '')
    .filter((line) => line.trim() !== '')
    .slice(-limits.stderrQuotedLines)
    .map((line) => printableShort(line, STDERR_LINE_CHARS));
}

const STDERR_LINE_CHARS = 240;
