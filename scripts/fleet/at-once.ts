/** Runs the work for each item, with limited concurrency. Results keep the order of the items. */
export async function atOnce<In, Out>(
  most: number,
  all: readonly In[],
  act: (one: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  const left = [...all.entries()]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, one] = next
      results[at] = await act(one)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, work))
  return results
}
