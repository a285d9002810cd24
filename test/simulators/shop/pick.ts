/** The nth item of a list that repeats. */
export function pick<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
