/** A bug of ours, never a circumstance: what must hold did not. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new InvariantError(`broken invariant: ${claim}`);
}
