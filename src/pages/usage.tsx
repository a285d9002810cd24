import { useState } from 'preact/hooks'
import { keyLink } from './activity/entries.ts'
import { fetchUsage } from './api/admin.ts'
import type { UsageRow } from './api/types.ts'
import { useLanguage, useTexts } from './text/language.tsx'
import { formatDateTime, formatDayName, formatShortDay, number } from './text/moments.ts'
import { Failure } from './ui/Failure.tsx'
import { Select, Switch } from './ui/fields.tsx'
import { Empty, Loading, More } from './ui/layout.tsx'
import { useLoaded } from './ui/task.ts'
import { type GetName, getSeries, usePartName } from './usage/parts.ts'
import {
  addUp,
  type DaySum,
  getDays,
  getLastDay,
  getTop,
  getTotal,
  NO_KEY,
  type PartSum,
  SPLITS,
  type Split,
  type Sum,
  sumBy,
} from './usage/sums.ts'

/** A part of each bar, such as the requests of one key. */
export interface Series {
  id: string
  label: string
  /** One count for each day. */
  counts: readonly number[]
}

interface ChartProps {
  days: readonly DaySum[]
  /** From the bottom up. Failures are on top of them. */
  series: readonly Series[]
  /** Whether the bars are split by something other than the outcome. */
  isSplit: boolean
}

/** In pixels, because the width is that of the page. */
const HEIGHT = 200
const TOP = 12
const AXIS = 44
/** Of more days than this, every fifth is named. */
const MOST_NAMED = 7

/** A bar for each day, with a scale, the days named, and the numbers of the day under the pointer. */
function Chart({ days, series, isSplit }: ChartProps) {
  const { usage } = useTexts()
  const { language } = useLanguage()
  const [at, setAt] = useState<number>()
  const top = getTop(Math.max(1, ...days.map(getTotal)))
  const toHeight = (count: number) => (count / top) * HEIGHT
  const all = addUp(days)
  const [total = '', ok = '', refused = '', failed = ''] = [getTotal(all), all.ok, all.refused, all.failed].map(
    (count) => number(language, count),
  )
  const isNamed = (place: number) => days.length <= MOST_NAMED || (days.length - 1 - place) % 5 === 0
  const pointed = at === undefined ? undefined : days[at]
  return (
    <figure class="chart">
      <div class="plot" onPointerLeave={() => setAt(undefined)}>
        <svg class="scale" height={HEIGHT + 2 * TOP} aria-hidden="true">
          {[0, 0.5, 1].map((part) => (
            <g key={part}>
              <line class="line" x1={AXIS} x2="100%" y1={TOP + HEIGHT * (1 - part)} y2={TOP + HEIGHT * (1 - part)} />
              <text x={AXIS - 8} y={TOP + HEIGHT * (1 - part) + 4} text-anchor="end">
                {number(language, top * part)}
              </text>
            </g>
          ))}
        </svg>
        <svg class="bars" height={HEIGHT + TOP} role="img" aria-label={usage.chart(total, ok, refused, failed)}>
          {days.map((day, place) => {
            const x = `${((place + 0.15) / days.length) * 100}%`
            const width = `${(0.7 / days.length) * 100}%`
            let y = TOP + HEIGHT
            const parts = [
              ...series.map(({ counts }, index) => [`series-${index}`, counts[place] ?? 0] as const),
              ['failed', day.failed] as const,
            ]
            return (
              <g key={day.day} class={place === at ? 'pointed' : ''}>
                {parts.map(([look, count]) => {
                  y -= toHeight(count)
                  return (
                    count > 0 && <rect key={look} class={look} x={x} width={width} y={y} height={toHeight(count)} />
                  )
                })}
                <rect
                  class="touch"
                  x={`${(place / days.length) * 100}%`}
                  width={`${100 / days.length}%`}
                  height={HEIGHT + TOP}
                  onPointerEnter={() => setAt(place)}
                  onPointerDown={() => setAt(place)}
                />
              </g>
            )
          })}
        </svg>
      </div>
      <div class="days" aria-hidden="true">
        {days.map(({ day }, place) => (
          <span key={day}>{isNamed(place) && formatShortDay(language, day)}</span>
        ))}
      </div>
      <figcaption>
        {pointed ? (
          <>
            <strong>{formatDayName(language, pointed.day)}</strong>{' '}
            {usage.ofDay(
              ...([getTotal(pointed), pointed.refused, pointed.failed].map((count) => number(language, count)) as [
                string,
                string,
                string,
              ]),
            )}
            {isSplit &&
              at !== undefined &&
              `: ${series
                .filter(({ counts }) => counts[at])
                .map(({ label, counts }) => `${label} ${number(language, counts[at] ?? 0)}`)
                .join(', ')}`}
          </>
        ) : (
          usage.point
        )}
      </figcaption>
      <ul class="legend">
        {series.map(({ id, label }, index) => (
          <li key={id} class={`series-${index}`}>
            <bdi>{label}</bdi>
          </li>
        ))}
        <li class="failed">{usage.failed}</li>
      </ul>
    </figure>
  )
}

/** The numbers of the chart. */
function DayTable({ days }: { days: readonly DaySum[] }) {
  const { usage: texts } = useTexts()
  const { language } = useLanguage()
  return (
    <details>
      <summary>{texts.byDay}</summary>
      <table class="numbers">
        <caption class="unseen">{texts.byDay}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            {[texts.total, texts.refused, texts.failed].map((words) => (
              <th scope="col" class="number" key={words}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDayName(language, day.day)}</th>
              {[getTotal(day), day.refused, day.failed].map((count, place) => (
                <td class="number" key={place}>
                  {number(language, count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

interface PartTableProps {
  split: 'key' | 'group'
  rows: readonly UsageRow[]
  getName: GetName
}

/** The sums of each key or group. Its days open below it. */
function PartTable({ split, rows, getName }: PartTableProps) {
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

const RANGES = [7, 30]

export function UsageView() {
  const { usage: texts, views } = useTexts()
  const { language } = useLanguage()
  const [range, setRange] = useState(7)
  const [split, setSplit] = useState<Split>('outcome')
  const getName = usePartName()
  const { value, error, reload } = useLoaded(async () => ({ range, ...(await fetchUsage(range)) }), [range])
  const sum = value && addUp(value.days)
  const days = value && getDays(value.days, value.range, getLastDay(value.days, value.complete_until))
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{views.usage}</h1>
        <Switch
          label={texts.range}
          options={RANGES.map((count) => [String(count), texts.days(count)] as const)}
          value={String(range)}
          onValue={(count) => setRange(Number(count))}
        />
      </div>
      <div role="alert">
        <Failure error={error} retry={reload} />
      </div>
      {!value && error === undefined && <Loading />}
      {value && value.days.length === 0 && (
        <Empty picture="chart">
          <p>{texts.empty}</p>
        </Empty>
      )}
      {value && sum && days && value.days.length > 0 && (
        <>
          <section class="card" aria-label={views.usage}>
            <div class="title">
              <dl class="sums">
                {(
                  [
                    ['total', texts.total, getTotal(sum)],
                    ['ok', texts.ok, sum.ok],
                    ['refused', texts.refused, sum.refused],
                    ['failed', texts.failed, sum.failed],
                  ] as const
                ).map(([look, words, count]) => (
                  <div key={look} class={look}>
                    <dt>{words}</dt>
                    <dd>{number(language, count)}</dd>
                  </div>
                ))}
              </dl>
              <Select
                label={texts.split}
                value={split}
                options={SPLITS.map((one) => [one, texts.splits[one]] as const)}
                onValue={(one) => setSplit(one as Split)}
              />
            </div>
            <Chart
              days={days}
              isSplit={split !== 'outcome'}
              series={getSeries(split, days, value.days, getName, texts)}
            />
            <DayTable days={days} />
            <p class="hint">{texts.until(formatDateTime(language, value.complete_until))}</p>
          </section>
          <PartTable split={split === 'group' ? 'group' : 'key'} rows={value.days} getName={getName} />
        </>
      )}
    </>
  )
}
