/**
 * Measures each name once per round. Every other round reverses the order, so that none always follows the same one.
 */
export async function inRounds<Name extends string, Value>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name) => Promise<Value>,
): Promise<Record<Name, Value[]>> {
  const values = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) values[name].push(await measure(name))
  }
  return values
}
