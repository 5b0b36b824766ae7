import { closeSync, openSync, readSync } from 'node:fs';

export type Shebang =
  /** A binary, or a file that cannot be read. */
  | { readonly kind: 'none' }
  /** Text without `#!`: the C library hands it to /bin/sh. */
  | { readonly kind: 'plain-text' }
  | {
      readonly kind: 'script';
      readonly line: string;
      readonly endsInCarriageReturn: boolean;
      readonly interpreter: string;
      /** The program that `env` is to look up, if the interpreter is `env`. */
      readonly lookedUp: string | null;
    };

/** The longest first line that the kernel reads. */
const SHEBANG_BYTES = 256;

/** Reads the `#!` line of a program file. */
export function readShebang(path: string): Shebang {
  const head = readHead(path);
  if (head === null || head.length === 0) return { kind: 'none' };
  if (head[0] !== 0x23 || head[1] !== 0x21) {
    return head.includes(0) ? { kind: 'none' } : { kind: 'plain-text' };
  }
  const lineEnd = head.indexOf(0x0a);
  const raw = head.toString('utf8', 2, lineEnd === -1 ? head.length : lineEnd);
  const line = raw.replace(/\r$/, '');
  const words = line.trim().split(/[ \t]+/);
  const interpreter = words[0] ?? '';
  const isEnv = /(^|\/)env$/.test(interpreter);
  return {
    kind: 'script',
    line: `#!${line}`,
    endsInCarriageReturn: raw.endsWith('\r'),
    interpreter,
    lookedUp: isEnv
      ? (words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) ?? null)
      : null,
  };
}

function readHead(path: string): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(SHEBANG_BYTES);
      return head.subarray(0, readSync(file, head, 0, SHEBANG_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
