/** Works on all items, at most `lanes` at a time. Rejects with the first error; the other lanes go on. */
export async function inLanes<T>(
  lanes: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const left = [...items.entries()];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await work(next[1], next[0]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}
