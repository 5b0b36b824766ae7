// The part of Node that this agent uses, so that the compiler is all there is to install.
// For the rest of it: npm install --save-dev @types/node, set "types": ["node"] in
// tsconfig.json, and delete this file.

interface ImportMeta {
  readonly url: string;
}

declare const process: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): boolean };
  exitCode: number;
};

declare const console: Record<'log' | 'info' | 'debug' | 'error', (...values: unknown[]) => void>;

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string): boolean;
}

declare class AbortSignal {
  readonly aborted: boolean;
  static timeout(milliseconds: number): AbortSignal;
}

declare function fetch(
  url: string,
  options: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'error';
    signal: AbortSignal;
  },
): Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

declare module 'node:crypto' {
  interface Hash {
    update(text: string): Hash;
    digest(encoding: 'hex'): string;
  }
  export function createHash(algorithm: 'sha256'): Hash;
  export function randomUUID(): string;
}

declare module 'node:fs' {
  export function linkSync(existing: string, path: string): void;
  export function mkdirSync(path: string, options: { recursive: true }): void;
  export function mkdtempSync(prefix: string): string;
  export function readdirSync(path: string): string[];
  export function readFileSync(path: string, encoding: 'utf8'): string;
  export function renameSync(from: string, to: string): void;
  export function rmSync(path: string, options: { force?: true; recursive?: true }): void;
  export function writeFileSync(path: string, text: string, options?: { flag: 'wx'; flush: true }): void;
}

declare module 'node:os' {
  export function tmpdir(): string;
}

declare module 'node:path' {
  export function join(...parts: string[]): string;
}

declare module 'node:timers/promises' {
  export function setTimeout(ms: number, value: undefined, options: { signal: AbortSignal }): Promise<void>;
}

declare module 'node:url' {
  export function fileURLToPath(url: URL): string;
}

declare module 'node:test' {
  export function test(name: string, body: () => void | Promise<void>): Promise<void>;
}

declare module 'node:assert/strict' {
  type Expected = RegExp | (new (...values: never[]) => Error) | Readonly<Record<string, unknown>>;
  export function ok(value: unknown): void;
  export function equal(actual: unknown, expected: unknown): void;
  export function deepEqual(actual: unknown, expected: unknown): void;
  export function throws(body: () => unknown, expected: Expected): void;
  export function rejects(promise: Promise<unknown>, expected: Expected): Promise<void>;
}
