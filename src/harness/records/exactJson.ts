/** Members of a record that are u64 (page 1.4): a double would round them. */
const U64_MEMBER = /(?<!\\)"(seed|tokens_in|tokens_out|reasoning_tokens)":([0-9]{1,20})(?=[,}])/g;

/**
 * Reads JSON that `recordJson` wrote: seeds and token counts as bigint, to the last
 * digit, everything else as JSON.parse does. Throws a SyntaxError.
 */
export function exactJson(text: string): unknown {
  // In JSON text a bare quote ends a string, so the pattern can only meet a key.
  const marked = text.replace(U64_MEMBER, '"$1":{"u64":"$2"}');
  return marked === text ? JSON.parse(text) : JSON.parse(marked, revive);
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('u64' in value)) return value;
  return typeof value.u64 === 'string' && /^[0-9]{1,20}$/.test(value.u64) ? BigInt(value.u64) : value;
}
