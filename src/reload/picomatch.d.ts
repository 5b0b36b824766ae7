/** The part of picomatch that is used here; the package brings no types. */
declare module 'picomatch' {
  interface Options {
    readonly dot?: boolean;
    readonly windows?: boolean;
    readonly nonegate?: boolean;
    readonly strictBrackets?: boolean;
    readonly maxLength?: number;
  }
  interface Scanned {
    /** The part before the first wildcard. */
    readonly base: string;
    readonly glob: string;
  }
  function picomatch(glob: string, options?: Options): (path: string) => boolean;
  namespace picomatch {
    function scan(glob: string, options?: Options): Scanned;
  }
  export default picomatch;
}
