import { useState } from 'preact/hooks'
import { useLanguage, useTexts } from '../text/language.tsx'
import { formatDayName, formatShortDay, number } from '../text/moments.ts'
import { addUp, type DaySum, getTop, getTotal } from './sums.ts'

/** A part of each bar, such as the requests of one key. */
export interface Series {
  id: string
  label: string
  /** One count for each day. */
  counts: readonly number[]
}

interface Props {
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
export function Chart({ days, series, isSplit }: Props) {
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
