import { getLineage, type KeyRecord } from './key-record.ts'

/**
 * The key of a lineage that stands for it: the newest, without those that a roll replaced. A key of a roll that was
 * interrupted does not count while the key before it is there, since nobody was shown it. Undefined where none is left.
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
