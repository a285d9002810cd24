import type { OperationNames } from '../activity/entries.ts'
import type { UsageRow } from '../api/types.ts'
import { firstTexts } from '../text/first.ts'
import { useTexts } from '../text/language.tsx'
import { type UsageTexts, usageTexts } from '../text/usage.ts'
import type { Series } from './Chart.tsx'
import { NO_KEY, type Part, type SlotSum, type Split, sumBy } from './sums.ts'

export type GetName = (split: Part, row: UsageRow) => string

/** The name of a key, a group or an operation. */
export function usePartName(names: OperationNames): GetName {
  const { words } = useTexts(firstTexts)
  const usage = useTexts(usageTexts)
  return (split, { key, key_id, group, operation }) => {
    if (split === 'operation' && operation) return names[operation] ?? operation
    if (split !== 'key') return words.groups[group as keyof typeof words.groups] ?? group
    return key_id === 'deployment' ? usage.deployment : (key ?? usage.nobody)
  }
}

/** The parts that a chart can show apart. The rest is one part. */
const MOST_PARTS = 4

/** The parts of the bars. Failures are on top. */
export function getSeries(
  split: Split,
  slots: readonly SlotSum[],
  rows: readonly UsageRow[],
  getName: GetName,
  texts: UsageTexts,
): Series[] {
  const failed = { id: 'failed', label: texts.failed, values: slots.map((slot) => slot.failed), isBad: true }
  if (split === 'outcome') {
    return [
      { id: 'ok', label: texts.ok, values: slots.map(({ ok }) => ok) },
      { id: 'refused', label: texts.refused, values: slots.map(({ refused }) => refused) },
      failed,
    ]
  }
  const parts = sumBy(split, rows)
  const toSeries = (id: string, label: string, own: readonly UsageRow[]): Series => {
    const bySlot = Map.groupBy(own, ({ at }) => at)
    const count = (at: string) => (bySlot.get(at) ?? []).reduce((sum, { ok, refused }) => sum + ok + refused, 0)
    return { id, label, values: slots.map(({ at }) => count(at)) }
  }
  const named = parts
    .slice(0, MOST_PARTS)
    .map(({ id, rows: own }) => toSeries(id || NO_KEY, own[0] ? getName(split, own[0]) : id, own))
  const others = parts.slice(MOST_PARTS).flatMap(({ rows: own }) => own)
  return [...named, ...(others.length > 0 ? [toSeries('others', texts.others, others)] : []), failed]
}
