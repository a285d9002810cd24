import { useState } from 'preact/hooks'
import { keyLink } from '../activity/address.ts'
import type { UsageRow } from '../api/types.ts'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDayName, number } from '../text/moments.ts'
import { More } from '../ui/More.tsx'
import type { GetName } from './parts.ts'
import { getTotal, NO_KEY, type PartSum, type Sum, sumBy } from './sums.ts'

interface Props {
  split: 'key' | 'group'
  rows: readonly UsageRow[]
  getName: GetName
}

/** The sums of each key or group. Its days open below it. */
export function PartTable({ split, rows, getName }: Props) {
  const { usage: texts } = useTexts()
  return (
    <div class="card table">
      <table class="numbers">
        <caption class="unseen">{texts.captions[split]}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.splits[split]}</th>
            {[texts.total, texts.refused, texts.failed].map((words) => (
              <th scope="col" class="number" key={words}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sumBy(split, rows).map((part) => (
            <PartRow key={part.id} part={part} split={split} getName={getName} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Counts({ sum }: { sum: Sum }) {
  const { language } = useLanguage()
  return (
    <>
      {[getTotal(sum), sum.refused, sum.failed].map((count, place) => (
        <td class="number" key={place}>
          {number(language, count)}
        </td>
      ))}
    </>
  )
}

function PartRow({ part, split, getName }: { part: PartSum; split: 'key' | 'group'; getName: GetName }) {
  const { usage: texts } = useTexts()
  const { language } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { id, rows } = part
  const name = rows[0] ? getName(split, rows[0]) : id
  const other = split === 'key' ? 'group' : 'key'
  const newest = isOpen ? rows.toSorted((one, two) => two.day.localeCompare(one.day)) : []
  return (
    <>
      <tr>
        <th scope="row">
          <bdi>{name}</bdi>{' '}
          <More
            label={texts.more}
            about={name}
            controls={`part-${id}`}
            open={isOpen}
            onToggle={() => setOpen(!isOpen)}
          />
          {isOpen && split === 'key' && id !== NO_KEY && (
            <a class="button quiet" href={keyLink(id)} aria-label={`${texts.failures}: ${name}`}>
              {texts.failures}
            </a>
          )}
        </th>
        <Counts sum={part} />
      </tr>
      {newest.map((row, place) => (
        <tr key={`${row.day} ${row.key_id} ${row.group}`} class="inner" id={place === 0 ? `part-${id}` : undefined}>
          <th scope="row">
            {formatDayName(language, row.day)} <span class="soft">{getName(other, row)}</span>
          </th>
          <Counts sum={row} />
        </tr>
      ))}
    </>
  )
}
