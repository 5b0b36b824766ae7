const INTERVAL_MS = 25;

/** Asks until what is asked for is there; throws, saying what was awaited and what was seen last. */
export async function eventually<T>(
  what: string,
  ask: () => T | null | undefined | false,
  options: { readonly timeoutMs?: number | undefined; readonly seen?: () => string } = {},
): Promise<T> {
  const deadline = performance.now() + (options.timeoutMs ?? 20_000);
  for (;;) {
    const answer = ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline)
      throw new Error(`waited in vain for ${what}${options.seen ? `; seen:\n${options.seen()}` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
