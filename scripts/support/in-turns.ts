/** Runs the work for every item, with limited concurrency. Results keep the order of the items. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at] as Item, at)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return results
}
