import { getLineage, type KeyRecord } from './key-record.ts'

/**
 * The key that represents a lineage: the newest that no rotation replaced. The new key of an interrupted rotation does
 * not count while the previous key exists, because nobody has seen it. Undefined when none is left.
 */
export function standingKey(records: readonly KeyRecord[], lineage: string): KeyRecord | undefined {
  const own = records.filter((record) => getLineage(record) === lineage)
  const find = (id: string | undefined) => (id === undefined ? undefined : own.find((record) => record.id === id))
  const standing = own.filter(({ replaces, replaced_by }) => {
    const before = find(replaces)
    return !find(replaced_by) && (!before || before.replaced_by !== undefined)
  })
  const [newest] = [...standing].sort((one, other) => other.created_at.localeCompare(one.created_at))
  return newest
}
