/** Version of the reference engine whose arithmetic this kit repeats. */
export const ENGINE_VERSION = '0.28.0';
