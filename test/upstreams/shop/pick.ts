/** The nth of a list that starts anew at its end. */
export function pick<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
