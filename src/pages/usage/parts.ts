import type { UsageRow } from '../api/types.ts'
import { useTexts } from '../text/language.tsx'
import type { Texts } from '../text/texts.ts'
import type { Series } from '../usage.tsx'
import { type DaySum, NO_KEY, type Split, sumBy } from './sums.ts'

export type GetName = (split: Exclude<Split, 'outcome'>, row: UsageRow) => string

/** What a key or a group is called. */
export function usePartName(): GetName {
  const { usage, words } = useTexts()
  return (split, { key, key_id, group }) => {
    if (split === 'group') return words.groups[group as keyof typeof words.groups] ?? group
    return key_id === 'deployment' ? usage.deployment : (key ?? usage.nobody)
  }
}

/** The parts that a chart can show apart. The rest is one part. */
const MOST_PARTS = 4

/** The parts of the bars, without failures. */
export function getSeries(
  split: Split,
  days: readonly DaySum[],
  rows: readonly UsageRow[],
  getName: GetName,
  texts: Texts['usage'],
): Series[] {
  if (split === 'outcome') {
    return [
      { id: 'ok', label: texts.ok, counts: days.map(({ ok }) => ok) },
      { id: 'refused', label: texts.refused, counts: days.map(({ refused }) => refused) },
    ]
  }
  const parts = sumBy(split, rows)
  const toSeries = (id: string, label: string, own: readonly UsageRow[]): Series => {
    const byDay = Map.groupBy(own, ({ day }) => day)
    const count = (day: string) => (byDay.get(day) ?? []).reduce((sum, { ok, refused }) => sum + ok + refused, 0)
    return { id, label, counts: days.map(({ day }) => count(day)) }
  }
  const named = parts
    .slice(0, MOST_PARTS)
    .map(({ id, rows: own }) => toSeries(id || NO_KEY, own[0] ? getName(split, own[0]) : id, own))
  const others = parts.slice(MOST_PARTS).flatMap(({ rows: own }) => own)
  return others.length > 0 ? [...named, toSeries('others', texts.others, others)] : named
}
