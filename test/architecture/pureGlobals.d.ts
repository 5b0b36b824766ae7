// What pure folders may use beyond ECMAScript itself: the text codecs, which are
// functions of their input. Anything else (process, timers, fetch) does not compile.
declare class TextEncoder {
  encode(text?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}
