/**
 * Runs `work` over `items`, in their order, on at most `lanes` at a time. Takes no
 * further item once `stopped` says so, or one has thrown; settles when nothing is under
 * way any more, and then rejects with what was thrown first.
 */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<void>,
  control: { readonly stopped: () => boolean; readonly onError: (error: unknown) => void },
): Promise<void> {
  let next = 0;
  const thrown: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (next < items.length && thrown.length === 0 && !control.stopped()) {
      const item = items[next]!;
      next += 1;
      try {
        await work(item);
      } catch (error) {
        thrown.push(error);
        control.onError(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  if (thrown.length > 0) throw thrown[0];
}
