// The part of Node that this agent uses, so that the compiler is all there is to install.
// For the rest of it: npm install --save-dev @types/node, set "types": ["node"] in
// tsconfig.json, and delete this file.

declare const process: {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): boolean };
};

declare const console: Record<'log' | 'info' | 'debug' | 'error', (...values: unknown[]) => void>;

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

declare module 'node:test' {
  export function test(name: string, body: () => void | Promise<void>): Promise<void>;
}

declare module 'node:assert/strict' {
  export function equal(actual: unknown, expected: unknown): void;
  export function deepEqual(actual: unknown, expected: unknown): void;
  export function throws(body: () => unknown, expected: RegExp | (new (...values: never[]) => Error)): void;
  export function rejects(
    promise: Promise<unknown>,
    expected: RegExp | (new (...values: never[]) => Error),
  ): Promise<void>;
}
